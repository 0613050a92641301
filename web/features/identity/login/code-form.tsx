import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { typedCode } from '#domain/second-factor.ts'
import { CallError } from '#web/lib/call.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useLogInWithCode } from './login.api.ts'
import styles from './login.module.css'
import { LoginFailure, useLock } from './login-failure.tsx'

function problemOf(code: string): string | undefined {
  if (code.trim() === '') return sentence(FIELD_SENTENCES.required)
  return typedCode(code) ? undefined : sentence(FIELD_SENTENCES.code)
}

interface CodeFormProps {
  onLoggedIn: () => void
  onBack: () => void
}

/** The second step: a code of the app, or a recovery code. */
export function CodeForm({ onLoggedIn, onBack }: CodeFormProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, error, isPending, isSuccess, reset } = useLogInWithCode(onLoggedIn)
  const locked = useLock(error)
  const busy = isPending || isSuccess
  const isWrong = error instanceof CallError && error.code === 'wrong_code'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (problemOf(code)) return field.current?.focus()
    if (!busy && locked === 0) mutate(code, { onError: () => field.current?.select() })
  }
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setCode('')
    setSubmitted(false)
    reset()
  }

  return (
    <form noValidate onSubmit={submit} aria-label={t('login.codeHeading')}>
      <p className="text-secondary">{t(kind === 'app' ? 'login.codeLead' : 'login.recoveryLead')}</p>
      <Field
        key={kind}
        ref={field}
        autoFocus
        className={styles.code}
        label={t(kind === 'app' ? 'login.code' : 'login.recoveryCode')}
        name="code"
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
        value={code}
        problem={(isSubmitted && problemOf(code)) || (isWrong ? error.message : undefined)}
        onChange={(event) => setCode(event.target.value)}
      />
      <LoginFailure error={isWrong ? null : error} locked={locked} />
      <Button type="submit" variant="primary" size="lg" full blocked={busy || locked > 0}>
        {t(busy ? 'login.verifying' : 'login.verify')}
      </Button>
      <div className={styles.ways}>
        <button type="button" className="underlined" onClick={turn}>
          {t(kind === 'app' ? 'login.useRecovery' : 'login.useApp')}
        </button>
        <button type="button" className="underlined" onClick={onBack}>
          {t('login.back')}
        </button>
      </div>
    </form>
  )
}
