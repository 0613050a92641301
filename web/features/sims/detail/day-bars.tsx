import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { formatUsedMb, usedMb } from '#web/lib/format.ts'
import { formatWeekday } from '#web/lib/format-moments.ts'
import chartStyles from '#web/ui/chart/chart.module.css'
import { namedDays } from '#web/ui/chart/chart-scale.ts'
import type { ChartSpace } from './chart-space.ts'
import { type CycleUsage, lastDay } from './usage-cycles.ts'

interface PartProps {
  readonly usage: CycleUsage
  readonly space: ChartSpace
}

/** A bar for each day; the highlighted day is darker and has a label. */
export function DayBars({ usage, space, named }: PartProps & { named: number }) {
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
        const height = index > lastDay(usage) ? 1 : space.barHeight(dataBytes)
        const className =
          index > lastDay(usage)
            ? `${chartStyles.bar} ${chartStyles.toCome}`
            : classes(chartStyles.bar, index === named && chartStyles.named)
        const y = barBase - height
        return (
          <rect
            key={key}
            x={space.x(index) - barWidth / 2}
            y={y}
            width={barWidth}
            height={height}
            rx={1}
            className={className}
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
export function DayNames({ usage, space }: PartProps) {
  const { t } = useTranslation()
  const y = space.height - 4
  const { today, days } = usage
  return (
    <>
      {namedDays(days.length, today).map((index) => (
        <text key={index} x={space.x(index)} y={y} textAnchor="middle">
          {Number(days[index]?.day.slice(8))}
        </text>
      ))}
      {today === undefined ? null : (
        <text className={chartStyles.label} x={space.x(today)} y={y} textAnchor="middle">
          {t('sims.detail.today')}
        </text>
      )}
    </>
  )
}
