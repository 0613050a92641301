import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { fleetUsageQuery } from '#web/lib/dashboard-query.ts'
import { bytesLike, byteUnit, formatBytes, formatDay, formatNumber, formatPercent, formatTime } from '#web/lib/format.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsOf, simsSearch } from '#web/lib/sims-address.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { namedDays } from '#web/ui/chart/chart-scale.ts'
import { Choice } from '#web/ui/choice.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import dashboardStyles from './dashboard.module.css'
import { changeOf, daysOfRange, type FleetDay, RANGES, type Range } from './fleet-days.ts'
import styles from './fleet-usage.module.css'

/** px */
const [DAYS_HEIGHT, CONNECTED_HEIGHT] = [140, 84] as const

const { active } = ADMINISTRATIVE_STATUS
const byUse = (whose: OfCompany | undefined) =>
  linkOptions({
    to: '/sims',
    search: {
      ...simsSearch({ administrativeStatusIds: [active], ...(whose && simsOf(whose)) }),
      sort: '-consumptionMonthlyData',
    },
  })
const CONNECTED = linkOptions({
  to: '/sims',
  search: simsSearch({ administrativeStatusIds: [active], gprsStatuses: [GPRS_STATUS.activated] }),
})

interface NowProps {
  /** SIMs that are connected now; undefined while it loads */
  readonly now: number | undefined
}

/** The fleet's data by day beside the cycle before, and its connected SIMs over a day. */
export function FleetUsageCards({ now }: NowProps) {
  const { data, error, refetch } = useQuery(fleetUsageQuery())
  if (error && !data)
    return <UsageFailed className={dashboardStyles.sevenColumns} error={error} onRetry={() => void refetch()} />
  return (
    <div className={`${dashboardStyles.sevenColumns} ${styles.column}`}>
      <DaysCard data={data} />
      <ConnectedCard data={data} now={now} />
    </div>
  )
}

interface FailedProps {
  readonly className?: string
  readonly error: Error
  onRetry(): void
}

export function UsageFailed({ className = '', error, onRetry }: FailedProps) {
  const { t } = useTranslation()
  return (
    <Card className={className} title={t('dashboard.usage.title')}>
      <ErrorState title={t('dashboard.usage.failed')} error={error} onRetry={onRetry} />
    </Card>
  )
}

interface CardProps {
  readonly data: FleetUsage | undefined
}

interface DaysProps {
  readonly whose?: OfCompany | undefined
}

/** A link to the SIMs of a chart, for those who may see them. */
function ToSims({ link }: { link: ReturnType<typeof byUse> | typeof CONNECTED }) {
  const { t } = useTranslation()
  if (!holds(useSession(), 'sims')) return null
  return (
    <Link {...link} className={`${buttonStyles.ghost} ${buttonStyles.small} text-small hide-on-phone`}>
      {t('dashboard.needs.toSims')}
    </Link>
  )
}

/** The data of the fleet, or of a company, by day. */
export function DaysCard({ data, whose }: CardProps & DaysProps) {
  const { t } = useTranslation()
  const [range, setRange] = useState<Range>('cycle')
  const [asTable, toggle] = useTableView()
  const days = data ? daysOfRange(data, range) : []
  const today = data?.days.at(-1)?.day ?? ''
  const { used, change } = changeOf(days, today)
  const isUnused = days.length > 0 && days.every(({ dataBytes, before = 0 }) => dataBytes + before === 0)
  const about = isUnused ? (
    t('dashboard.usage.none')
  ) : data ? (
    <>
      <HighlightOnChange key={range} value={formatBytes(used)}>
        {formatBytes(used)}
      </HighlightOnChange>
      {change === undefined ? null : (
        <>
          {` · ${signed(change)} ${t(`dashboard.usage.${range === 'cycle' ? 'ofCycle' : 'ofDays'}`)}`}
          {asTable ? null : <span className={styles.dotted}> {t('dashboard.usage.dotted')}</span>}
        </>
      )}
    </>
  ) : null
  // a cycle and the one before it are longer than the other ranges
  if (isUnused && range === 'cycle')
    return <EmptyCard title={t('dashboard.usage.title')}>{t('dashboard.usage.none')}</EmptyCard>
  return (
    <Card
      className={styles.usage}
      title={t('dashboard.usage.title')}
      about={about}
      actions={
        <>
          <ToSims link={byUse(whose)} />
          <Choice
            label={t('dashboard.usage.range')}
            value={range}
            onChange={setRange}
            options={RANGES.map((value) => ({ value, text: t(`dashboard.usage.${value}`) }))}
          />
          {isUnused ? null : <TableToggle asTable={asTable} onToggle={toggle} />}
        </>
      }
    >
      {isUnused ? null : (
        <div className={styles.days} style={{ minHeight: DAYS_HEIGHT }} aria-busy={!data}>
          {data && asTable ? <DaysTable days={days.filter(({ day }) => day <= today)} /> : null}
          {data && !asTable ? <DaysChart days={days} today={today} whose={whose} /> : null}
        </div>
      )}
    </Card>
  )
}

/** '+8 %', '−8 %', '0 %' */
const signed = (percent: number): string => {
  const sign = Math.round(percent) === 0 ? '' : percent < 0 ? '−' : '+'
  return `${sign}${formatPercent(Math.abs(percent))}`
}

/** All days are in the unit of the greatest. */
const greatestOf = (days: readonly FleetDay[]): number =>
  Math.max(0, ...days.map(({ dataBytes, before = 0 }) => Math.max(dataBytes, before)))

function DaysChart({ days, today, whose }: DaysProps & { days: readonly FleetDay[]; today: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const canSee = holds(useSession(), 'sims')
  const greatest = greatestOf(days)
  const format = bytesLike(greatest)
  const last = days.findIndex(({ day }) => day === today)
  const named = days.length <= 7 ? days.map((_, index) => index) : namedDays(days.length, last)
  const note = (before: number | undefined): string =>
    before === undefined ? '' : ` · ${t('dashboard.usage.before', { before: format(before) })}`
  return (
    <BarChart
      bars={days.map(({ day, dataBytes, before }, index) => ({
        key: day,
        name: formatDay(day),
        mark: day === today ? t('dashboard.usage.today') : named.includes(index) ? formatDay(day) : '',
        value: dataBytes,
        before,
        note: note(before),
      }))}
      format={format}
      unit={byteUnit(greatest)}
      summary={t('dashboard.usage.summary', {
        from: formatDay(days[0]?.day ?? today),
        to: formatDay(days.at(-1)?.day ?? today),
      })}
      what={t('dashboard.usage.day')}
      height={DAYS_HEIGHT}
      {...(canSee ? { onPick: () => void navigate(byUse(whose)) } : {})}
    />
  )
}

function DaysTable({ days }: { days: readonly FleetDay[] }) {
  const { t } = useTranslation()
  const format = bytesLike(greatestOf(days))
  return (
    <Table
      label={t('dashboard.usage.title')}
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { id: 'day', head: t('dashboard.usage.day'), isRowHead: true, cell: ({ day }) => formatDay(day) },
        { id: 'data', head: t('dashboard.usage.data'), isNumber: true, cell: ({ dataBytes }) => format(dataBytes) },
        {
          id: 'before',
          head: t('dashboard.usage.beforeHead'),
          isNumber: true,
          cell: ({ before }) => (before === undefined ? '—' : format(before)),
        },
      ]}
    />
  )
}

function ConnectedCard({ data, now }: CardProps & NowProps) {
  const { t } = useTranslation()
  const [asTable, toggle] = useTableView()
  const { connected = [] } = data ?? {}
  const isNew = data !== undefined && connected.length < 2
  // the last sample is up to a quarter of an hour old: the curve ends at the number that the counter above shows
  const samples = data && now !== undefined ? [...connected, { at: NOW, sims: now }] : []
  return (
    <Card
      title={t('dashboard.usage.connected')}
      about={t(isNew ? 'dashboard.usage.noSamples' : 'dashboard.usage.lastDay')}
      actions={
        <>
          <ToSims link={CONNECTED} />
          {connected.length > 1 ? <TableToggle asTable={asTable} onToggle={toggle} /> : null}
        </>
      }
    >
      {isNew ? null : (
        <div className={styles.days} style={{ minHeight: CONNECTED_HEIGHT }} aria-busy={samples.length === 0}>
          {samples.length === 0 ? null : asTable ? <ConnectedTable samples={samples} /> : <ConnectedChart samples={samples} />}
        </div>
      )}
    </Card>
  )
}

type Samples = FleetUsage['connected']

/** In place of the time of a sample. */
const NOW = 'now'
const timeName = (at: string): string => (at === NOW ? i18next.t('dashboard.usage.now') : formatTime(at))

function ConnectedChart({ samples }: { samples: Samples }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const canSee = holds(useSession(), 'sims')
  const isFullHour = (at: string, hours: number): boolean =>
    new Date(at).getMinutes() === 0 && new Date(at).getHours() % hours === 0
  const [least, most] = [Math.min(...samples.map(({ sims }) => sims)), Math.max(...samples.map(({ sims }) => sims))]
  return (
    <BarChart
      isLine
      bars={samples.map(({ at, sims }, index) => ({
        key: at,
        name: timeName(at),
        mark: isFullHour(at, 6) && index > 4 && index < samples.length - 4 ? formatTime(at) : '',
        value: sims,
      }))}
      format={formatNumber}
      summary={t('dashboard.usage.connectedSummary', { least: formatNumber(least), most: formatNumber(most) })}
      what={t('dashboard.usage.time')}
      height={CONNECTED_HEIGHT}
      {...(canSee ? { onPick: () => void navigate(CONNECTED) } : {})}
    />
  )
}

/** Hours in place of their quarters, and now. */
function ConnectedTable({ samples }: { samples: Samples }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('dashboard.usage.connected')}
      rows={samples.filter(({ at }) => at === NOW || new Date(at).getMinutes() === 0)}
      rowKey={({ at }) => at}
      columns={[
        { id: 'time', head: t('dashboard.usage.time'), isRowHead: true, cell: ({ at }) => timeName(at) },
        { id: 'sims', head: t('dashboard.sims'), isNumber: true, cell: ({ sims }) => formatNumber(sims) },
      ]}
    />
  )
}
