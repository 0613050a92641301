import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { isEmail } from '#domain/email.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PublicPage } from '#web/ui/public-page.tsx'
import { EmailField } from '../email-field.tsx'
import { useRequestReset } from './restore.api.ts'
import styles from './restore.module.css'
import { RestoreFace } from './restore-face.tsx'

function emailError(email: string): string | undefined {
  if (email === '') return sentence(FIELD_SENTENCES.required)
  return isEmail(email) ? undefined : sentence(FIELD_SENTENCES.email)
}

/** Requests a reset mail. The response is the same for every e-mail. */
export function RequestResetForm() {
  const { t } = useTranslation()
  const typedBefore = useLocation({ select: ({ state }) => state.email })
  const [email, setEmail] = useState(typedBefore ?? '')
  const [isSubmitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, data, error, isPending, reset } = useRequestReset()
  const address = email.trim()
  useEffect(() => field.current?.focus(), [])
  if (data) return <ResetRequested email={address} message={data.message} onAgain={reset} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (emailError(address)) field.current?.focus()
    else if (!isPending) mutate(address)
  }
  return (
    <PublicPage title={t('restore.heading')} lead={t('restore.lead')} face={<RestoreFace />}>
      <form noValidate onSubmit={submit} aria-label={t('restore.heading')}>
        <EmailField
          ref={field}
          label={t('restore.email')}
          value={email}
          problem={isSubmitted ? emailError(address) : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Failure error={error} />
        <Button type="submit" variant="primary" size="lg" full blocked={isPending}>
          {t(isPending ? 'restore.sending' : 'restore.send')}
        </Button>
      </form>
      <LoginLink />
    </PublicPage>
  )
}

/** Link back to the login page. */
export function LoginLink() {
  const { t } = useTranslation()
  return (
    <p className={styles.restoreBack}>
      <Link className="text-secondary underlined" to="/login">
        {t('restore.toLogin')}
      </Link>
    </p>
  )
}

interface ResetRequestedProps {
  readonly email: string
  readonly message: string
  onAgain(): void
}

function ResetRequested({ email, message, onAgain }: ResetRequestedProps) {
  const { t } = useTranslation()
  const text = useRef<HTMLParagraphElement>(null)
  // the form that had the focus was removed
  useEffect(() => text.current?.focus(), [])
  return (
    <PublicPage title={t('restore.asked')} lead={email} face={<RestoreFace />}>
      <p className={styles.restoreText} ref={text} tabIndex={-1}>
        {message}. {t('restore.askedHint')}
      </p>
      <Button size="lg" full onClick={onAgain}>
        {t('restore.again')}
      </Button>
      <LoginLink />
    </PublicPage>
  )
}
