import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { isEmail } from '#domain/email.ts'
import { domainOf } from '#domain/sign-on.ts'
import { API_BASE } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { EmailField } from '../email-field.tsx'
import { type Credentials, signOnQuery, useLogIn } from './login.api.ts'
import styles from './login.module.css'
import { LoginFailure, useLock } from './login-failure.tsx'
import { type LoginStep, stepAfter } from './login-step.ts'

/** Validation errors of the two fields, in the specification's words; empty when valid. */
function credentialErrors({ email, password }: Credentials): Partial<Credentials> {
  const errors: Partial<Credentials> = {}
  if (email.trim() === '') errors.email = sentence(FIELD_SENTENCES.required)
  else if (!isEmail(email.trim())) errors.email = sentence(FIELD_SENTENCES.email)
  if (password === '') errors.password = sentence(FIELD_SENTENCES.required)
  return errors
}

interface LoginFormProps {
  value: Credentials
  /** path to open after login */
  to: string
  onChange: (value: Credentials) => void
  onLoggedIn: () => void
  onStep: (step: LoginStep) => void
}

export function LoginForm({ value, to, onChange, onLoggedIn, onStep }: LoginFormProps) {
  const { t } = useTranslation()
  const [isSubmitted, setSubmitted] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const logIn = useLogIn(onLoggedIn)
  const locked = useLock(logIn.error)
  const signOn = useSignOn(value.email)
  const isSignOnOnly = signOn?.passwordLogin === false
  const errors = isSubmitted ? credentialErrors(value) : {}
  const busy = logIn.isPending || logIn.isSuccess
  const failure = stepAfter(logIn.error) ? null : logIn.error

  useEffect(() => email.current?.focus(), [])

  const failed = (error: Error) => {
    const step = stepAfter(error)
    if (step) onStep(step)
    else password.current?.select()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const wrong = credentialErrors(value)
    if (wrong.email) return email.current?.focus()
    if (wrong.password) return password.current?.focus()
    if (busy || locked > 0) return
    logIn.mutate({ email: value.email.trim(), password: value.password }, { onError: failed })
  }

  return (
    <form noValidate onSubmit={submit} aria-label={t('login.heading')}>
      <EmailField
        ref={email}
        label={t('login.email')}
        value={value.email}
        problem={errors.email}
        hint={isSignOnOnly ? t('login.signOnOnly', { domain: signOn.domain }) : undefined}
        onChange={(event) => onChange({ ...value, email: event.target.value })}
      />
      {isSignOnOnly ? null : (
        <>
          <PasswordField
            ref={password}
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            maxLength={200}
            required
            value={value.password}
            problem={errors.password}
            beside={
              <Link className="text-secondary underlined" to="/restore-password" state={{ email: value.email.trim() }}>
                {t('login.resetPassword')}
              </Link>
            }
            onChange={(event) => onChange({ ...value, password: event.target.value })}
          />
          <LoginFailure error={failure} locked={locked} />
          <Button type="submit" variant="primary" size="lg" full blocked={busy || locked > 0}>
            {t(busy ? 'login.submitting' : 'login.submit')}
          </Button>
        </>
      )}
      {signOn ? <SignOnLink domain={signOn.domain} to={to} isMain={isSignOnOnly} /> : null}
    </form>
  )
}

/** Sign-on of the address's domain; undefined while unknown or without one. */
function useSignOn(email: string): { domain: string; passwordLogin: boolean } | undefined {
  const typed = domainOf(email) ?? ''
  const domain = useDebouncedValue(typed)
  const { data } = useQuery(signOnQuery(domain))
  return domain === typed && data?.signsOn ? { domain, passwordLogin: data.passwordLogin } : undefined
}

/** Behind the development proxy the server's pages are below the calls' path. */
const PREFIX = import.meta.env.DEV ? API_BASE : ''

const addressOf = (domain: string, to: string): string =>
  `${PREFIX}/sign-on/${encodeURIComponent(domain)}?${new URLSearchParams({ to })}`

interface SignOnLinkProps {
  readonly domain: string
  /** path to open after login */
  readonly to: string
  /** the only login method, so the primary button */
  readonly isMain: boolean
}

/** Links to the provider of the user's company. */
function SignOnLink({ domain, to, isMain }: SignOnLinkProps) {
  const { t } = useTranslation()
  return (
    <a
      className={classes(
        `${buttonStyles.button} ${buttonStyles.large} ${buttonStyles.full}`,
        isMain ? buttonStyles.primary : styles.other,
      )}
      href={addressOf(domain, to)}
    >
      <IconBuilding className="icon" aria-hidden="true" />
      {t('login.signOn')}
    </a>
  )
}
