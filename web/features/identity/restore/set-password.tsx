import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkData } from '#contract/account/account.calls.ts'
import { type NewPasswordValues, newPasswordProblems } from '#domain/account.ts'
import { CallError } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { NewPasswordFields } from '#web/shared/password/new-password-fields.tsx'
import { passwordErrors } from '#web/shared/password/password-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Form } from '#web/ui/form.tsx'
import { PublicPage } from '#web/ui/public-page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { LoginFace } from '../login/login-face.tsx'
import { LoginLink } from './request-reset-form.tsx'
import { isInvalidLink, linkQuery, useRestorePassword } from './restore.api.ts'
import styles from './restore.module.css'

/**
 * Sets a password by a mailed link: a new one, or an invited user's first. An invalid link redirects to the error page.
 */
export function SetPassword({ token }: { token: string }) {
  const { t } = useTranslation()
  const leave = useNavigate()
  const { data: link, error, refetch } = useQuery(linkQuery(token))
  const isInvalid = isInvalidLink(error)
  useEffect(() => {
    if (isInvalid) void leave({ to: '/error-restore-password', replace: true })
  }, [isInvalid, leave])
  if (link) return <PasswordForm token={token} link={link} />
  return (
    <PublicPage title={t('restore.setHeading')} lead={<Skeleton width="60%" />} face={<LoginFace />}>
      {error && !isInvalid ? (
        <ErrorState title={t('restore.unchecked')} error={error} onRetry={() => void refetch()} />
      ) : (
        <PasswordSkeleton />
      )}
    </PublicPage>
  )
}

function PasswordSkeleton() {
  return (
    <div aria-busy="true">
      {['first', 'second'].map((field) => (
        <div className={fieldStyles.field} key={field}>
          <Skeleton height={66} />
        </div>
      ))}
    </div>
  )
}

const EMPTY: NewPasswordValues = { newPassword: '', repeatNewPassword: '' }

function PasswordForm({ token, link }: { token: string; link: LinkData }) {
  const { t } = useTranslation()
  const leave = useNavigate()
  const [values, setValues] = useState(EMPTY)
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, isPending, isSuccess, error } = useRestorePassword()
  const errors = passwordErrors(newPasswordProblems(values))
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const submit = () => {
    setSubmitted(true)
    if (isPending || isSuccess || Object.keys(errors).length > 0) return
    mutate(
      { token, ...values },
      {
        onSuccess: ({ message }) => {
          toasts.success(message)
          void leave({ to: '/login', replace: true })
        },
        onError: (failure) => {
          if (isInvalidLink(failure)) void leave({ to: '/error-restore-password', replace: true })
        },
      },
    )
  }
  const isInvited = link.purpose === 'invitation'
  return (
    <PublicPage
      title={t(isInvited ? 'restore.welcome' : 'restore.setHeading')}
      lead={t(isInvited ? 'restore.welcomeLead' : 'restore.setLead')}
      face={<LoginFace />}
    >
      <Form startsFocused aria-label={t('restore.setHeading')} isPending={isPending} onAttempt={submit}>
        <p className={styles.restoreWho}>
          <span className="text-tertiary">{t('restore.account')}</span>
          <span className="medium ellipsis">{link.userEmail}</span>
        </p>
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          value={link.userEmail}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <NewPasswordFields
          values={values}
          errors={isSubmitted ? { ...fieldErrors, ...errors } : {}}
          onValues={(part) => setValues({ ...values, ...part })}
        />
        <Failure error={Object.keys(fieldErrors).length > 0 ? null : error} />
        <Button type="submit" variant="primary" size="lg" full blocked={isPending || isSuccess}>
          {t(isPending || isSuccess ? 'common.saving' : 'restore.save')}
        </Button>
      </Form>
      {isInvited ? null : <LoginLink />}
    </PublicPage>
  )
}
