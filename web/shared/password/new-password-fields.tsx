import { useTranslation } from 'react-i18next'
import type { NewPasswordValues } from '#domain/account.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { PasswordErrors } from './password-errors.ts'

interface NewPasswordFieldsProps {
  readonly values: NewPasswordValues
  readonly errors: PasswordErrors
  onValues(part: Partial<NewPasswordValues>): void
  onLeave?(field: keyof NewPasswordValues): void
}

/** A new password, typed twice. */
export function NewPasswordFields({ values, errors, onValues, onLeave }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const field = (name: keyof NewPasswordValues) => ({
    label: t(`account.${name}`),
    name,
    autoComplete: 'new-password',
    maxLength: 200,
    required: true,
    value: values[name],
    problem: errors[name],
    onBlur: () => onLeave?.(name),
  })
  return (
    <>
      <PasswordField
        {...field('newPassword')}
        hint={errors.newPassword ? undefined : t('account.passwordHint')}
        onChange={(event) => onValues({ newPassword: event.currentTarget.value })}
      />
      <PasswordField
        {...field('repeatNewPassword')}
        onChange={(event) => onValues({ repeatNewPassword: event.currentTarget.value })}
      />
    </>
  )
}
