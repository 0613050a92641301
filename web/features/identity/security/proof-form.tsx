import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { CallError } from '#web/lib/call.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { Proof } from './security.api.ts'
import styles from './security.module.css'

interface ProofFormProps {
  /** consequence of the change */
  readonly consequence: string
  readonly needsPassword: boolean
  readonly needsCode: boolean
  readonly isPending: boolean
  readonly error: Error | null
  readonly isDangerous?: boolean
  /** label of the button */
  readonly submitLabel: string
  onProof(proof: Proof): void
  onCancel(): void
}

/** Re-authenticates the user before a change of login settings. */
export function ProofForm({
  consequence,
  needsPassword,
  needsCode,
  isPending,
  error,
  isDangerous = false,
  submitLabel,
  ...ways
}: ProofFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const isMissing = (asks: boolean, value: string) => asks && value.trim() === ''
  const missing = (value: string) => (isSubmitted && value.trim() === '' ? sentence(FIELD_SENTENCES.required) : undefined)
  const submit = () => {
    setSubmitted(true)
    if (isPending || isMissing(needsPassword, password) || isMissing(needsCode, code)) return
    ways.onProof({ ...(needsPassword && { password }), ...(needsCode && { code }) })
  }
  return (
    <Form className={styles.form} aria-label={consequence} isPending={isPending} onAttempt={submit}>
      <p>{consequence}</p>
      {needsPassword ? (
        <PasswordField
          label={t('security.proof.password')}
          autoComplete="current-password"
          maxLength={200}
          autoFocus
          value={password}
          problem={missing(password) ?? fieldErrors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      {needsCode ? (
        <Field
          label={t('security.proof.code')}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          autoFocus={!needsPassword}
          value={code}
          problem={missing(code) ?? fieldErrors.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : null}
      <Failure error={fieldErrors.password || fieldErrors.code ? null : error} />
      <div className={styles.ways}>
        <Button onClick={ways.onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant={isDangerous ? 'destroy' : 'primary'} blocked={isPending} aria-busy={isPending}>
          {isPending ? t('security.proof.going') : submitLabel}
        </Button>
      </div>
    </Form>
  )
}
