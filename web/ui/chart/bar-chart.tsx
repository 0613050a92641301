import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './chart.module.css'
import { labelRoom } from './chart-scale.ts'
import { useWidth } from './use-width.ts'

export interface ChartBar {
  readonly key: string
  /** its name in sentences: 'lun 16', '09:00–10:00' */
  readonly name: string
  /** its label on the axis, '' for none: not each has room */
  readonly mark: string
  readonly value: number
}

interface BarChartProps {
  readonly bars: readonly ChartBar[]
  readonly format: (value: number) => string
  /** the chart in a sentence */
  readonly summary: string
  /** what the arrow keys choose among */
  readonly what: string
  /** the bar whose day or hour is shown now */
  readonly chosen?: number
  readonly onPick?: (place: number) => void
}

/**
 * px: minimum room for the label of the greatest value, at the right, for the named bar above, for the axis labels
 * below
 */
const [LEFT, RIGHT, TOP, AXIS, HEIGHT] = [46, 8, 20, 18, 116] as const

function places({ bars, format }: Pick<BarChartProps, 'bars' | 'format'>, width: number) {
  const maximum = Math.max(0, ...bars.map(({ value }) => value))
  const left = labelRoom([format(maximum)], LEFT)
  const step = (Math.max(width, 200) - left - RIGHT) / Math.max(1, bars.length)
  const base = HEIGHT - AXIS
  return {
    most: maximum,
    base,
    left,
    right: left + step * bars.length,
    barWidth: Math.max(2, Math.min(22, step * 0.66)),
    x: (place: number) => left + (place + 0.5) * step,
    height: (value: number) => (value === 0 || maximum === 0 ? 0 : Math.max(1, ((base - TOP) * value) / maximum)),
    at: (x: number) => Math.max(0, Math.min(bars.length - 1, Math.floor((x - left) / step))),
  }
}

function Drawing({ bars, format, summary, width, named, chosen }: BarChartProps & { width: number; named: number }) {
  const { most: maximum, base, left, right, barWidth, x, height } = places({ bars, format }, width)
  const bar = bars[named]
  const isRight = named > bars.length * 0.6
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={summary}>
      <line x1={left} x2={right} y1={base + 0.5} y2={base + 0.5} className={styles.axis} />
      {maximum > 0 ? (
        <text x={left - 6} y={TOP + 8} textAnchor="end">
          {format(maximum)}
        </text>
      ) : null}
      {bars.map(({ key, value, mark }, place) => (
        <g key={key}>
          <rect
            x={x(place) - barWidth / 2}
            y={base - height(value)}
            width={barWidth}
            height={height(value)}
            rx={1}
            className={
              place === chosen ? `${styles.bar} ${styles.chosen}` : classes(styles.bar, place === named && styles.named)
            }
          />
          {mark ? (
            <text
              x={place === bars.length - 1 ? right + RIGHT : x(place)}
              y={HEIGHT - 4}
              textAnchor={place === bars.length - 1 ? 'end' : 'middle'}
            >
              {mark}
            </text>
          ) : null}
        </g>
      ))}
      {bar && maximum > 0 ? (
        <text className={`${styles.label} ${styles.halo}`} x={x(named)} y={TOP - 7} textAnchor={isRight ? 'end' : 'start'}>
          {bar.name}: {format(bar.value)}
        </text>
      ) : null}
    </svg>
  )
}

/** Bars side by side. The pointer or the arrow keys highlight one; a click or Enter chooses it. */
export function BarChart(props: BarChartProps) {
  const { bars, format, what, onPick } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const { at, most: maximum } = places({ bars, format }, width)
  const greatest = bars.findIndex(({ value }) => value === maximum)
  const named = Math.min(chosen ?? Math.max(0, greatest), bars.length - 1)
  const placeOf = (event: PointerEvent<HTMLDivElement>) => at(event.clientX - event.currentTarget.getBoundingClientRect().left)
  const moved = (event: PointerEvent<HTMLDivElement>) => setChosen(placeOf(event))
  const bar = bars[named]
  return (
    <div
      className={styles.chart}
      ref={ref}
      style={{ height: HEIGHT }}
      onPointerMove={moved}
      onPointerDown={moved}
      onPointerUp={(event) => onPick?.(placeOf(event))}
      onPointerLeave={() => setChosen(undefined)}
    >
      {width === 0 ? null : <Drawing {...props} width={width} named={named} />}
      <input
        type="range"
        min={0}
        max={bars.length - 1}
        value={named}
        aria-label={what}
        aria-valuetext={bar ? `${bar.name}: ${format(bar.value)}` : ''}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setChosen(Number(event.currentTarget.value))}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') onPick?.(named)
        }}
        onBlur={() => setChosen(undefined)}
      />
    </div>
  )
}
