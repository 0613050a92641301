import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import styles from './login.module.css'

/**
 * Seconds until the account is unlocked, counted down once a second; 0 when it is not locked.
 * @param error the last failure of the login attempt
 */
export function useLock(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const wait = error instanceof CallError && error.code === 'account_locked' ? (error.retryAfter ?? 0) : 0
    const until = performance.now() + wait * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    tick()
    if (wait === 0) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [error])
  return left
}

/**
 * Why the attempt failed. The countdown is visual; a screen reader announces the sentence once, and the end of the
 * wait.
 */
export function LoginFailure({ error, locked }: { error: Error | null; locked: number }) {
  const { t } = useTranslation()
  if (!error) return null
  const wasLocked = error instanceof CallError && error.code === 'account_locked'
  const Icon = wasLocked ? IconLock : IconAlertCircle
  const unlocked = wasLocked && locked === 0
  return (
    <p className={classes(styles.failure, unlocked ? 'text-secondary' : fieldStyles.message)} role="alert">
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
