import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CHARGE_KINDS } from '#contract/filter-values.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { formatDay, formatMb, formatMoney, formatUsedMb } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { UsageLate } from '#web/ui/as-of.tsx'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import chartStyles from '#web/ui/chart/chart.module.css'
import { Icc } from '#web/ui/icc.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import { countedText, lineName } from './charge-words.ts'
import { type Charge, type ChargeSim, chargeSimQuery } from './charges.api.ts'
import { axisLabelOf, type ChargedDay, daysOfCycle } from './cycle-days.ts'
import { DayUsage } from './day-usage.tsx'
import styles from './drill.module.css'
import { DrillColumn, DrillTotal } from './drill-column.tsx'

interface UsageProps {
  readonly charge: Charge
  readonly icc: string
  readonly day: string | undefined
  onDay(day: string): void
}

/** One SIM: its charges, its usage by day, and a day's sessions. */
export function UsageColumn({ charge, icc, day, onDay }: UsageProps) {
  const { t } = useTranslation()
  const [asTable, toggle] = useTableView()
  const { data, error, refetch } = useQuery(chargeSimQuery(charge.documentId, icc))
  const total = data?.lines.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return (
    <DrillColumn title={data?.label || <Icc value={icc} />} about={<TableToggle asTable={asTable} onToggle={toggle} />}>
      {error && !data ? (
        <ErrorState title={t('charges.usageFailed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <SimLines sim={data} currency={charge.currency} />
          <DrillTotal>
            <span className="grow">{t('charges.total')}</span>
            <span className={`text-tertiary ${styles.currency}`}>{charge.currency}</span>
            <span className={`${styles.amount} tabular-numbers`}>{formatMoney(total, charge.currency)}</span>
          </DrillTotal>
          <Days charge={charge} sim={data} asTable={asTable} day={day} onDay={onDay} />
        </>
      ) : (
        <div className={styles.body} aria-busy="true">
          <Skeleton width="70%" />
          <div className={styles.hoursWait} />
        </div>
      )}
    </DrillColumn>
  )
}

function SimLines({ sim, currency }: { sim: ChargeSim; currency: string }) {
  const session = useSession()
  return (
    <>
      {sim.label ? (
        <p className={styles.sim}>
          {holds(session, 'sims') ? (
            <Link className="underlined" to="/sims/$icc" params={{ icc: sim.icc }}>
              <Icc value={sim.icc} />
            </Link>
          ) : (
            <Icc value={sim.icc} />
          )}
        </p>
      ) : null}
      <ul>
        {sim.lines.map((line) => (
          <li key={`${line.kind} ${line.planCode} ${line.firstDay} ${line.amount}`} className={styles.row}>
            <span className="grow ellipsis">{lineName(line)}</span>
            <span className="text-tertiary tabular-numbers no-wrap">
              {CHARGE_KINDS.includes(line.kind) && line.kind !== 'price' && line.kind !== 'price_days'
                ? countedText(line, currency)
                : null}
            </span>
            <span className={`${styles.amount} tabular-numbers`}>{formatMoney(line.amount, currency)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface DaysProps extends Omit<UsageProps, 'icc'> {
  readonly sim: ChargeSim
  readonly asTable: boolean
}

function Days({ charge, sim, asTable, day, onDay }: DaysProps) {
  const { t } = useTranslation()
  const days = daysOfCycle(charge, sim.days)
  const used = sim.days.reduce((sum, { dataBytes }) => sum + dataBytes, 0)
  if (sim.days.length === 0) return <p className={styles.none}>{t('charges.noUsage')}</p>
  return (
    <div className={styles.body}>
      <UsedNote sim={sim} used={used} />
      {asTable ? (
        <DaysTable days={days} />
      ) : (
        <BarChart
          bars={days.map((one, index) => ({
            key: one.day,
            name: formatDay(one.day),
            mark: axisLabelOf(days, index),
            value: one.dataBytes,
          }))}
          format={formatUsedMb}
          unit={BYTES_PER_MB}
          summary={t('charges.chartSummary', { used: formatUsedMb(used) })}
          what={t('charges.chartDay')}
          chosen={days.findIndex((one) => one.day === day)}
          onPick={(index) => {
            const picked = days[index]
            if (picked) onDay(picked.day)
          }}
        />
      )}
      <UsageLate usageAt={sim.usageAsOf} at={sim.asOf} />
      {day ? (
        <DayUsage documentId={charge.documentId} icc={sim.icc} day={day} />
      ) : (
        <p className="text-small text-tertiary">{t('charges.pickDay')}</p>
      )}
    </div>
  )
}

/** Usage against the allowance; and usage received after rating, which the next cycle charges. */
function UsedNote({ sim: { rated }, used }: { sim: ChargeSim; used: number }) {
  const { t } = useTranslation()
  const over = rated && !rated.isPooled ? rated.usedBytes - rated.includedBytes : 0
  const unrated = rated ? used - rated.usedBytes : 0
  return (
    <>
      <p className={`row ${styles.used}`}>
        <span className="grow">
          <span className="semibold">{formatUsedMb(rated?.usedBytes ?? used)}</span>{' '}
          <span className="text-tertiary">
            {rated
              ? t(rated.isPooled ? 'charges.usedInPool' : 'charges.usedOf', {
                  included: formatMb(rated.includedBytes / BYTES_PER_MB),
                })
              : t('charges.used')}
          </span>
        </span>
        {over > 0 ? <span className="medium no-wrap">{t('charges.over', { over: formatUsedMb(over) })}</span> : null}
      </p>
      {unrated > 0 ? (
        <p className="text-small text-secondary">{t('charges.cameLate', { unrated: formatUsedMb(unrated) })}</p>
      ) : null}
    </>
  )
}

/** The days with usage as a table, for screen readers. */
function DaysTable({ days }: { days: readonly ChargedDay[] }) {
  const { t } = useTranslation()
  return (
    <Table
      className={chartStyles.table}
      label={t('charges.usageByDay')}
      rows={days.filter(({ dataBytes, sms, voiceSeconds }) => dataBytes + sms + voiceSeconds > 0)}
      rowKey={({ day }) => day}
      columns={[
        { id: 'day', head: t('charges.day'), isRowHead: true, cell: ({ day }) => formatDay(day) },
        { id: 'data', head: t('charges.data'), isNumber: true, cell: ({ dataBytes }) => formatUsedMb(dataBytes) },
        { id: 'sms', head: t('charges.sms'), isNumber: true, cell: ({ sms }) => sms },
        {
          id: 'voice',
          head: t('charges.voice'),
          isNumber: true,
          cell: ({ voiceSeconds }) => t('charges.minutes', { count: Math.ceil(voiceSeconds / 60) }),
        },
      ]}
    />
  )
}
