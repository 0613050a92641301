import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bytesLike, byteUnit, formatBytes } from '#web/lib/format.ts'
import { formatWeekday } from '#web/lib/format-moments.ts'
import { IconButton } from '#web/ui/button.tsx'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import chartStyles from '#web/ui/chart/chart.module.css'
import { ErrorState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import { simHoursQuery } from '../sims.api.ts'
import { Section } from './section.tsx'
import type { Level } from './sim-head.tsx'
import styles from './usage.module.css'
import type { UsageCycleDay } from './usage-cycles.ts'

interface UsageHoursProps {
  readonly icc: string
  /** the available days, in order, and the chosen one */
  readonly days: readonly UsageCycleDay[]
  readonly index: number
  readonly level: Level
  onIndex(index: number): void
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const hourName = (hour: number): string => `${clock(hour)}–${clock(hour + 1)}`
/** Hours that are labelled below the chart; a label of the last ones would overflow. */
const NAMED: readonly number[] = [0, 6, 12, 18]

/** Data by hour of one day. */
export function UsageHours({ icc, days, index, level, onIndex }: UsageHoursProps) {
  const { t } = useTranslation()
  const [asTable, toggle] = useTableView()
  const day = days[index]
  if (!day) return null
  return (
    <Section
      className={styles.hours}
      level={level}
      title={t('simDetail.usageByHour')}
      about={formatWeekday(day.day)}
      actions={
        <>
          <IconButton
            Icon={IconChevronLeft}
            label={t('simDetail.dayBefore')}
            blocked={!days[index - 1]}
            onClick={() => onIndex(index - 1)}
          />
          <IconButton
            Icon={IconChevronRight}
            label={t('simDetail.dayAfter')}
            blocked={!days[index + 1]}
            onClick={() => onIndex(index + 1)}
          />
          <TableToggle asTable={asTable} onToggle={toggle} />
        </>
      }
    >
      <Hours icc={icc} day={day} asTable={asTable} />
    </Section>
  )
}

function Hours({ icc, day, asTable }: { icc: string; day: UsageCycleDay; asTable: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simHoursQuery(icc, day.day))
  if (error && !data) return <ErrorState title={t('sims.detail.usageFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={styles.hoursWait} aria-busy="true" />
  const { hours, restBytes } = data
  const maximum = Math.max(...hours)
  const format = bytesLike(maximum)
  const rest =
    restBytes > 0 ? (
      <p className="text-small text-secondary">{t('simDetail.hoursUnknown', { rest: formatBytes(restBytes) })}</p>
    ) : null
  if (maximum <= 0) return rest ?? <p className="text-small text-secondary">{t('simDetail.hoursNone')}</p>
  return (
    <>
      {asTable ? (
        <HoursTable hours={hours} format={format} />
      ) : (
        <HoursChart day={day.day} hours={hours} format={format} unit={byteUnit(maximum)} />
      )}
      {rest}
    </>
  )
}

interface HoursProps {
  readonly hours: readonly number[]
  /** all hours in the unit of the greatest */
  format(bytes: number): string
}

function HoursChart({ day, hours, format, unit }: HoursProps & { readonly day: string; readonly unit: number }) {
  const { t } = useTranslation()
  const maximum = Math.max(...hours)
  const words = { day: formatWeekday(day), hour: hourName(hours.indexOf(maximum)), maximum: format(maximum) }
  return (
    <BarChart
      bars={hours.map((value, hour) => ({
        key: clock(hour),
        name: hourName(hour),
        mark: NAMED.includes(hour) ? clock(hour) : '',
        value,
      }))}
      format={format}
      unit={unit}
      summary={t('simDetail.hoursSummary', words)}
      what={t('simDetail.chartHour')}
    />
  )
}

/** The hours with data as a table, for screen readers. */
function HoursTable({ hours, format }: HoursProps) {
  const { t } = useTranslation()
  const rows = hours.map((bytes, hour) => ({ hour, bytes })).filter(({ bytes }) => bytes > 0)
  return (
    <Table
      className={chartStyles.table}
      label={t('simDetail.usageByHour')}
      rows={rows}
      rowKey={({ hour }) => hour}
      columns={[
        {
          id: 'hour',
          head: t('simDetail.hourColumn'),
          isRowHead: true,
          className: 'tabular-numbers',
          cell: ({ hour }) => hourName(hour),
        },
        { id: 'data', head: t('sims.detail.data'), isNumber: true, cell: ({ bytes }) => format(bytes) },
      ]}
    />
  )
}
