import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACCOUNT_FAILURES } from '#contract/account/account-messages.ts'
import { type PasswordChangeValues, passwordChangeProblems } from '#domain/account.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts, toastThen } from '#web/lib/toast-store.ts'
import { NewPasswordFields } from '#web/shared/password/new-password-fields.tsx'
import { passwordErrors } from '#web/shared/password/password-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { failureText, profileFieldErrorsOf, useChangePassword } from './account.api.ts'
import styles from './account.module.css'
import { ProofCode } from './proof-code.tsx'

const EMPTY: PasswordChangeValues = { passCurrent: '', newPassword: '', repeatNewPassword: '' }

/** Changes the password. The form is submitted when valid, and then reset. */
export function PasswordTab() {
  const { t } = useTranslation()
  const { userEmail } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(EMPTY)
  const [code, setCode] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending, error, reset } = useChangePassword()
  const problems = passwordErrors(passwordChangeProblems(values))
  const isBlocked = isPending || Object.keys(problems).length > 0
  // a field is validated on blur
  const errors: Readonly<Record<string, string>> = {
    ...profileFieldErrorsOf(error),
    ...Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name))),
  }
  const change = (part: Partial<PasswordChangeValues>) => {
    if (error) reset()
    setValues({ ...values, ...part })
  }
  const typeCode = (text: string) => {
    if (error) reset()
    setCode(text)
  }
  const leave = (name: keyof PasswordChangeValues) => {
    if (values[name] !== '') setLeft(new Set([...left, name]))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBlocked) return
    mutate(code.trim() ? { ...values, code } : values, {
      onSuccess: toastThen(() => {
        setValues(EMPTY)
        setCode('')
        setLeft(new Set())
      }),
      onError: (failure) => {
        toasts.error(failureText(failure, sentence(ACCOUNT_FAILURES.passwordUnsaved)))
        const [field = 'passCurrent'] = Object.keys(profileFieldErrorsOf(failure))
        form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.select()
      },
    })
  }
  return (
    <form ref={form} className={styles.password} onSubmit={submit} noValidate aria-label={t('account.password')}>
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={userEmail}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={t('account.passCurrent')}
        name="passCurrent"
        autoComplete="current-password"
        maxLength={200}
        required
        value={values.passCurrent}
        problem={errors.passCurrent}
        onBlur={() => leave('passCurrent')}
        onChange={(event) => change({ passCurrent: event.currentTarget.value })}
      />
      <ProofCode value={code} problem={errors.code} onCode={typeCode} />
      <NewPasswordFields values={values} errors={errors} onValues={change} onLeave={leave} />
      <div className={styles.actions}>
        <Button size="lg" variant="primary" type="submit" blocked={isBlocked} aria-busy={isPending}>
          {t(isPending ? 'common.saving' : 'common.save')}
        </Button>
      </div>
    </form>
  )
}
