import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Table } from '#web/ui/table.tsx'
import { isWholeIcc } from './line-icc.ts'
import styles from './mass-dialog.module.css'
import type { MassAnswer } from './operations.api.ts'

/** Lines shown when reading them is not required. */
const FEW = 8

/** The lines that are not included: counts by reason, and each line. */
export function ExcludedLines({ draft, isOpen }: { draft: MassAnswer; isOpen: boolean }) {
  const { t } = useTranslation()
  const { excluded, excludedTotal, reasons } = draft
  if (excludedTotal === 0) return null
  // an ICC can be repeated
  const lines = excluded.map((line, index) => ({ ...line, index }))
  return (
    <>
      <div className={styles.excludedTable}>
        <Table
          label={t('operations.why')}
          rows={reasons}
          rowKey={({ text }) => text}
          columns={[
            { id: 'why', head: t('operations.why'), isRowHead: true, title: ({ code }) => code, cell: ({ text }) => text },
            {
              id: 'lines',
              head: t('operations.sims'),
              className: styles.few,
              isNumber: true,
              cell: ({ lines }) => formatNumber(lines),
            },
          ]}
        />
      </div>
      <Disclosure className={styles.details} open={isOpen || excludedTotal <= FEW} summary={t('operations.excluded')}>
        <ul className={styles.excluded} data-excluded-lines="">
          {lines.map(({ icc, text, index }) => (
            <li key={index}>
              {isWholeIcc(icc) ? <Icc value={icc} /> : <span className="ellipsis">{icc}</span>}
              <span className="text-secondary">{text}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
      <p className={`text-tertiary text-small ${styles.line}`}>
        {excluded.length < excludedTotal ? `${t('operations.excludedShown', { count: excluded.length })} ` : null}
        {t('operations.stay', { count: excludedTotal })}
      </p>
    </>
  )
}
