import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHARGE_KINDS } from '#contract/filter-values.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { SimCell } from '#web/shared/sims/sim-cell.tsx'
import { Button } from '#web/ui/button.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { conceptName, daysText, isBySim, quantityText } from './charge-words.ts'
import { type Charge, type Concept, type LineRow, linesQuery } from './charges.api.ts'
import styles from './drill.module.css'
import { DrillColumn, DrillRows, DrillTotal } from './drill-column.tsx'

interface LinesProps {
  readonly charge: Charge
  readonly concept: Concept
  readonly icc: string | undefined
  onChoose(icc: string): void
}

/** The charged SIMs, the most expensive first; one can be found by its ICC. */
export function LinesColumn({ charge, concept, icc, onChoose }: LinesProps) {
  const { t } = useTranslation()
  const [searched, setSearched] = useState('')
  const { kind, planCode } = concept
  const query = useInfiniteQuery(
    linesQuery(charge.documentId, { kind, plan: planCode, ...(searched ? { icc: searched } : {}) }),
  )
  const { data, error, refetch } = query
  const isOfPool = kind === 'pool_overage' || kind === 'pool_adjustment'
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <DrillColumn
      title={conceptName(concept)}
      about={isOfPool ? null : t('charges.simCount', { count: concept.lines })}
      tools={
        isOfPool ? null : (
          <div className={styles.find}>
            <IccField
              icc={searched}
              label={t('charges.findIcc')}
              hint={t('charges.iccHint')}
              wrong={t('charges.iccWrong')}
              onIcc={setSearched}
            />
          </div>
        )
      }
    >
      {error && !rows ? (
        <ErrorState title={t('charges.linesFailed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <p className={styles.none}>{t('charges.iccNotThere')}</p>
      ) : (
        <DrillRows
          rows={rows}
          rowKey={(line) => `${line.icc} ${line.lineNo}`}
          isChosen={(line) => line.icc !== '' && line.icc === icc}
          onChoose={(line) => onChoose(line.icc)}
          isStill={(line) => line.icc === ''}
          cells={(line) => <Cells line={line} currency={charge.currency} />}
        />
      )}
      {rows ? (
        <>
          {searched ? null : <RemainingRows query={query} concept={concept} currency={charge.currency} rows={rows} />}
          <DrillTotal>
            <span className="grow">{t('charges.total')}</span>
            <span className="tabular-numbers no-wrap">{quantityText(concept)}</span>
            <span className={`${styles.amount} tabular-numbers`}>{formatMoney(concept.amount, charge.currency)}</span>
          </DrillTotal>
        </>
      ) : null}
    </DrillColumn>
  )
}

function Cells({ line, currency }: { line: LineRow; currency: string }) {
  const { t } = useTranslation()
  const kind = CHARGE_KINDS.find((one) => one === line.kind) ?? 'price'
  return (
    <>
      <span className="grow ellipsis" title={line.label || undefined}>
        {line.icc === '' ? t('charges.wholePool') : <SimCell isPlain icc={line.icc} label={line.label} />}
      </span>
      {kind === 'price_days' ? <span className="text-secondary no-wrap">{daysText(line)}</span> : null}
      {isBySim(kind) ? null : <span className="text-secondary tabular-numbers no-wrap">{quantityText({ ...line, kind })}</span>}
      <span className={`${styles.amount} tabular-numbers`}>{formatMoney(line.amount, currency)}</span>
    </>
  )
}

interface RemainingRowsProps {
  readonly query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }
  readonly concept: Concept
  readonly currency: string
  readonly rows: readonly LineRow[]
}

/** The rows that are not loaded: their number, their total, and a button that loads more. */
function RemainingRows({ query, concept, currency, rows }: RemainingRowsProps) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  const shown = rows.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <div className={`${styles.row} text-tertiary`}>
      <Button variant="ghost" size="sm" blocked={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('charges.moreLines', { more: formatNumber(concept.lines - rows.length) })}
      </Button>
      <span className="grow" />
      <span className={`${styles.amount} tabular-numbers`}>{formatMoney(concept.amount - shown, currency)}</span>
    </div>
  )
}
