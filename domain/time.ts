/** Lengths of time in milliseconds. Billing uses calendar days in a company's time zone instead (billing-cycle.ts). */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS)
