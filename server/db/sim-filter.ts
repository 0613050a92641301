import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { type CompanyScope, inScope, inScopeBesideText } from './scope.ts'
import { simSearch } from './sim-search.ts'

type Condition = RawBuilder<unknown>

const oneOf = (column: Condition, values: readonly (number | string)[] | undefined, type: Condition): Condition[] => {
  if (!values || values.length === 0) return []
  // a single value lets the planner use the order of an index that continues after it
  return values.length === 1 ? [sql`${column} = ${values[0]}::${type}`] : [sql`${column} = ANY(${values}::${type}[])`]
}

const SMALLINT = sql`smallint`
const TEXT = sql`text`

/** The tables that a SIM's row is in; both have what a list filters by, but only `live` the data session. */
export type SimTable = 'sims' | 'live'
export const ALIAS: Record<SimTable, Condition> = { sims: sql`s`, live: sql`l` }

/** What the filter asks of the SIM itself, on sims s or sim_live l. */
export function kindConditions(filter: SimFilter, table: SimTable): Condition[] {
  const of = ALIAS[table]
  return [
    ...oneOf(sql`${of}.administrative_status`, filter.administrativeStatusIds, SMALLINT),
    ...oneOf(sql`${of}.origin_id`, filter.providerIds, SMALLINT),
    ...oneOf(sql`${of}.sim_type_id`, filter.simTypeIds, SMALLINT),
    ...oneOf(sql`${of}.plan_code`, filter.planCodes, TEXT),
    ...oneOf(sql`${of}.apn_id`, filter.apnIds, SMALLINT),
  ]
}

/** What the filter asks of the data session, on sim_live l. */
export function sessionConditions(filter: SimFilter): Condition[] {
  return oneOf(sql`l.gprs_status`, filter.gprsStatuses, SMALLINT)
}

/** Whether the filter names SIMs by text: then few are looked up, instead of many being walked in order. */
export const isSearch = (filter: SimFilter): boolean => Boolean(filter.search || filter.icc)

/** The scope and what is searched for in it, on sims s; a search for an ICC that can't be one finds nothing. */
export function scopedSearch(scope: CompanyScope, filter: SimFilter): Condition[] {
  const ofIcc = filter.icc ? [sql`s.iccid = ANY(${iccidCandidates(filter.icc)}::text[])`] : []
  if (!filter.search) return [inScope(scope, sql`s.company_id`), ...ofIcc]
  return [inScopeBesideText(scope, sql`s.company_id`), ...simSearch(filter.search), ...ofIcc]
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `)
