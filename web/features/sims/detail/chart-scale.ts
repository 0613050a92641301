const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

export interface ByteScale {
  readonly unit: (typeof BYTE_UNITS)[number]
  /** bytes of one unit, in steps of 1024 */
  readonly size: number
}

/** The unit in which the biggest value of a chart is told. */
export function byteScale(biggestBytes: number): ByteScale {
  const step = biggestBytes < 1 ? 2 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(biggestBytes) / Math.log(1024)))
  return { unit: BYTE_UNITS[step] ?? 'B', size: 1024 ** step }
}

/** Round values above zero for two or three hairlines, none over `max`. */
export function ticksUpTo(max: number): number[] {
  if (max <= 0) return []
  const power = 10 ** (Math.floor(Math.log10(max)) - 1)
  const step = [1, 2, 2.5, 5, 10, 20, 25].map((factor) => factor * power).find((one) => max / one < 4) ?? max
  return Array.from({ length: Math.floor(max / step + 1e-9) }, (_, index) => (index + 1) * step)
}

/** Positions of the days that are named below a chart: the first, each seventh and the last, none close to today. */
export function namedDays(count: number, today: number | undefined): number[] {
  const last = count - 1
  const weekly = [0, 6, 13, 20, 27].filter((place) => place < last - 2)
  return [...weekly, last].filter((place) => today === undefined || Math.abs(place - today) > 2)
}
