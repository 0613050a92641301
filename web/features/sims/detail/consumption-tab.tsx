import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localDay } from '#domain/billing-cycle.ts'
import { lastDayOf } from '#domain/days.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { formatDay, formatMinute, formatUsedMb } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { UsageLate } from '#web/ui/as-of.tsx'
import { Button } from '#web/ui/button.tsx'
import chartStyles from '#web/ui/chart/chart.module.css'
import { Choice } from '#web/ui/choice.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import { type SimUsage, simUsageQuery } from '../sims.api.ts'
import sectionsStyles from './sections.module.css'
import type { Level } from './sim-head.tsx'
import styles from './usage.module.css'
import { type Counted, UsageBars } from './usage-bars.tsx'
import { UsageChart } from './usage-chart.tsx'
import { availableCycles, type CycleUsage, type Forecast, lastDay, usageForecastOf, usageOfCycle } from './usage-cycles.ts'
import { UsageHours } from './usage-hours.tsx'
import { UsageTable, voiceMinutes } from './usage-table.tsx'

/** What the three facts above the tabs leave out of the usage. */
function Totals({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const figure = (label: string, name: string, value: string) => (
    <div>
      <dt className="overline">
        {label}
        <span className="visually-hidden">, {name}</span>
      </dt>
      <dd className="tabular-numbers">
        <HighlightOnChange value={value}>{value}</HighlightOnChange>
      </dd>
    </div>
  )
  return (
    <dl className={styles.totals} aria-label={t('simDetail.usageTotals')}>
      {figure(t('simDetail.today'), t('sims.field.dailyDataConsumption'), formatUsedMb(sim.dailyDataConsumption))}
      {figure(
        t('simDetail.voice'),
        t('sims.field.monthlyVoiceConsumption'),
        t('sims.detail.voice', { count: voiceMinutes(sim.monthlyVoiceConsumption) }),
      )}
    </dl>
  )
}

/** The forecast in a sentence. */
function ForecastLine({ forecast, usage }: { forecast: Forecast | undefined; usage: CycleUsage }) {
  const { t } = useTranslation()
  if (!forecast)
    return (
      <p className={`text-small text-secondary ${styles.outlook}`}>
        {lastTotal(usage) === 0 ? t('sims.detail.usageNone') : '\u00a0'}
      </p>
    )
  const words = { reaches: 'sims.detail.reaches', reached: 'sims.detail.reached', ends: 'sims.detail.staysBelow' } as const
  const value = forecast.kind === 'ends' ? formatUsedMb(forecast.bytes) : formatDay(usage.days[forecast.index]?.day ?? '')
  return (
    <p className={`text-small text-secondary ${styles.outlook}`}>
      {t(words[forecast.kind])} <b className="semibold">{value}</b>.
    </p>
  )
}

const lastTotal = (usage: CycleUsage): number => usage.days[lastDay(usage)]?.totalBytes ?? 0

interface CycleChoiceProps {
  readonly index: number
  readonly count: number
  onChoose(index: number): void
}

/** Buttons to the previous and next cycle. */
function CycleChoice({ index, count, onChoose }: CycleChoiceProps) {
  const { t } = useTranslation()
  const step = (label: string, to: number, Icon: typeof IconChevronLeft) => (
    <Button variant="ghost" size="sm" square aria-label={label} blocked={to < 0 || to >= count} onClick={() => onChoose(to)}>
      <Icon className="icon" aria-hidden="true" />
    </Button>
  )
  return (
    <>
      {step(t('simDetail.cycleBefore'), index + 1, IconChevronLeft)}
      {step(t('simDetail.cycleAfter'), index - 1, IconChevronRight)}
    </>
  )
}

type Measure = 'data' | Counted

function MeasureChoice({ measure, onMeasure }: { measure: Measure; onMeasure: (measure: Measure) => void }) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('simDetail.measure')}
      value={measure}
      onChange={onMeasure}
      options={[
        { value: 'data', text: t('sims.detail.data') },
        { value: 'sms', text: t('sims.detail.sms') },
        { value: 'voice', text: t('sims.detail.voiceColumn') },
      ]}
    />
  )
}

interface DaysProps {
  readonly sim: SimDetail
  readonly usage: SimUsage
  readonly shown: CycleUsage
  onDay(index: number): void
}

/** The data of a cycle by day against the plan, and where it will end. */
function DataChart({ sim, usage, shown, onDay }: DaysProps) {
  const forecast = usageForecastOf(shown, {
    isActive: sim.simAdministrativeStatusId === ADMINISTRATIVE_STATUS.active,
    usage: usage.days,
    limitBytes: sim.planMb * BYTES_PER_MB,
    asOf: usage.asOf,
    timeZone: sim.cycle.timeZone,
  })
  return (
    <>
      <UsageChart usage={shown} limitMb={sim.planMb} forecast={forecast} onDay={onDay} />
      <ForecastLine forecast={forecast} usage={shown} />
    </>
  )
}

const cycleOf = (sim: SimDetail, usage: SimUsage, cycle = sim.cycle): CycleUsage =>
  usageOfCycle(cycle, usage.days, localDay(new Date(usage.asOf), sim.cycle.timeZone))

/** The data of the running cycle. @param onDay a day was chosen */
export function CycleChart({ sim, onDay }: { sim: SimDetail; onDay: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simUsageQuery(sim.icc))
  if (data) return <DataChart sim={sim} usage={data} shown={cycleOf(sim, data)} onDay={onDay} />
  if (error) return <ErrorState title={t('sims.detail.usageFailed')} error={error} onRetry={() => void refetch()} />
  return <div className={chartStyles.wait} aria-busy="true" />
}

/** The days of a cycle as a chart of data, SMS or voice, against the plan. */
function DaysChart({ sim, usage, shown, onDay }: DaysProps) {
  const [measure, setMeasure] = useState<Measure>('data')
  return (
    <>
      <MeasureChoice measure={measure} onMeasure={setMeasure} />
      {measure === 'data' ? (
        <DataChart {...{ sim, usage, shown, onDay }} />
      ) : (
        <UsageBars usage={shown} what={measure} includedSms={sim.includedSms} onDay={onDay} />
      )}
    </>
  )
}

/** Usage by day of the running or an earlier cycle, and by hour of one of its days. */
function UsageByDay({ sim, usage, level }: { sim: SimDetail; usage: SimUsage; level: Level }) {
  const { t } = useTranslation()
  const [index, setIndex] = useState(0)
  const [day, setDay] = useState<number>()
  const [asTable, toggle] = useTableView()
  const id = useId()
  const Heading = `h${level}` as const
  const cycles = availableCycles(sim.cycle, usage.asOf)
  const shown = cycleOf(sim, usage, { ...sim.cycle, ...cycles[index] })
  const days = formatDays(shown.cycle.start, lastDayOf(shown.cycle))
  const choose = (next: number) => {
    setIndex(next)
    setDay(undefined)
  }
  const past = shown.days.slice(0, lastDay(shown) + 1)
  const latest = past.findLastIndex(({ dataBytes }) => dataBytes > 0)
  return (
    <>
      <section aria-labelledby={id}>
        <div className={`row ${sectionsStyles.sectionHead}`}>
          <Heading className="grow ellipsis" id={id}>
            {t('sims.detail.usageByDay')}{' '}
            <span className={`text-tertiary ${sectionsStyles.plain}`}>{t('simDetail.usageAbout', { days })}</span>
          </Heading>
          <CycleChoice index={index} count={cycles.length} onChoose={choose} />
          <TableToggle asTable={asTable} onToggle={toggle} />
        </div>
        {asTable ? <UsageTable usage={shown} onDay={setDay} /> : <DaysChart {...{ sim, usage, shown }} onDay={setDay} />}
      </section>
      <UsageHours
        icc={sim.icc}
        days={past}
        index={day ?? (latest < 0 ? past.length - 1 : latest)}
        level={level}
        onIndex={setDay}
      />
      <p className={`row text-small text-tertiary ${styles.usageAsof}`}>
        <span className="tabular-numbers">{t('simDetail.usageAsOf', { moment: formatMinute(usage.usageAsOf) })}</span>
        <UsageLate usageAt={usage.usageAsOf} at={usage.asOf} />
      </p>
    </>
  )
}

export function ConsumptionTab({ sim, level }: { sim: SimDetail; level: Level }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simUsageQuery(sim.icc))
  return (
    <>
      <Totals sim={sim} />
      {data ? <UsageByDay sim={sim} usage={data} level={level} /> : null}
      {!data && error ? <ErrorState title={t('sims.detail.usageFailed')} error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <div className={chartStyles.wait} aria-busy="true" />}
    </>
  )
}
