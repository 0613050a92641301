import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './chart.module.css'
import { labelRoom, ticksBetween } from './chart-scale.ts'
import { useWidth } from './use-width.ts'

export interface ChartBar {
  readonly key: string
  /** its name in sentences: 'lun 16', '09:00–10:00' */
  readonly name: string
  /** its label on the axis, '' for none: not each has room */
  readonly mark: string
  readonly value: number
  /** what the value is compared with: a step of the line over the bars */
  readonly before?: number | undefined
  /** added to its label */
  readonly note?: string
}

interface BarChartProps {
  readonly bars: readonly ChartBar[]
  readonly format: (value: number) => string
  /** what `format` counts in, as bytes of a gigabyte: grid lines are at round numbers of it. Of single things, whole ones */
  readonly unit?: number
  /** the chart in a sentence */
  readonly summary: string
  /** what the arrow keys choose among */
  readonly what: string
  /** the bar whose day or hour is shown now */
  readonly chosen?: number
  /** a line in place of bars; unless the values differ much, its axis begins below the smallest */
  readonly isLine?: boolean
  /** px */
  readonly height?: number
  readonly onPick?: (index: number) => void
}

/**
 * px: minimum room for the labels of the values, at the right, for the named bar above, for the axis labels
 * below
 */
const [LEFT, RIGHT, TOP, AXIS, HEIGHT] = [46, 8, 20, 18, 116] as const
/** px: least room between grid lines */
const LINE_GAP = 20

type Sizes = Pick<BarChartProps, 'bars' | 'format' | 'unit' | 'isLine' | 'height'>

/** Least part of the greatest value that the axis of a line spans: a change of 3 % must not look like an outage. */
const LEAST_SPAN = 0.1

/** Where the axis begins: at zero, or where the movement of a line can be seen. */
function floorOf({ bars, isLine = false }: Sizes, maximum: number): number {
  if (!isLine) return 0
  const minimum = Math.min(maximum, ...bars.map(({ value }) => value))
  if (minimum <= maximum / 2) return 0
  return Math.floor(Math.min(minimum - (maximum - minimum) / 2, maximum * (1 - LEAST_SPAN)))
}

function places(sizes: Sizes, width: number) {
  const { bars, format, unit = 1, height: whole = HEIGHT } = sizes
  const maximum = Math.max(0, ...bars.map(({ value, before = 0 }) => Math.max(value, before)))
  const floor = floorOf(sizes, maximum)
  const base = whole - AXIS
  const lines = Math.max(2, Math.min(4, Math.floor((base - TOP) / LINE_GAP)))
  const ticks = ticksBetween(floor / unit, maximum / unit, lines)
    .filter((tick) => unit !== 1 || Number.isInteger(tick))
    .map((tick) => tick * unit)
  const left = labelRoom(ticks.map(format), LEFT)
  const step = (Math.max(width, 200) - left - RIGHT) / Math.max(1, bars.length)
  return {
    most: maximum,
    floor,
    ticks,
    base,
    left,
    right: left + step * bars.length,
    barWidth: Math.max(2, Math.min(22, step * 0.66)),
    x: (index: number) => left + (index + 0.5) * step,
    height: (value: number) =>
      value <= floor || maximum === 0 ? 0 : Math.max(1, ((base - TOP) * (value - floor)) / (maximum - floor)),
    at: (x: number) => Math.max(0, Math.min(bars.length - 1, Math.floor((x - left) / step))),
  }
}

function Drawing({ width, named, ...props }: BarChartProps & { width: number; named: number }) {
  const { bars, format, summary, chosen, isLine = false, height: whole = HEIGHT } = props
  const { most: maximum, floor, ticks, base, left, right, barWidth, x, height } = places(props, width)
  const bar = bars[named]
  const isRight = named > bars.length * 0.6
  return (
    <svg viewBox={`0 0 ${width} ${whole}`} width={width} height={whole} role="img" aria-label={summary}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={base - height(tick)} y2={base - height(tick)} className={styles.gridLine} />
          <text x={left - 6} y={base - height(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={base + 0.5} y2={base + 0.5} className={styles.axis} />
      {maximum > 0 && floor === 0 ? (
        <text x={left - 6} y={base + 4} textAnchor="end">
          0
        </text>
      ) : null}
      {isLine ? (
        <Line bars={bars} x={x} y={(value) => base - height(value)} base={floor === 0 ? base : undefined} named={named} />
      ) : null}
      {bars.map(({ key, value, mark }, index) => (
        <g key={key}>
          {isLine ? null : (
            <rect
              x={x(index) - barWidth / 2}
              y={base - height(value)}
              width={barWidth}
              height={height(value)}
              rx={1}
              className={
                index === chosen ? `${styles.bar} ${styles.chosen}` : classes(styles.bar, index === named && styles.named)
              }
            />
          )}
          {mark ? (
            <text
              x={index === bars.length - 1 ? right + RIGHT : x(index)}
              y={whole - 4}
              textAnchor={index === bars.length - 1 ? 'end' : 'middle'}
            >
              {mark}
            </text>
          ) : null}
        </g>
      ))}
      <path d={stepsBefore(bars, left, right, (value) => base - height(value))} className={styles.before} />
      {bar && maximum > 0 ? (
        <text className={`${styles.label} ${styles.halo}`} x={x(named)} y={TOP - 7} textAnchor={isRight ? 'end' : 'start'}>
          {bar.name}: {format(bar.value)}
          {bar.note}
        </text>
      ) : null}
    </svg>
  )
}

/** One line of steps, as wide as the bars with their gaps. */
function stepsBefore(bars: readonly ChartBar[], left: number, right: number, y: (value: number) => number): string {
  const step = (right - left) / bars.length
  return bars
    .map(({ before }, index) => {
      if (before === undefined) return ''
      return `${bars[index - 1]?.before === undefined ? 'M' : 'L'}${left + index * step} ${y(before)}h${step}`
    })
    .join('')
}

interface LineProps extends Pick<BarChartProps, 'bars'> {
  x(index: number): number
  y(value: number): number
  /** where zero is; undefined: below the axis */
  readonly base: number | undefined
  readonly named: number
}

/** The values as a line, over an area only when that reaches down to zero, with a dot at the named one. */
function Line({ bars, x, y, base, named }: LineProps) {
  const line = bars.map(({ value }, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
  const bar = bars[named]
  return (
    <>
      {base === undefined ? null : (
        <path d={`M${x(0)} ${base}L${line}L${x(bars.length - 1)} ${base}Z`} className={styles.area} />
      )}
      <path d={`M${line}`} className={styles.totalLine} />
      {bar ? <circle cx={x(named)} cy={y(bar.value)} r={3} className={styles.totalDot} /> : null}
    </>
  )
}

/** Bars side by side. The pointer or the arrow keys highlight one; a click or Enter chooses it. */
export function BarChart(props: BarChartProps) {
  const { bars, format, what, isLine, onPick, height = HEIGHT } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const { at } = places(props, width)
  const most = Math.max(...bars.map(({ value }) => value))
  // how it is now at the end of a line, and among bars the greatest
  const usual = isLine
    ? bars.length - 1
    : Math.max(
        0,
        bars.findIndex(({ value }) => value === most),
      )
  const named = Math.min(chosen ?? usual, bars.length - 1)
  const placeOf = (event: PointerEvent<HTMLDivElement>) => at(event.clientX - event.currentTarget.getBoundingClientRect().left)
  const moved = (event: PointerEvent<HTMLDivElement>) => setChosen(placeOf(event))
  const bar = bars[named]
  return (
    <div
      className={classes(styles.chart, onPick !== undefined && styles.isLink)}
      ref={ref}
      style={{ height }}
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
        aria-valuetext={bar ? `${bar.name}: ${format(bar.value)}${bar.note ?? ''}` : ''}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setChosen(Number(event.currentTarget.value))}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') onPick?.(named)
        }}
        onBlur={() => setChosen(undefined)}
      />
    </div>
  )
}
