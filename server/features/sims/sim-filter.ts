import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { type CompanyScope, inScope } from '../../db/scope.ts'

type Condition = RawBuilder<unknown>

const oneOf = (column: Condition, values: readonly (number | string)[] | undefined, type: Condition): Condition[] => {
  if (!values || values.length === 0) return []
  // a single value lets the planner use the order of an index that continues after it
  return values.length === 1 ? [sql`${column} = ${values[0]}::${type}`] : [sql`${column} = ANY(${values}::${type}[])`]
}

const SMALLINT = sql`smallint`
const TEXT = sql`text`

/** Conditions on sims s. */
export function simConditions(filter: SimFilter): Condition[] {
  return [
    ...oneOf(sql`s.administrative_status`, filter.administrativeStatusIds, SMALLINT),
    ...oneOf(sql`s.origin_id`, filter.providerIds, SMALLINT),
    ...oneOf(sql`s.sim_type_id`, filter.simTypeIds, SMALLINT),
    ...oneOf(sql`s.plan_code`, filter.planCodes, TEXT),
    ...oneOf(sql`s.apn_id`, filter.apnIds, SMALLINT),
  ]
}

/** Conditions on sim_live l. */
export function liveConditions(filter: SimFilter): Condition[] {
  return oneOf(sql`l.gprs_status`, filter.gprsStatuses, SMALLINT)
}

/** The text as the search column holds it; identifiers may be typed in groups: '8956 0300 0418'. */
function searchPattern(text: string): string {
  const lower = text.toLowerCase()
  const needle = /^\+?[\d ]+f?$/.test(lower) ? lower.replace(/[+ f]/g, '') : lower
  return `%${needle.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether the filter names SIMs by text: then few are looked up, instead of many being walked in order. */
export const isSearch = (filter: SimFilter): boolean => Boolean(filter.search || filter.icc)

/** The conditions of a search on sims s; a search for an ICC that can't be one finds nothing. */
export function searchConditions(filter: SimFilter): Condition[] {
  const conditions: Condition[] = []
  if (filter.search) conditions.push(sql`s.search_text LIKE ${searchPattern(filter.search)}`)
  if (filter.icc) conditions.push(sql`s.iccid = ANY(${iccidCandidates(filter.icc)}::text[])`)
  return conditions
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `)

export const scopedSims = (scope: CompanyScope): Condition => inScope(scope, sql`s.company_id`)
