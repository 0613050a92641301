import type { ChangeEvent, PointerEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMb, formatUsedMb, usedMb } from '#web/lib/format.ts'
import { formatWeekday } from '#web/lib/format-moments.ts'
import chartStyles from '#web/ui/chart/chart.module.css'
import { namedDays } from '#web/ui/chart/chart-scale.ts'
import { useWidth } from '#web/ui/chart/use-width.ts'
import { type ChartSpace, chartSpace } from './chart-space.ts'
import { RunningTotal } from './running-total.tsx'
import { busiestDay, type CycleUsage, type Forecast, lastDay, usedOf } from './usage-cycles.ts'

interface PartProps {
  readonly usage: CycleUsage
  readonly space: ChartSpace
}

/** A bar for each day; the highlighted day is darker and has a label. */
function DayBars({ usage, space, named }: PartProps & { named: number }) {
  const { barWidth, barBase, barTop } = space
  const day = usage.days[named]
  const isRight = named > usage.days.length * 0.6
  const edge = space.x(named) + ((isRight ? 1 : -1) * barWidth) / 2
  return (
    <>
      <line x1={space.left} x2={space.right} y1={barBase + 0.5} y2={barBase + 0.5} className={chartStyles.axis} />
      <text x={space.left - 6} y={barTop + 8} textAnchor="end">
        {usedMb(space.mostBytes)}
      </text>
      {usage.days.map(({ day: key, dataBytes }, index) => {
        const isToCome = index > lastDay(usage)
        const height = isToCome ? 1 : space.barHeight(dataBytes)
        const state = isToCome ? chartStyles.toCome : index === named && chartStyles.named
        return (
          <rect
            key={key}
            x={space.x(index) - barWidth / 2}
            y={barBase - height}
            width={barWidth}
            height={height}
            rx={1}
            className={classes(chartStyles.bar, state)}
          />
        )
      })}
      {day && space.mostBytes > 0 ? (
        <text
          className={`${chartStyles.label} ${chartStyles.halo}`}
          x={edge}
          y={barTop - 6}
          textAnchor={isRight ? 'end' : 'start'}
        >
          {formatWeekday(day.day)}: {formatUsedMb(day.dataBytes)}
        </text>
      ) : null}
    </>
  )
}

/** The axis labels: today by its word, others by number. */
function DayNames({ usage, space }: PartProps) {
  const { t } = useTranslation()
  const y = space.height - 4
  const { today, days } = usage
  // in the middle the last one would pass the edge
  const place = (index: number) =>
    index === days.length - 1
      ? ({ x: space.right, textAnchor: 'end' } as const)
      : ({ x: space.x(index), textAnchor: 'middle' } as const)
  return (
    <>
      {namedDays(days.length, today).map((index) => (
        <text key={index} y={y} {...place(index)}>
          {Number(days[index]?.day.slice(8))}
        </text>
      ))}
      {today === undefined ? null : (
        <text className={chartStyles.label} y={y} {...place(today)}>
          {t('sims.detail.today')}
        </text>
      )}
    </>
  )
}

interface UsageChartProps {
  readonly usage: CycleUsage
  readonly limitMb: number
  readonly forecast: Forecast | undefined
  /** a day was clicked, or Enter pressed on it */
  onDay(index: number): void
}

/** px: lower on phones, to leave space for the panel's other parts. */
const HEIGHT = { narrow: 204, wide: 280 } as const
const WIDE_FROM = 640

function useSummary({ usage, limitMb }: UsageChartProps): string {
  const { t } = useTranslation()
  const busiest = usage.days[busiestDay(usage) ?? -1]
  if (!busiest) return t('sims.detail.usageNone')
  const words = {
    used: formatUsedMb(usedOf(usage)),
    limit: formatMb(limitMb),
    day: formatWeekday(busiest.day),
    most: formatUsedMb(busiest.dataBytes),
  }
  return limitMb > 0 ? t('sims.detail.usageSummary', words) : t('sims.detail.usageSummaryNoLimit', words)
}

/** The running total against the limit and the bars by day. The pointer or the arrow keys highlight a day. */
export function UsageChart(props: UsageChartProps) {
  const { usage, limitMb, forecast, onDay } = props
  const { t } = useTranslation()
  const [ref, width] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const summary = useSummary(props)
  const last = lastDay(usage)
  const space = chartSpace(usage, limitMb * BYTES_PER_MB, Math.max(240, width), width < WIDE_FROM ? HEIGHT.narrow : HEIGHT.wide)
  const named = Math.min(chosen ?? busiestDay(usage) ?? last, last)
  const day = usage.days[named]
  const dayOf = (event: PointerEvent<HTMLDivElement>) =>
    space.dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left)
  const moved = (event: PointerEvent<HTMLDivElement>) => setChosen(dayOf(event))
  const words = day && { day: formatWeekday(day.day), data: formatUsedMb(day.dataBytes), total: formatUsedMb(day.totalBytes) }
  return (
    <div
      className={chartStyles.chart}
      ref={ref}
      style={{ height: space.height }}
      onPointerMove={moved}
      onPointerDown={moved}
      onPointerUp={(event) => onDay(Math.min(dayOf(event), last))}
      onPointerLeave={() => setChosen(undefined)}
    >
      {width === 0 ? null : (
        <svg
          viewBox={`0 0 ${space.width} ${space.height}`}
          width={space.width}
          height={space.height}
          role="img"
          aria-label={summary}
        >
          <RunningTotal {...{ usage, space, forecast, limitMb }} named={chosen === undefined ? undefined : named} />
          <DayBars {...{ usage, space, named }} />
          <DayNames {...{ usage, space }} />
        </svg>
      )}
      <input
        type="range"
        min={0}
        max={last}
        value={named}
        aria-label={t('simDetail.chartDay')}
        aria-valuetext={words ? t('simDetail.chartDayText', words) : ''}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setChosen(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onDay(named)
        }}
        onBlur={() => setChosen(undefined)}
      />
    </div>
  )
}
