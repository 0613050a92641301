import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useLogIn } from './login.api.ts'
import { type Credentials, credentialErrors } from './login-rules.ts'
import { useLock } from './use-lock.ts'

/** Why the attempt failed. The seconds run for the eye; a screen reader hears the sentence once, and the end of the wait. */
function Failure({ error, locked }: { error: Error | null; locked: number }) {
  const { t } = useTranslation()
  if (!error) return null
  const wasLocked = error instanceof CallError && error.code === 'account_locked'
  const Icon = wasLocked ? IconLock : IconAlertCircle
  const unlocked = wasLocked && locked === 0
  return (
    <p className={unlocked ? 'login-failure t2' : 'login-failure msg'} role="alert">
      <Icon className="i" aria-hidden="true" />
      {wasLocked && !unlocked ? (
        <>
          <span className="vh">{error.message}</span>
          <span aria-hidden="true">{t('login.locked', { seconds: locked })}</span>
        </>
      ) : (
        <span>{unlocked ? t('login.unlocked') : error.message}</span>
      )}
    </p>
  )
}

interface LoginFormProps {
  value: Credentials
  onChange: (value: Credentials) => void
  onLoggedIn: () => void
}

export function LoginForm({ value, onChange, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation()
  const [tried, setTried] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const logIn = useLogIn(onLoggedIn)
  const locked = useLock(logIn.error)
  const errors = tried ? credentialErrors(value) : {}
  const busy = logIn.isPending || logIn.isSuccess

  useEffect(() => email.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const wrong = credentialErrors(value)
    if (wrong.email) return email.current?.focus()
    if (wrong.password) return password.current?.focus()
    if (busy || locked > 0) return
    logIn.mutate({ email: value.email.trim(), password: value.password }, { onError: () => password.current?.select() })
  }

  return (
    <form noValidate onSubmit={submit} aria-label={t('login.heading')}>
      <Field
        ref={email}
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
        value={value.email}
        error={errors.email}
        onChange={(event) => onChange({ ...value, email: event.target.value })}
      />
      <PasswordField
        ref={password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        maxLength={200}
        required
        value={value.password}
        error={errors.password}
        beside={
          <Link className="t2 u" to="/restore-password" state={{ email: value.email.trim() }}>
            {t('login.forgot')}
          </Link>
        }
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
      <Failure error={logIn.error} locked={locked} />
      <Button type="submit" variant="primary" size="lg" full blocked={busy || locked > 0}>
        {t(busy ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  )
}
