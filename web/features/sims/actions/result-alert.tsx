import { type Icon, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconProgress } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import statusStyles from '#web/ui/status.module.css'
import styles from './sim-actions.module.css'

export type ResultKind = 'success' | 'underWay' | 'info' | 'error'

const KIND_STYLE: Readonly<Record<ResultKind, { Icon: Icon; tone: string }>> = {
  success: { Icon: IconCircleCheck, tone: 'active' },
  underWay: { Icon: IconProgress, tone: 'ready' },
  info: { Icon: IconInfoCircle, tone: 'ready' },
  error: { Icon: IconAlertTriangle, tone: 'stop' },
}

interface ResultProps {
  readonly kind: ResultKind
  readonly message: string
  readonly children?: ReactNode
  /** beside OK */
  readonly actions?: ReactNode
  onClose(): void
}

/** Result of an action, in the server's words, with an icon. OK closes all dialogs of the action. */
export function ResultAlert({ kind, message, children, actions, onClose }: ResultProps) {
  const { t } = useTranslation()
  const { Icon, tone } = KIND_STYLE[kind]
  return (
    <>
      <div className={styles.result} role={kind === 'error' ? 'alert' : 'status'}>
        <span className={classes(statusStyles.tile, statusStyles[tone])} data-tone={tone}>
          <Icon className="icon icon-20" aria-hidden="true" />
        </span>
        <div>
          <p className={styles.message}>{message}</p>
          {children}
        </div>
      </div>
      <div className={dialogStyles.actions}>
        {actions}
        <Button variant="primary" data-autofocus autoFocus onClick={onClose}>
          {t('simActions.ok')}
        </Button>
      </div>
    </>
  )
}

/** An error as the result of an action, with the request id. */
export function ErrorAlert({ error, onClose, onRetry }: { error: Error; onClose: () => void; onRetry: () => void }) {
  const { t } = useTranslation()
  const requestId = error instanceof CallError ? error.requestId : undefined
  const isCutOff = error instanceof CallError && error.code === 'unreachable'
  return (
    <ResultAlert
      kind="error"
      message={error.message}
      onClose={onClose}
      actions={isCutOff ? <Button onClick={onRetry}>{t('simActions.tryAgain')}</Button> : null}
    >
      {requestId ? (
        <p className="text-small text-tertiary row">
          {t('common.requestId', { id: requestId })}
          <CopyButton text={requestId} what={t('common.requestIdName')} />
        </p>
      ) : null}
    </ResultAlert>
  )
}
