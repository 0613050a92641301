import { useTranslation } from 'react-i18next'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { formatMb, formatUsedMb } from '#web/lib/format.ts'
import chartStyles from '#web/ui/chart/chart.module.css'
import { tickText } from '#web/ui/chart/chart-scale.ts'
import { belowTotal, type ChartSpace, LABEL_HEIGHT } from './chart-space.ts'
import { type CycleUsage, type Forecast, lastDay } from './usage-cycles.ts'

interface RunningTotalProps {
  readonly usage: CycleUsage
  readonly space: ChartSpace
  readonly limitMb: number
  readonly forecast: Forecast | undefined
  /** the highlighted day */
  readonly named: number | undefined
}

function Hairlines({ space }: { space: ChartSpace }) {
  return [0, ...space.ticks].map((tick) => {
    const y = space.y(tick * BYTES_PER_MB)
    return (
      <g key={tick}>
        <line x1={space.left} x2={space.right} y1={y} y2={y} className={chartStyles.gridLine} />
        <text x={space.left - 6} y={y + 4} textAnchor="end">
          {tickText(tick)}
        </text>
      </g>
    )
  })
}

function Limit({ space, limitMb, isLeftBusy }: { space: ChartSpace; limitMb: number; isLeftBusy: boolean }) {
  const { t } = useTranslation()
  const y = space.y(limitMb * BYTES_PER_MB)
  const x = isLeftBusy ? space.right : space.left + 4
  return (
    <>
      <line x1={space.left} x2={space.right} y1={y} y2={y} className={chartStyles.limitLine} />
      <text className={`${chartStyles.stop} ${chartStyles.halo}`} x={x} y={y - 5} textAnchor={isLeftBusy ? 'end' : 'start'}>
        {t('sims.detail.limit', { limit: formatMb(limitMb) })}
      </text>
    </>
  )
}

/** Dotted projection from today to the limit, or to the end of the cycle. */
function Projection({ usage, space, limitMb, forecast }: Omit<RunningTotalProps, 'named'>) {
  const { today, days } = usage
  if (today === undefined || !forecast || forecast.kind === 'reached') return null
  const from = { x: space.x(today), y: space.y(days[today]?.totalBytes ?? 0) }
  if (forecast.kind === 'ends') {
    const y = Math.max(space.top - 8, space.y(forecast.bytes))
    return <path d={`M${from.x} ${from.y}L${space.x(days.length - 1)} ${y}`} className={chartStyles.projection} />
  }
  const at = { x: space.x(Math.max(forecast.index, today + 0.5)), y: space.y(limitMb * BYTES_PER_MB) }
  const slope = (at.y - from.y) / (at.x - from.x)
  // beyond the limit up to the edge of the chart, right or top
  const end = Math.min(space.x(days.length - 1), at.x + (space.top - 8 - at.y) / slope)
  return (
    <>
      <path d={`M${from.x} ${from.y}L${end} ${at.y + (end - at.x) * slope}`} className={chartStyles.projection} />
      <circle cx={at.x} cy={at.y} r={3} className={chartStyles.reach} />
    </>
  )
}

/** The running total of the cycle as a line over its area, against the limit. */
export function RunningTotal({ usage, space, limitMb, forecast, named }: RunningTotalProps) {
  const last = lastDay(usage)
  const line = usage.days
    .slice(0, last + 1)
    .map(({ totalBytes }, index) => `${index === 0 ? 'M' : 'L'}${space.x(index).toFixed(1)} ${space.y(totalBytes).toFixed(1)}`)
    .join('')
  const spoken = named ?? last
  const total = usage.days[spoken]?.totalBytes ?? 0
  const at = { x: space.x(spoken), y: space.y(total) }
  const early = usage.days[Math.min(last, 8)]?.totalBytes ?? 0
  const isLeft = at.x > 130
  const belowLimit = at.y - space.y(limitMb * BYTES_PER_MB)
  const touchesLimit = limitMb > 0 && belowLimit >= 0 && belowLimit <= LABEL_HEIGHT
  return (
    <>
      <Hairlines space={space} />
      <path d={`${line}L${space.x(last)} ${space.base}L${space.x(0)} ${space.base}Z`} className={chartStyles.area} />
      {limitMb > 0 ? <Limit space={space} limitMb={limitMb} isLeftBusy={early > limitMb * BYTES_PER_MB * 0.75} /> : null}
      <path d={line} className={chartStyles.totalLine} />
      <Projection {...{ usage, space, limitMb, forecast }} />
      {named === undefined ? null : (
        <line x1={at.x} x2={at.x} y1={space.top} y2={space.base} className={chartStyles.pointerLine} />
      )}
      <circle cx={at.x} cy={at.y} r={3.5} className={chartStyles.totalDot} />
      <text
        className={`${chartStyles.label} ${chartStyles.halo}`}
        x={at.x + (isLeft ? -9 : 9)}
        y={touchesLimit ? belowTotal(usage, space, spoken, isLeft) : Math.max(space.top + 2, at.y - 3)}
        textAnchor={isLeft ? 'end' : 'start'}
      >
        {formatUsedMb(total)}
      </text>
    </>
  )
}
