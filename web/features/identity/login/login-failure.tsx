import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import styles from './login.module.css'

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
