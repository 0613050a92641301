import { type ByteScale, byteScale, ticksUpTo } from './chart-scale.ts'
import type { CycleUsage } from './usage-cycles.ts'
import { lastDay } from './usage-cycles.ts'

const LEFT = 42
const RIGHT = 8
const TOP = 16
/** px between the running total and the bars (the named day stands there), of the bars, and of the names of days */
const GAP = 32
const BARS = 40
const AXIS = 18
/** Room above the highest value, for the limit's name. */
const HEADROOM = 1.14

/** Where everything of a usage chart stands, in px: running total above, bars below, one time axis. */
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
  readonly scale: ByteScale
  /** values of the hairlines, in units of the scale */
  readonly ticks: readonly number[]
  /** bytes of the highest bar */
  readonly mostBytes: number
  /** middle of a day; a fraction lies between two days */
  x(place: number): number
  /** height of a running total */
  y(bytes: number): number
  /** height of a bar */
  barHeight(bytes: number): number
  /** the day at a place of the pointer */
  dayAt(x: number): number
}

export function chartSpace(usage: CycleUsage, limitBytes: number, width: number, height: number): ChartSpace {
  const count = usage.days.length
  const used = usage.days[lastDay(usage)]?.totalBytes ?? 0
  const scale = byteScale(Math.max(limitBytes, used))
  const highest = Math.max(limitBytes, used, scale.size) * HEADROOM
  const right = width - RIGHT
  const step = (right - LEFT) / count
  const barBase = height - AXIS
  const barTop = barBase - BARS
  const base = barTop - GAP
  const mostBytes = Math.max(0, ...usage.days.map(({ dataBytes }) => dataBytes))
  return {
    width,
    height,
    left: LEFT,
    right,
    top: TOP,
    base,
    barTop,
    barBase,
    barWidth: Math.max(2, Math.min(22, step * 0.66)),
    scale,
    ticks: ticksUpTo(Math.max(limitBytes, used, scale.size) / scale.size),
    mostBytes,
    x: (place) => LEFT + (place + 0.5) * step,
    y: (bytes) => base - ((base - TOP) * bytes) / highest,
    barHeight: (bytes) => (mostBytes === 0 || bytes === 0 ? 0 : Math.max(1, (BARS * bytes) / mostBytes)),
    dayAt: (x) => Math.max(0, Math.min(count - 1, Math.floor((x - LEFT) / step))),
  }
}
