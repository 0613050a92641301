import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A password with a button that shows it and a hint when Caps Lock is on. */
export function PasswordField({ hint, onBlur, ...field }: FieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? t('common.capsLock') : hint}
      onKeyDown={notice}
      onKeyUp={notice}
      onBlur={(event) => {
        setCapsLock(false)
        onBlur?.(event)
      }}
      aside={<IconButton Icon={Eye} aria-pressed={shown} label={t('common.showPassword')} onClick={() => setShown(!shown)} />}
    />
  )
}
