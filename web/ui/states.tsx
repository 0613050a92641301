import { type Icon, IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { CallError } from '../lib/call.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './states.module.css'

interface StateProps {
  Icon: Icon
  title: string
  children?: ReactNode
  /** what to do, as buttons or links */
  actions?: ReactNode
  tone?: 'plain' | 'stop'
}

/** Empty state of a list or card: names the search and offers what to do. */
export function EmptyState({ Icon, title, children, actions, tone = 'plain' }: StateProps) {
  return (
    <div className={styles.empty} role={tone === 'stop' ? 'alert' : undefined}>
      <span className={classes(styles.badge, tone === 'stop' && styles.badgeStop)}>
        <Icon className="icon icon-20" aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="row">{actions}</div> : null}
    </div>
  )
}

/** What failed, why, the request id, and a retry button. */
export function ErrorState({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <EmptyState
      Icon={IconAlertTriangle}
      title={title}
      tone="stop"
      actions={
        <Button size="sm" onClick={onRetry}>
          <IconRefresh className="icon icon-14" aria-hidden="true" />
          {t('common.retry')}
        </Button>
      }
    >
      {error instanceof Error ? error.message : String(error)}
      {requestId ? (
        <>
          <br />
          <span className="no-wrap">
            {t('common.requestId', { id: requestId })}
            <CopyButton text={requestId} what={t('common.requestIdName')} />
          </span>
        </>
      ) : null}
    </EmptyState>
  )
}
