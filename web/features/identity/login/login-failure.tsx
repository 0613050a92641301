import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'

/** Why the attempt failed. The seconds run for the eye; a screen reader hears the sentence once, and the end of the wait. */
export function LoginFailure({ error, locked }: { error: Error | null; locked: number }) {
  const { t } = useTranslation()
  if (!error) return null
  const wasLocked = error instanceof CallError && error.code === 'account_locked'
  const Icon = wasLocked ? IconLock : IconAlertCircle
  const unlocked = wasLocked && locked === 0
  return (
    <p className={unlocked ? 'login-failure text-secondary' : 'login-failure msg'} role="alert">
      <Icon className="icon" aria-hidden="true" />
      {wasLocked && !unlocked ? (
        <>
          <span className="visually-hidden">{error.message}</span>
          <span aria-hidden="true">{t('login.locked', { seconds: locked })}</span>
        </>
      ) : (
        <span>{unlocked ? t('login.unlocked') : error.message}</span>
      )}
    </p>
  )
}
