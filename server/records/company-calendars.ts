import { type RawBuilder, sql } from 'kysely'
import { billingCycleAt, type Day, localDay } from '#domain/billing-cycle.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Services } from '../context.ts'
import { cachedFor } from './cached-for.ts'

/** What day it is for a company, and on which its billing cycle began. */
export interface CompanyCalendar {
  readonly companyId: number
  readonly today: Day
  readonly cycleStart: Day
}

/** Time zones and anchor days hardly ever change; a change is seen after this long. */
const RECENT_MS = 5_000

interface Zone {
  readonly timeZone: string
  readonly anchorDay: number
}

async function loadZones({ db }: Pick<Services, 'db'>): Promise<ReadonlyMap<number, Zone>> {
  const rows = await db.selectFrom('companies').select(['company_id', 'time_zone', 'cycle_anchor_day']).execute()
  return new Map(
    rows.map(({ company_id, time_zone, cycle_anchor_day }) => [
      company_id,
      { timeZone: time_zone, anchorDay: cycle_anchor_day },
    ]),
  )
}

/** An unknown company may be new: then all are loaded again. */
async function zonesOf(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  companyIds: 'all' | readonly number[],
): Promise<ReadonlyMap<number, Zone>> {
  if (companyIds === 'all') return loadZones(services)
  const known = await cachedFor(services, { key: 'company zones', maxAgeMs: RECENT_MS }, () => loadZones(services))
  return companyIds.every((companyId) => known.has(companyId)) ? known : loadZones(services)
}

/** Midnights fall on whole minutes everywhere. */
const daysOfMinute = { minute: 0, days: new Map<string, Days>() }

type Days = Pick<CompanyCalendar, 'today' | 'cycleStart'>

/** Computed once a minute for each time zone and anchor day: it takes some ten microseconds. */
function daysOf({ anchorDay, timeZone }: Zone, now: Date): Days {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  if (daysOfMinute.minute !== minute) Object.assign(daysOfMinute, { minute, days: new Map() })
  const key = `${anchorDay} ${timeZone}`
  const known = daysOfMinute.days.get(key)
  if (known) return known
  const days = { today: localDay(now, timeZone), cycleStart: billingCycleAt(now, anchorDay, timeZone).start }
  daysOfMinute.days.set(key, days)
  return days
}

/** The calendars of some companies, or of all, at an instant. */
export async function companyCalendars(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  now: Date,
  companyIds: 'all' | readonly number[],
): Promise<CompanyCalendar[]> {
  const zones = await zonesOf(services, companyIds)
  return [...(companyIds === 'all' ? zones.keys() : new Set(companyIds))].flatMap((companyId) => {
    const zone = zones.get(companyId)
    return zone ? [{ companyId, ...daysOf(zone, now) }] : []
  })
}

/**
 * A day of each company, by its number. Joining it as a table took a tenth of a whole list's time, computing it in SQL per row a
 * sixth.
 */
export function dayOfCompany(
  day: 'today' | 'cycleStart',
  calendars: readonly CompanyCalendar[],
  companyId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const days = new Map(calendars.map((calendar) => [calendar.companyId, calendar[day]]))
  const companyIds = [...days.keys()].toSorted((a, b) => a - b)
  const [first = 1, last = 1] = [companyIds[0], companyIds.at(-1)]
  const listed = Array.from({ length: last - first + 1 }, (_, index) => days.get(first + index) ?? '-infinity')
  return sql`(${`[${first}:${last}]={${listed.join()}}`}::date[])[${companyId}]`
}
