import { BYTES_PER_MB } from '#domain/usage.ts'
import { usedMb } from '#web/lib/format.ts'
import { labelRoom, ticksBetween, tickText } from '#web/ui/chart/chart-scale.ts'
import type { CycleUsage } from './usage-cycles.ts'
import { lastDay } from './usage-cycles.ts'

const LEFT = 42
const RIGHT = 8
const TOP = 16
/**
 * px: gap between the running total and the bars (for the label of the highlighted day), height of the bars, and of the
 * day labels
 */
const GAP = 32
const BARS = 40
const AXIS = 18
/** Space above the highest value, for the limit's label. */
const HEADROOM = 1.14

/** Layout of a usage chart, px: running total above, bars below, one time axis. */
export interface ChartSpace {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  /** the zero line of the running total */
  readonly base: number
  readonly barTop: number
  readonly barBase: number
  readonly barWidth: number
  /** values of the grid lines, MB */
  readonly ticks: readonly number[]
  /** bytes of the highest bar */
  readonly mostBytes: number
  /** centre of a day; a fraction is between two days */
  x(index: number): number
  /** height of a running total */
  y(bytes: number): number
  /** height of a bar */
  barHeight(bytes: number): number
  /** the day at a pointer position */
  dayAt(x: number): number
}

export function chartSpace(usage: CycleUsage, limitBytes: number, width: number, height: number): ChartSpace {
  const count = usage.days.length
  const used = usage.days[lastDay(usage)]?.totalBytes ?? 0
  const most = Math.max(limitBytes, used, BYTES_PER_MB)
  const highest = most * HEADROOM
  const ticks = ticksBetween(0, most / BYTES_PER_MB)
  const right = width - RIGHT
  const barBase = height - AXIS
  const barTop = barBase - BARS
  const base = barTop - GAP
  const mostBytes = Math.max(0, ...usage.days.map(({ dataBytes }) => dataBytes))
  const left = labelRoom([...ticks.map(tickText), usedMb(mostBytes)], LEFT)
  const step = (right - left) / count
  return {
    width,
    height,
    left,
    right,
    top: TOP,
    base,
    barTop,
    barBase,
    barWidth: Math.max(2, Math.min(22, step * 0.66)),
    ticks,
    mostBytes,
    x: (index) => left + (index + 0.5) * step,
    y: (bytes) => base - ((base - TOP) * bytes) / highest,
    barHeight: (bytes) => (mostBytes === 0 || bytes === 0 ? 0 : Math.max(1, (BARS * bytes) / mostBytes)),
    dayAt: (x) => Math.max(0, Math.min(count - 1, Math.floor((x - left) / step))),
  }
}
