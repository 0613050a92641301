import { sql } from 'kysely'
import { SEARCH_LIMIT, type SimFilter } from '#contract/sims/sims.calls.ts'
import { type CompanyScope, inScope } from '#server/db/scope.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import { ALIAS, allOf, iccConditions, type SimTable } from '#server/records/sim-filter.ts'
import { matchesByScan, textsByIndex } from '#server/records/sim-search.ts'
import { SCATTERED_SHARE } from '#server/records/text-sample.ts'
import { lookUp, type Sql, TABLE_NAMES } from './key-parts.ts'

export interface TextQuery {
  readonly scope: CompanyScope
  readonly filter: SimFilter
  readonly text: TextSearch
  /** the part of the ICC order that is searched, by a scan */
  readonly part?: IccPart | undefined
}

/** Conditions on a table's ICCIDs. */
export type IccPart = (iccid: Sql) => readonly Sql[]

const inIccPart = (of: Sql, part: IccPart | undefined): readonly Sql[] => part?.(sql`${of}.iccid`) ?? []

/**
 * CTEs, the last of which is found (company_id, iccid): the SIMs that match the filter's text. The MATERIALIZED fence keeps the
 * planner from walking an order's index for common fragments (measured: 640 ms instead of 7).
 * @param conditions on sim_live l, which has every filtered column
 */
export function foundByText(query: TextQuery, conditions: readonly Sql[]): Sql {
  const { by } = query.text
  const text = query.filter.search ?? ''
  const whole = { from: textsByIndex(query.scope, text), holding: [] }
  if (by === 'scan' || query.part) return scanned(query, conditions)
  if (by === 'index') return sql`found AS MATERIALIZED (${matchingTexts(query, conditions, whole)})`
  const limit = query.text.limit ?? 0
  const have = sql`(SELECT count(*) FROM some_found)`
  return sql`
    some_found AS MATERIALIZED (${matchingTexts(query, conditions, { from: sampleTexts(query), holding: [matchesByScan(text)] })}),
    found AS MATERIALIZED (
      SELECT * FROM some_found WHERE ${have} = ${limit}
      UNION ALL (${matchingTexts(query, conditions, { ...whole, holding: [sql`${have} < ${limit}`] })})
    )`
}

interface Texts {
  readonly from: Sql
  readonly holding: readonly Sql[]
}

function matchingTexts({ scope, filter, text }: TextQuery, conditions: readonly Sql[], { from, holding }: Texts): Sql {
  const own = [...holding, ...iccConditions(filter, { table: ALIAS.texts, scope })]
  const passing = text.joinsWhole
    ? joinWhole('live', { of: ALIAS.texts, scope, conditions })
    : lookUp('live', ALIAS.texts, { conditions })
  return sql`
    SELECT t.company_id, t.iccid FROM ${from} ${conditions.length === 0 ? sql`` : passing}
    WHERE ${allOf(own)} ${text.limit === undefined ? sql`` : sql`LIMIT ${text.limit}`}`
}

/** Two scans in the order of two indexes, joined by a hash: a look-up for each of a hundred thousand would take seconds. */
function scanned(query: TextQuery, conditions: readonly Sql[]): Sql {
  const { scope, filter, part } = query
  const own = [
    inScope(scope, sql`t.company_id`),
    matchesByScan(filter.search ?? ''),
    ...iccConditions(filter, { table: ALIAS.texts, scope }),
    ...inIccPart(ALIAS.texts, part),
  ]
  const passing =
    conditions.length === 0
      ? sql``
      : joinWhole('live', { of: sql`t`, scope, conditions: [...conditions, ...inIccPart(ALIAS.live, part)] })
  return sql`found AS MATERIALIZED (SELECT t.company_id, t.iccid FROM sim_texts t ${passing} WHERE ${allOf(own)})`
}

interface Whole {
  readonly of: Sql
  readonly scope: CompanyScope
  readonly conditions?: readonly Sql[]
  readonly columns?: readonly Sql[]
}

/** The same SIMs in another table, which is scanned over the whole scope: `OFFSET 0` keeps the planner from looking up each. */
export function joinWhole(table: SimTable, { of, scope, conditions = [], columns = [] }: Whole): Sql {
  const alias = ALIAS[table]
  const selected = sql.join([sql`${alias}.company_id`, sql`${alias}.iccid`, ...columns])
  const whole = sql`SELECT ${selected} FROM ${TABLE_NAMES[table]} WHERE ${allOf([inScope(scope, sql`${alias}.company_id`), ...conditions])} OFFSET 0`
  return sql`JOIN (${whole}) looked_up ON looked_up.company_id = ${of}.company_id AND looked_up.iccid = ${of}.iccid`
}

/** Limits the matches to those shown. */
export const limitShown = ({ limit, shown = SEARCH_LIMIT }: TextSearch): Sql =>
  limit === undefined ? sql`found` : sql`(SELECT * FROM found LIMIT ${shown}) found`

/** Rows read for a common text before its index is used after all: matches may cluster. */
const MAX_ROWS_READ = 30_000
/** The texts of part of the scope: enough to find SEARCH_LIMIT matches of a text that one in sixty has. */
function sampleTexts({ scope, text: { sims, shareOfFleet } }: TextQuery): Sql {
  const tenant = inScope(scope, sql`t.company_id`)
  if (shareOfFleet < SCATTERED_SHARE) return sql`(SELECT * FROM sim_texts t WHERE ${tenant} LIMIT ${MAX_ROWS_READ}) t`
  const percent = sql.lit(Math.min(100, (100 * MAX_ROWS_READ) / Math.max(sims, 1)))
  // the same pages each time
  return sql`(SELECT * FROM sim_texts t TABLESAMPLE SYSTEM (${percent}) REPEATABLE (0) WHERE ${tenant} LIMIT ${MAX_ROWS_READ}) t`
}
