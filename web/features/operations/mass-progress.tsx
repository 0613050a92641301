import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { openLines } from '#domain/operations.ts'
import { askForm } from '#web/lib/asked-form.ts'
import { operationQuery } from '#web/shared/operations/operation.api.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Loaded } from '#web/ui/loaded.tsx'
import { useLiveOperations } from './live-operations.ts'
import styles from './mass-dialog.module.css'
import { OperationProgress } from './operation-progress.tsx'
import type { StartedOperation } from './operations.api.ts'

interface MassProgressProps extends StartedOperation {
  onAsking(isAsking: boolean): void
  onClose(): void
}

/** The started operation, live; it continues without this window. */
export function MassProgress({ data: { operationId, state }, message, onAsking, onClose }: MassProgressProps) {
  const { t } = useTranslation()
  useLiveOperations(operationId)
  const query = useQuery(operationQuery(operationId))
  const navigate = useNavigate()
  const place = { to: '/operations/$operationId', params: { operationId: String(operationId) } } as const
  const onReverse = () => {
    onClose()
    askForm('reverse', String(operationId))
    void navigate(place)
  }
  const starting = (
    <p className={`text-secondary ${styles.line}`} role="status">
      {t('operations.starting')}
    </p>
  )
  return (
    <>
      <Loaded query={query} failed={t('operations.failedOne')} waiting={starting}>
        {(data) => (
          <OperationProgress
            data={data}
            accepted={state === 'scheduled' ? '' : message}
            reversing={{ onReverse, isMain: true, onSee: onClose, onAsking }}
          />
        )}
      </Loaded>
      {query.data && openLines(query.data.counts) === 0 ? null : (
        <p className={`text-tertiary text-small ${styles.line}`}>{t('operations.goesOn')}</p>
      )}
      <div className={dialogStyles.actions}>
        <Link className={buttonStyles.button} {...place} onClick={onClose}>
          {t('operations.open')}
        </Link>
        <Button data-autofocus autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  )
}
