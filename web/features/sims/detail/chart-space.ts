import { BYTES_PER_MB } from '#domain/usage.ts'
import { usedMb } from '#web/lib/format.ts'
import { labelRoom, ticksBetween, tickText } from '#web/ui/chart/chart-scale.ts'
import { type CycleUsage, usedOf } from './usage-cycles.ts'

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
export type ChartSpace = ReturnType<typeof chartSpace>

export function chartSpace(usage: CycleUsage, limitBytes: number, width: number, height: number) {
  const count = usage.days.length
  const most = Math.max(limitBytes, usedOf(usage), BYTES_PER_MB)
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
    /** the zero line of the running total */
    base,
    barTop,
    barBase,
    barWidth: Math.max(2, Math.min(22, step * 0.66)),
    /** values of the grid lines, MB */
    ticks,
    /** bytes of the highest bar */
    mostBytes,
    /** centre of a day; a fraction is between two days */
    x: (index: number) => left + (index + 0.5) * step,
    /** height of a running total */
    y: (bytes: number) => base - ((base - TOP) * bytes) / highest,
    barHeight: (bytes: number) => (mostBytes === 0 || bytes === 0 ? 0 : Math.max(1, (BARS * bytes) / mostBytes)),
    /** the day at a pointer position */
    dayAt: (x: number) => Math.max(0, Math.min(count - 1, Math.floor((x - left) / step))),
  }
}

/** of a label with its halo, px */
export const LABEL_HEIGHT = 16
const LABEL_WIDTH = 64

/** Baseline of a day's label below the running total: at its left the line, too, is lower than on the day. */
export function belowTotal(
  { days }: CycleUsage,
  { x, y, base }: Pick<ChartSpace, 'x' | 'y' | 'base'>,
  day: number,
  isLeft: boolean,
): number {
  const first = isLeft ? Math.max(0, day - Math.ceil(LABEL_WIDTH / (x(1) - x(0)))) : day
  return Math.min(base - 4, y(days[first]?.totalBytes ?? 0) + LABEL_HEIGHT)
}
