import type { ChangeEvent, PointerEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { formatMb, formatUsedMb } from '#web/lib/format.ts'
import { formatWeekday } from '#web/lib/format-moments.ts'
import chartStyles from '#web/ui/chart/chart.module.css'
import { useWidth } from '#web/ui/chart/use-width.ts'
import { chartSpace } from './chart-space.ts'
import { DayBars, DayNames } from './day-bars.tsx'
import { RunningTotal } from './running-total.tsx'
import { busiestDay, type CycleUsage, type Forecast, lastDay } from './usage-cycles.ts'

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
    used: formatUsedMb(usage.days[lastDay(usage)]?.totalBytes ?? 0),
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
