import { isTypedDay } from '#web/lib/typed-day.ts'
import type { AuditFilter } from './audit.api.ts'

/** The page's address: /audit?person=ana@…&action=plan.changed&entity=plan&thing=IOT250&company=4&from=2026-11-01&to=2026-11-21 */
export type AuditSearch = Readonly<Record<string, string>>

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ person, action, entity, thing, company, from, to }: AuditSearch): AuditFilter {
  return {
    ...(person ? { person } : {}),
    ...(action && /^[\w.]{1,60}$/.test(action) ? { action } : {}),
    ...(entity && /^\w{1,60}$/.test(entity) ? { entity } : {}),
    ...(thing && thing.length <= 120 ? { thing } : {}),
    ...(company && /^[1-9]\d{0,8}$/.test(company) ? { company: Number(company) } : {}),
    ...(isTypedDay(from) ? { from } : {}),
    ...(isTypedDay(to) ? { to } : {}),
  }
}

export const isUnfiltered = (search: AuditSearch): boolean => Object.keys(filterOf(search)).length === 0
