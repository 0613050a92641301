import { localDay } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { startOfDay } from '#domain/rating/cycle-span.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { DEMO_COMPANIES } from './companies.ts'

const SATURDAY = 6

/**
 * A moment of a working day: so many days ago in the zone of a company, on the Friday before where that is a weekend.
 * @param daysAgo 1 or more: an hour of today may be in the future
 * @param hour of the day, 9.5 for half past nine
 */
export function officeTime(now: Date, companyId: number, { daysAgo, hour }: { daysAgo: number; hour: number }): Date {
  const timeZone = DEMO_COMPANIES.find(({ id }) => id === companyId)?.timeZone ?? 'UTC'
  const day = localDay(new Date(now.getTime() - daysAgo * DAY_MS), timeZone)
  const weekday = new Date(day).getUTCDay()
  const rest = weekday === SATURDAY ? 1 : weekday === 0 ? 2 : 0
  return new Date(startOfDay(addDays(day, -rest), timeZone).getTime() + hour * HOUR_MS)
}
