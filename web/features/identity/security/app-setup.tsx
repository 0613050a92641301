import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { CallError } from '#web/lib/call.ts'
import { groupsOfFour } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { QrPicture } from './qr-picture.tsx'
import type { AppSecret } from './security.api.ts'
import styles from './security.module.css'

interface AppSetupProps {
  readonly secret: AppSecret
  readonly isPending: boolean
  readonly error: Error | null
  onConfirm(code: string): void
  /** if no other cancel button is beside it */
  onCancel?: () => void
}

/** Adds a secret to an authenticator app, and confirms it by the first code. */
export function AppSetup({ secret, ...confirming }: AppSetupProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.setup}>
      <QrPicture text={secret.address} label={t('security.setup.qr')} />
      <div className={styles.setupWords}>
        <p>{t('security.setup.scan')}</p>
        <p className="text-secondary">{t('security.setup.byHand')}</p>
        <p className={`${styles.secret} tabular-numbers`} data-authenticator-key="">
          <span>{groupsOfFour(secret.secret).join(' ')}</span>
          <CopyButton text={secret.secret} what={t('security.setup.secret')} />
        </p>
        <CodeConfirmation {...confirming} />
      </div>
    </div>
  )
}

function CodeConfirmation({ isPending, error, onConfirm, onCancel }: Omit<AppSetupProps, 'secret'>) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const codeError = error instanceof CallError ? error.fields.code : undefined
  useEffect(() => {
    if (codeError) field.current?.select()
  }, [codeError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isCode = /^\s*\d{3}\s?\d{3}\s*$/.test(code)
    setProblem(isCode ? undefined : sentence(code.trim() === '' ? FIELD_SENTENCES.required : FIELD_SENTENCES.appCode))
    if (!isCode) field.current?.focus()
    else if (!isPending) onConfirm(code)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field
        ref={field}
        autoFocus
        className={styles.code}
        label={t('security.setup.code')}
        hint={t('security.setup.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        value={code}
        problem={problem ?? codeError}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Failure error={codeError ? null : error} />
      <div className={`${styles.ways} ${styles.confirm}`}>
        {onCancel ? <Button onClick={onCancel}>{t('common.cancel')}</Button> : null}
        <Button type="submit" variant="primary" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'security.setup.confirming' : 'security.setup.confirm')}
        </Button>
      </div>
    </form>
  )
}
