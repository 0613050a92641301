import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import statusStyles from '#web/ui/status.module.css'
import { LinesMenu } from './lines-menu.tsx'
import massDialogStyles from './mass-dialog.module.css'
import styles from './operation-progress.module.css'
import type { MassAnswer } from './operations.api.ts'

/** Counts of included and excluded lines, as numbers and as a bar, and all of them as a file. */
export function PreviewTotals({ draft }: { draft: MassAnswer }) {
  const { t } = useTranslation()
  const { accepted, excludedTotal, total, operationId } = draft
  return (
    <>
      <div className={massDialogStyles.totals} role="status">
        <dl>
          <div>
            <dt className={`${statusStyles.status} ${statusStyles.active} medium`}>
              <IconCircleCheck className="icon" aria-hidden="true" />
              {t('operations.run')}
            </dt>
            <dd className="tabular-numbers">{formatNumber(accepted)}</dd>
          </div>
          <div>
            <dt className={`${statusStyles.status} ${statusStyles.ended} medium`}>
              <IconCircleMinus className="icon" aria-hidden="true" />
              {t('operations.notRun')}
            </dt>
            <dd className="tabular-numbers">{formatNumber(excludedTotal)}</dd>
          </div>
        </dl>
        <LinesMenu operationId={operationId} />
      </div>
      <div className={styles.stack} role="img" aria-label={t('operations.ofAll', { run: accepted, count: total })}>
        {accepted > 0 ? <i className={styles.succeeded} style={{ flexGrow: accepted }} /> : null}
        {excludedTotal > 0 ? <i className={styles.skipped} style={{ flexGrow: excludedTotal }} /> : null}
      </div>
      {accepted === 0 ? <p className={`text-secondary ${massDialogStyles.line}`}>{t('operations.nothingRuns')}</p> : null}
    </>
  )
}
