import { type Icon, IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { CallError } from '../lib/call.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'

/** Its code comes with the first failure. Where that is lost too, the number can still be selected. */
const CopyButton = lazy<ComponentType<{ text: string; what: string }>>(() =>
  import('./copy-button.tsx').then(
    (code) => ({ default: code.CopyButton }),
    () => ({ default: () => null }),
  ),
)

interface StateProps {
  Icon: Icon
  title: string
  children?: ReactNode
  /** what to do, as buttons or links */
  actions?: ReactNode
  tone?: 'plain' | 'stop'
  /** in the middle of a page or a list that has nothing else, with a drawing; else it takes one line of its card */
  isWhole?: boolean
}

/** Empty state of a list or card: names the search and offers what to do. */
export function EmptyState({ Icon, title, children, actions, tone = 'plain', isWhole = false }: StateProps) {
  return (
    <div className={classes(styles.empty, isWhole && styles.whole)} role={tone === 'stop' ? 'alert' : undefined}>
      {isWhole ? <Rows /> : null}
      <span className={classes(styles.badge, tone === 'stop' && styles.badgeStop)}>
        <Icon className={classes('icon', isWhole && 'icon-20')} aria-hidden="true" />
      </span>
      <div className="grow">
        <p className={styles.title}>{title}</p> {children ? <p>{children}</p> : null}
      </div>
      {actions ? <div className="row">{actions}</div> : null}
    </div>
  )
}

/** A drawing of a list whose rows fade out. */
function Rows() {
  return (
    <svg viewBox="0 0 168 84" width="168" height="84" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <g key={row} opacity={1 - row * 0.32}>
          <rect x="0.5" y={0.5 + row * 28} width="167" height="22" rx="5" className={styles.drawnRow} />
          <circle cx="13" cy={11.5 + row * 28} r="4" className={row === 0 ? styles.drawnAccent : styles.drawnText} />
          <rect x="25" y={8.5 + row * 28} width={62 - row * 14} height="6" rx="3" className={styles.drawnText} />
          <rect x="132" y={8.5 + row * 28} width={24 - row * 4} height="6" rx="3" className={styles.drawnText} />
        </g>
      ))}
    </svg>
  )
}

interface ErrorProps {
  title: string
  error: unknown
  onRetry: () => void
  isWhole?: boolean
}

/** What failed, why, the request id, and a retry button. */
export function ErrorState({ title, error, onRetry, isWhole = false }: ErrorProps) {
  const { t } = useTranslation()
  const requestId = error instanceof CallError ? error.requestId : undefined
  const isOffline = error instanceof CallError && error.code === 'unreachable'
  return (
    <EmptyState
      isWhole={isWhole}
      Icon={isOffline ? IconCloudOff : IconAlertTriangle}
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
            <Suspense>
              <CopyButton text={requestId} what={t('common.requestIdName')} />
            </Suspense>
          </span>
        </>
      ) : null}
    </EmptyState>
  )
}
