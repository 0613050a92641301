import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localDay } from '#domain/billing-cycle.ts'
import { lastDayOf } from '#domain/days.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { formatDay, formatMinute, formatUsedMb } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { UsageLate } from '#web/ui/as-of.tsx'
import { IconButton } from '#web/ui/button.tsx'
import chartStyles from '#web/ui/chart/chart.module.css'
import { Choice } from '#web/ui/choice.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import { type SimUsage, simUsageQuery } from '../sims.api.ts'
import { Section } from './section.tsx'
import type { Level } from './sim-head.tsx'
import styles from './usage.module.css'
import { type Counted, UsageBars } from './usage-bars.tsx'
import { UsageChart } from './usage-chart.tsx'
import {
  availableCycles,
  type CycleUsage,
  type Forecast,
  lastDay,
  usageForecastOf,
  usageOfCycle,
  usedOf,
} from './usage-cycles.ts'
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
      {/* few SIMs make calls */}
      {sim.monthlyVoiceConsumption > 0
        ? figure(
            t('simDetail.voice'),
            t('sims.field.monthlyVoiceConsumption'),
            t('sims.detail.voice', { count: voiceMinutes(sim.monthlyVoiceConsumption) }),
          )
        : null}
    </dl>
  )
}

const FORECAST_WORDS = {
  reaches: 'sims.detail.reaches',
  reached: 'sims.detail.reached',
  ends: 'sims.detail.staysBelow',
} as const

/** The forecast in a sentence. */
function ForecastLine({ forecast, usage }: { forecast: Forecast | undefined; usage: CycleUsage }) {
  const { t } = useTranslation()
  if (!forecast) return usedOf(usage) === 0 ? t('sims.detail.usageNone') : '\u00a0'
  const value = forecast.kind === 'ends' ? formatUsedMb(forecast.bytes) : formatDay(usage.days[forecast.index]?.day ?? '')
  return (
    <>
      {t(FORECAST_WORDS[forecast.kind])} <b className="semibold">{value}</b>.
    </>
  )
}

type Measure = 'data' | Counted

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
      <p className={`text-small text-secondary ${styles.outlook}`}>
        <ForecastLine forecast={forecast} usage={shown} />
      </p>
    </>
  )
}

const cycleOf = (sim: SimDetail, usage: SimUsage, cycle = sim.cycle): CycleUsage =>
  usageOfCycle(cycle, usage.days, localDay(new Date(usage.asOf), sim.cycle.timeZone))

/** The usage of a SIM, once it is loaded. */
function SimUsageLoaded({ icc, children }: { icc: string; children: (usage: SimUsage) => ReactNode }) {
  const { t } = useTranslation()
  const waiting = <div className={chartStyles.wait} aria-busy="true" />
  return (
    <Loaded query={useQuery(simUsageQuery(icc))} failed={t('sims.detail.usageFailed')} waiting={waiting}>
      {children}
    </Loaded>
  )
}

/** The data of the running cycle. @param onDay a day was chosen */
export const CycleChart = ({ sim, onDay }: { sim: SimDetail; onDay: () => void }) => (
  <SimUsageLoaded icc={sim.icc}>
    {(usage) => <DataChart sim={sim} usage={usage} shown={cycleOf(sim, usage)} onDay={onDay} />}
  </SimUsageLoaded>
)

/** The days of a cycle as a chart of data, SMS or voice, against the plan. @param children beside the choice of these */
function DaysChart({ sim, usage, shown, onDay, children }: DaysProps & { children: ReactNode }) {
  const { t } = useTranslation()
  const [measure, setMeasure] = useState<Measure>('data')
  return (
    <>
      <div className={styles.overChart}>
        <Choice
          label={t('simDetail.measure')}
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'data', text: t('sims.detail.data') },
            { value: 'sms', text: t('sims.detail.sms') },
            { value: 'voice', text: t('sims.detail.voiceColumn') },
          ]}
        />
        {children}
      </div>
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
  const cycles = availableCycles(sim.cycle, usage.asOf)
  const shown = cycleOf(sim, usage, { ...sim.cycle, ...cycles[index] })
  const days = formatDays(shown.cycle.start, lastDayOf(shown.cycle))
  const choose = (next: number) => {
    setIndex(next)
    setDay(undefined)
  }
  const past = shown.days.slice(0, lastDay(shown) + 1)
  const latest = past.findLastIndex(({ dataBytes }) => dataBytes > 0)
  // they are of the running cycle
  const totals = index === 0 ? <Totals sim={sim} /> : null
  return (
    <>
      <Section
        level={level}
        title={t('sims.detail.usageByDay')}
        about={t('simDetail.usageAbout', { days })}
        actions={
          <>
            <IconButton
              Icon={IconChevronLeft}
              label={t('simDetail.cycleBefore')}
              blocked={!cycles[index + 1]}
              onClick={() => choose(index + 1)}
            />
            <IconButton
              Icon={IconChevronRight}
              label={t('simDetail.cycleAfter')}
              blocked={!cycles[index - 1]}
              onClick={() => choose(index - 1)}
            />
            <TableToggle asTable={asTable} onToggle={toggle} />
          </>
        }
      >
        {asTable ? (
          <>
            {totals}
            <UsageTable usage={shown} onDay={setDay} />
          </>
        ) : (
          <DaysChart {...{ sim, usage, shown }} onDay={setDay}>
            {totals}
          </DaysChart>
        )}
      </Section>
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

export const ConsumptionTab = ({ sim, level }: { sim: SimDetail; level: Level }) => (
  <SimUsageLoaded icc={sim.icc}>{(usage) => <UsageByDay sim={sim} usage={usage} level={level} />}</SimUsageLoaded>
)
