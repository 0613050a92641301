import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { type CompanyScope, inScope } from '../db/scope.ts'
import { holdsText, patternsOf, textConditions } from './sim-search.ts'

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
export const ALIAS: Record<SimTable | 'texts', Condition> = { sims: sql`s`, live: sql`l`, texts: sql`t` }

/** What the filter asks of the SIM itself, on sims s or sim_live l. */
export function kindConditions(filter: SimFilter, table: SimTable): Condition[] {
  return kindOf(filter, ALIAS[table])
}

function kindOf(filter: SimFilter, of: Condition): Condition[] {
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
  return sessionOf(filter, ALIAS.live)
}

function sessionOf(filter: SimFilter, of: Condition): Condition[] {
  return oneOf(sql`${of}.gprs_status`, filter.gprsStatuses, SMALLINT)
}

/** What the filter asks of both, on rows of sim_tallies c, which count the SIMs of a company that are alike in all that. */
export function tallyConditions(filter: SimFilter): Condition[] {
  return [...kindOf(filter, sql`c`), ...sessionOf(filter, sql`c`)]
}

/** Whether the filter names SIMs by text: then few are looked up, instead of many being walked in order. */
export const isSearch = (filter: SimFilter): boolean => Boolean(filter.search || filter.icc)

/** The ICC that the filter names, on a table with SIMs; one that can't be an ICC names none. */
export const iccConditions = (filter: SimFilter, table: Condition): Condition[] =>
  filter.icc ? [sql`${table}.iccid = ANY(${iccidCandidates(filter.icc)}::text[])`] : []

/** Where the SIMs of a scope are read from, and under which conditions, if the filter may hold a search. */
export interface SearchedSims {
  /** gives sims s */
  readonly from: Condition
  readonly where: readonly Condition[]
}

/** The index is asked for one pattern; a few digits, which are many patterns, are met by reading. */
const readingFor = (text: string): 'index' | 'scan' => (patternsOf(text) === 1 ? 'index' : 'scan')

/** `OFFSET 0` keeps the planner, who can't know how many have a text, from beginning with the SIMs. */
export function searchedSims(scope: CompanyScope, filter: SimFilter, by?: 'index' | 'scan'): SearchedSims {
  const where = [inScope(scope, sql`s.company_id`), ...iccConditions(filter, sql`s`)]
  if (!filter.search) return { from: sql`sims s`, where }
  const { search } = filter
  const holding =
    (by ?? readingFor(search)) === 'index'
      ? textConditions(scope, search)
      : [inScope(scope, sql`t.company_id`), holdsText(search)]
  const found = sql`(SELECT t.company_id, t.iccid FROM sim_texts t WHERE ${allOf(holding)} OFFSET 0) found_text`
  const sim = sql`(SELECT * FROM sims WHERE company_id = found_text.company_id AND iccid = found_text.iccid OFFSET 0) s`
  return { from: sql`${found} CROSS JOIN LATERAL ${sim}`, where }
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `)
