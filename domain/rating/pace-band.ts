/** Usage of fewer days does not show how much it varies: two weeks have each day of the week twice. */
const MIN_DAYS = 14
/** 90 of 100 sums lie within so many standard deviations, if days are normal and independent. */
const DEVIATIONS = 1.645

/** By which factors usage until the end of a cycle may differ from what is expected: `low` is at most 1, `high` at least 1. */
export interface PaceBand {
  readonly low: number
  readonly high: number
}

/** How far a cycle is, in days: both together are its length. */
interface CycleProgress {
  readonly elapsedDays: number
  readonly restDays: number
}

/**
 * The band in which usage until the end of a cycle probably is, when it is extrapolated from the days that have elapsed. A
 * day deviates from the mean by `s`; so the sum of `n` days to come deviates by `s × √n`, and the mean of `k` elapsed days,
 * which is expected of each of them, by `s / √k`: together, as a share of the sum, `s / mean × √(1/n + 1/k)`. In bytes that is
 * the less the fewer days are to come, and nothing at the end.
 * @param dailyBytes of a company, of whole days, of the last cycles. A week with quiet Sundays widens the band, which is the safe side
 * @returns undefined when there are too few days to say
 */
export function paceBand(dailyBytes: readonly number[], { elapsedDays, restDays }: CycleProgress): PaceBand | undefined {
  if (dailyBytes.length < MIN_DAYS) return undefined
  const days = dailyBytes.map((bytes) => Math.max(0, bytes))
  const mean = days.reduce((sum, bytes) => sum + bytes, 0) / days.length
  if (restDays <= 0 || elapsedDays <= 0 || mean === 0) return { low: 1, high: 1 }
  const variance = days.reduce((sum, bytes) => sum + (bytes - mean) ** 2, 0) / (days.length - 1)
  const share = DEVIATIONS * (Math.sqrt(variance) / mean) * Math.sqrt(1 / restDays + 1 / elapsedDays)
  return { low: Math.max(0, 1 - share), high: 1 + share }
}
