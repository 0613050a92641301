import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { type AnomalyRow, anomalySimsQuery } from './anomalies.api.ts'
import styles from './anomalies.module.css'

/** The SIMs of a silent batch or a storm, as many as are kept by name. */
export function AnomalySims({ anomaly: { anomalyId, device, sims }, onClose }: { anomaly: AnomalyRow; onClose(): void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(anomalySimsQuery(anomalyId))
  const rows = data?.rows
  const isWhole = !rows || rows.length >= sims
  return (
    <Dialog opened onClose={onClose} fullOnPhone title={t('anomalies.simsOf', { device })}>
      {error && !rows ? (
        <ErrorState title={t('anomalies.simsFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className="text-secondary">
            {isWhole ? t('anomalies.simsLead', { count: sims }) : t('anomalies.simsFirst', { shown: rows.length, count: sims })}
          </p>
          <div className={styles.sims}>
            <Table
              label={t('anomalies.simsOf', { device })}
              rows={rows}
              rowKey={({ icc }) => icc}
              columns={[simColumn(({ icc, label }: { icc: string; label: string }) => <SimCell icc={icc} label={label} />)]}
            />
          </div>
        </>
      )}
    </Dialog>
  )
}
