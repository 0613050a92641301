import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { groupKey, keyAfterGroup } from '#domain/groups.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { silentSince, unusualSince } from '#domain/silence.ts'
import { tagKey } from '#domain/tags.ts'
import { OVER_PLAN_PERCENT } from '#domain/usage.ts'
import type { Services } from '../context.ts'
import { type CompanyScope, inScope, wholeScope } from '../db/scope.ts'
import { type CompanyCalendar, companyCalendars, dayOfCompany } from './company-calendars.ts'
import { matchesByScan, patternsOf, textsByIndex } from './sim-search.ts'

type Condition = RawBuilder<unknown>

const oneOf = (column: Condition, values: readonly (number | string)[] | undefined, type: Condition): Condition[] => {
  if (!values || values.length === 0) return []
  // with a single value the planner can use the order of an index that continues after it
  return values.length === 1 ? [sql`${column} = ${values[0]}::${type}`] : [sql`${column} = ANY(${values}::${type}[])`]
}

const SMALLINT = sql`smallint`
const TEXT = sql`text`

/** The tables of a SIM's row; both have the filtered columns, but only `live` the data session, plan use and silence. */
export type SimTable = 'sims' | 'live'
export const ALIAS: Record<SimTable | 'texts', Condition> = { sims: sql`s`, live: sql`l`, texts: sql`t` }

/** Conditions of the filter on the SIM itself, on sims s or sim_live l. */
export function simConditions(filter: SimFilter, table: SimTable): Condition[] {
  return [...simConditionsOn(filter, ALIAS[table]), ...labelConditions(filter, ALIAS[table])]
}

/** The tags of a filter's names, of whatever companies, as rows of `tags t`. */
export const namesTags = (names: readonly string[]): Condition => sql`t.key = ANY(${names.map(tagKey)}::text[])`

/**
 * The groups of a filter's paths and those inside them, of whatever companies, as rows of `tags t`. Each is one range of an index, in which
 * `|north-east` is too, between `|north` and `|north|…`.
 */
export const namesGroups = (paths: readonly string[]): Condition => {
  const within = paths
    .map(groupKey)
    .map((key) => sql`t.key >= ${key} AND t.key < ${keyAfterGroup(key)} AND (t.key = ${key} OR t.key > ${key} || '|')`)
  return sql`(${sql.join(within, sql` OR `)})`
}

/** The conditions of a filter's tags and groups on a row that has a SIM's company_id and iccid. */
export const labelConditions = (filter: SimFilter, of: Condition): Condition[] => [
  ...tagConditions(filter, of),
  ...groupConditions(filter, of),
]

/**
 * A SIM is in one fixed group, at most, and in any number of those by rule: each is looked up. Without `OFFSET 0` the planner, which cannot
 * estimate a range of keys, may read the groups of that range of all companies for each SIM: minutes for a company of 400 000.
 */
function groupConditions({ groups }: SimFilter, of: Condition): Condition[] {
  if (!groups?.length) return []
  const own = sql`g.company_id = ${of}.company_id AND g.iccid = ${of}.iccid AND g.place <= 0`
  const named = sql`LATERAL (SELECT key FROM tags WHERE company_id = g.company_id AND tag_id = g.tag_id OFFSET 0) t`
  return [sql`EXISTS (SELECT FROM sim_tags g CROSS JOIN ${named} WHERE ${own} AND ${namesGroups(groups)} OFFSET 0)`]
}

/**
 * At least one of the filter's tags, each looked up for the SIM. `OFFSET 0` keeps the planner from reading all SIMs with the tag first.
 */
function tagConditions({ tags }: SimFilter, of: Condition): Condition[] {
  if (!tags?.length) return []
  const key = sql`g.company_id = t.company_id AND g.tag_id = t.tag_id AND g.iccid = ${of}.iccid`
  const having = sql`LATERAL (SELECT FROM sim_tags g WHERE ${key} OFFSET 0) having_it`
  return [
    sql`EXISTS (SELECT FROM tags t CROSS JOIN ${having} WHERE t.company_id = ${of}.company_id AND ${namesTags(tags)} OFFSET 0)`,
  ]
}

function simConditionsOn(filter: SimFilter, of: Condition): Condition[] {
  return [
    ...oneOf(sql`${of}.administrative_status`, filter.administrativeStatusIds, SMALLINT),
    ...oneOf(sql`${of}.origin_id`, filter.providerIds, SMALLINT),
    ...oneOf(sql`${of}.sim_type_id`, filter.simTypeIds, SMALLINT),
    ...oneOf(sql`${of}.plan_code`, filter.planCodes, TEXT),
    ...oneOf(sql`${of}.apn_id`, filter.apnIds, SMALLINT),
  ]
}

/** When a SIM was last seen, on sim_live l; never is before all others. As the indexes sim_live_seen have it. */
export const LAST_SEEN = sql`coalesce(l.registered_at, '-infinity')`

/**
 * Conditions of the filter that are on sim_live l alone: the data session, how much of its plan the SIM has used, and for how long it has
 * been silent by now.
 */
export function liveConditions(filter: SimFilter, now: Date): Condition[] {
  return [...sessionConditionsOn(filter, ALIAS.live), ...planUseConditions(filter), ...silenceConditions(filter, now)]
}

/**
 * The same where SIMs are acted on: the percentage of a cycle that is over does not count. It stands in its row, and the indexes of lists have
 * it, until the maintenance sets it to zero.
 * @param known the calendars of the scope, where they are loaded already
 */
export async function presentConditions(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
  filter: SimFilter,
  now: Date,
  known?: readonly CompanyCalendar[],
): Promise<Condition[]> {
  const conditions = liveConditions(filter, now)
  if (!filter.planUse) return conditions
  const calendars = known ?? (await companyCalendars(services, now, scope.kind === 'all' ? 'all' : scope.ids))
  return [...conditions, sql`l.cycle_start = ${dayOfCompany('cycleStart', calendars, sql`l.company_id`)}`]
}

/** Whether the filter has such conditions. */
export const isOnLive = (filter: SimFilter): boolean => Boolean(filter.gprsStatuses?.length) || isBesideTallies(filter)

/** Whether the filter has conditions on what sim_tallies do not have. */
export const isBesideTallies = ({ planUse, silentFor }: SimFilter): boolean => Boolean(planUse || silentFor)

/** Whether the SIM of a row of sim_live has used all data of its plan in the cycle, or more. */
export const isOverPlan = (of: Condition): RawBuilder<boolean> => sql`${of}.plan_percent >= ${sql.lit(OVER_PLAN_PERCENT)}`

/** The part of the list by percentages in which all are that match the filter, and no others. */
export const planUseConditions = ({ planUse }: SimFilter): Condition[] => (planUse ? [isOverPlan(ALIAS.live)] : [])

/** Whether the SIM of a row of sim_live is silent for longer than is usual for it. */
export const isUnusual = (of: Condition, now: Date): RawBuilder<boolean> => sql`${of}.unusual_from < ${now}::timestamptz`

function silenceConditions(filter: SimFilter, now: Date): Condition[] {
  return [...lastSeenConditions(filter, now), ...(filter.silentFor === 'unusual' ? [isUnusual(ALIAS.live, now)] : [])]
}

/** The part of the list by when SIMs were last seen in which all are that match the filter; for a length, no others. */
export function lastSeenConditions({ silentFor }: SimFilter, now: Date): Condition[] {
  if (!silentFor) return []
  if (silentFor === 'unusual') return [sql`${LAST_SEEN} > '-infinity'`, sql`${LAST_SEEN} < ${unusualSince(now)}::timestamptz`]
  const since = silentSince(silentFor, now)
  return [since ? sql`${LAST_SEEN} < ${since}::timestamptz` : sql`${LAST_SEEN} = '-infinity'`]
}

function sessionConditionsOn(filter: SimFilter, of: Condition): Condition[] {
  return oneOf(sql`${of}.gprs_status`, filter.gprsStatuses, SMALLINT)
}

/** Conditions of the filter on rows of sim_tallies c, which count SIMs of a company with equal properties: all but plan use and silence. */
export function tallyConditions(filter: SimFilter): Condition[] {
  return [...simConditionsOn(filter, sql`c`), ...sessionConditionsOn(filter, sql`c`)]
}

/** Whether the filter selects SIMs by tags or groups. */
export const isTagged = ({ tags, groups }: SimFilter): boolean => Boolean(tags?.length || groups?.length)

/** Whether the filter names SIMs: by their ICC, or by an operation. */
export const isNamed = ({ icc, operationId }: SimFilter): boolean => Boolean(icc || operationId)

/** Whether the filter selects SIMs by text or name: then these are looked up, instead of many being walked in order. */
export const isSearch = (filter: SimFilter): boolean => Boolean(filter.search) || isNamed(filter)

/**
 * The conditions on the ICC; one that cannot be an ICC matches none. An operation is one of a company that the user may see, also of
 * one that the filter leaves out.
 */
export const iccConditions = (
  { icc, operationId }: SimFilter,
  { table, scope }: { table: Condition; scope: CompanyScope },
): Condition[] => [
  ...(icc ? [sql`${table}.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
  ...(operationId ? [sql`${table}.iccid IN (${succeededIn(operationId, wholeScope(scope))})`] : []),
]

const succeededIn = (operationId: number, scope: CompanyScope): Condition => sql`
  SELECT i.iccid FROM operations o JOIN operation_items i ON i.company_id = o.company_id AND i.operation_id = o.operation_id
  WHERE o.operation_id = ${operationId} AND ${inScope(scope, sql`o.company_id`)} AND i.state = 'succeeded'`

/** The source and conditions of a scope's SIMs, for filters that may contain a search. */
export interface SearchedSims {
  /** gives sims s */
  readonly from: Condition
  readonly where: readonly Condition[]
}

/** One pattern goes to the index; a few digits, which are many patterns, are scanned. */
const methodFor = (text: string): 'index' | 'scan' => (patternsOf(text) === 1 ? 'index' : 'scan')

/** `OFFSET 0` keeps the planner, which cannot estimate how many match a text, from starting with the SIMs. */
export function searchedSims(scope: CompanyScope, filter: SimFilter, by?: 'index' | 'scan'): SearchedSims {
  const where = [inScope(scope, sql`s.company_id`), ...iccConditions(filter, { table: sql`s`, scope })]
  if (!filter.search) return { from: sql`sims s`, where }
  const { search } = filter
  const scanned = [inScope(scope, sql`t.company_id`), matchesByScan(search)]
  const texts = (by ?? methodFor(search)) === 'index' ? textsByIndex(scope, search) : sql`sim_texts t WHERE ${allOf(scanned)}`
  const found = sql`(SELECT t.company_id, t.iccid FROM ${texts} OFFSET 0) found_text`
  const sim = sql`(SELECT * FROM sims WHERE company_id = found_text.company_id AND iccid = found_text.iccid OFFSET 0) s`
  return { from: sql`${found} CROSS JOIN LATERAL ${sim}`, where }
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `)
