/** Days of which lists say how often an alarm or a rule fired, the running one included. */
export const FIRED_DAYS = 14

export interface FiredDays {
  /** how often on each day, the oldest first */
  readonly days: readonly number[]
  readonly count: number
}

/** How often something fired, of '0,0,3'. A process of the version before gives no such text. */
export function firedDaysOf(text: string | undefined): FiredDays {
  const days = text ? text.split(',').map(Number) : []
  return { days, count: days.reduce((sum, count) => sum + count, 0) }
}
