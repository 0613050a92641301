import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_COST_MAX_SIMS } from '#contract/operations/operation-costs.calls.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { formatMb, formatMoney, formatNumber, formatPercent, formatSignedMoney, percentOf } from '#web/lib/format.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './mass-dialog.module.css'
import { type PlanChangeCost, planChangeCostQuery } from './operations.api.ts'

type Cost = PlanChangeCost['totals'][number]
type Pool = PlanChangeCost['pools'][number]

interface PlanCostProps {
  readonly operationId: number
  /** of the cycle that runs nothing changes */
  readonly isNextCycle: boolean
}

/** What a change of plan costs in this cycle and the next: in sum, by pool and by SIM. */
export function PlanCostLines({ operationId, isNextCycle }: PlanCostProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(planChangeCostQuery(operationId))
  if (error) return t('operations.costFailed')
  if (!data) return t('operations.costWaiting')
  if (data.isTooMany) return t('operations.planCost.tooMany', { count: PLAN_COST_MAX_SIMS })
  return (
    <>
      {t('operations.planCost.expected')}
      <Totals totals={data.totals} isNextCycle={isNextCycle} />
      {data.pools.map((pool) => (
        <p key={`${pool.companyId} ${pool.planCode}`} className="text-secondary text-small">
          {t('operations.planCost.pool', {
            plan: pool.planName,
            company: pool.companyName,
            before: poolText(pool.before),
            after: poolText(pool.after),
          })}
        </p>
      ))}
      {data.replaced > 0 ? <p className="text-small">{t('operations.planCost.replaced', { count: data.replaced })}</p> : null}
      <Sims sims={data.sims} lines={data.lines} />
    </>
  )
}

/** '50 MB, 80 %'; '0 MB' where it has no SIMs. */
function poolText(side: Pool['before']): string {
  if (!side || side.includedBytes === 0) return formatMb(0)
  const percent = formatPercent(percentOf(side.expectedBytes, side.includedBytes))
  return `${formatMb(Math.round(side.includedBytes / BYTES_PER_MB))}, ${percent}`
}

function Totals({ totals, isNextCycle }: { totals: readonly Cost[]; isNextCycle: boolean }) {
  const { t } = useTranslation()
  const rows = totals.flatMap(({ currency, current, next }) => [
    ...(isNextCycle
      ? []
      : [{ id: `${currency} current`, cycle: `${t('operations.planCost.current')}, ${currency}`, currency, ...current }]),
    { id: `${currency} next`, cycle: `${t('operations.planCost.next')}, ${currency}`, currency, ...next },
  ])
  const figure = (id: 'before' | 'after' | 'difference') =>
    ({ id, head: t(`operations.planCost.${id}`), isNumber: true, phone: 'line', isNamed: true }) as const
  return (
    <div className={styles.planCost}>
      <Table
        label={t('operations.planCost.table')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'cycle', head: t('operations.planCost.cycle'), isRowHead: true, phone: 'head', cell: ({ cycle }) => cycle },
          { ...figure('before'), cell: ({ before, currency }) => formatMoney(before, currency) },
          { ...figure('after'), cell: ({ after, currency }) => <b className="semibold">{formatMoney(after, currency)}</b> },
          { ...figure('difference'), cell: ({ before, after, currency }) => formatSignedMoney(after - before, currency) },
        ]}
      />
    </div>
  )
}

/** The first SIMs of several, each with its cost. */
function Sims({ sims, lines }: Pick<PlanChangeCost, 'sims' | 'lines'>) {
  const { t } = useTranslation()
  if (lines < 2) return null
  return (
    <Disclosure className={styles.details} summary={t('operations.planCost.bySim')}>
      <ul className={styles.excluded}>
        {sims.map(({ icc, planName, costs }) => (
          <li key={icc}>
            <Icc value={icc} />
            <span className="text-secondary">
              {planName}
              {costs.map(({ currency, next }) => (
                <Fragment key={currency}>
                  {' · '}
                  <span className="tabular-numbers no-wrap">
                    {formatMoney(next.before, currency)} → {formatMoney(next.after, currency)} {currency}
                  </span>
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {sims.length < lines ? (
        <p className="text-tertiary text-small">
          {t('operations.planCost.first', { shown: formatNumber(sims.length), count: lines })}
        </p>
      ) : null}
    </Disclosure>
  )
}
