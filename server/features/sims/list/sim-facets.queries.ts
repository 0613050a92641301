import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { type getSimFacets, SEARCH_LIMIT, type SimFilter } from '#contract/sims/sims.calls.ts'
import { fromEachCell, rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/db/scope.ts'
import { scopeOfCompanies } from '#server/records/company-tree.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import {
  ALIAS,
  allOf,
  iccConditions,
  isBesideTallies,
  isOverPlan,
  isSearch,
  isTagged,
  isUnusual,
  labelConditions,
  liveConditions,
  simConditions,
  tallyConditions,
} from '#server/records/sim-filter.ts'
import { TALLY_COLUMNS, tallyOf } from '#server/records/sim-tallies.ts'
import {
  overPlan,
  recentOver,
  recentSilent,
  recentTallies,
  recentUnusual,
  type SilentTally,
  silenceOf,
  tallyOver,
  tallySilent,
  tallySims,
  tallyUnusual,
} from '#server/records/tallies.queries.ts'
import { countFacets, type TalliesOfFilter } from './count-facets.ts'
import { foundByText, joinWhole, limitShown } from './found-texts.ts'
import { lookUp, type Sql } from './key-parts.ts'
import { searchCells } from './search-cells.ts'
import { countGroups, countTags } from './tag-counts.queries.ts'
import { countTagged, foundBy, inTaggedSet, taggedSims } from './tagged-sims.ts'

type Facets = CallData<typeof getSimFacets>

/** Counts that are made when they are asked for alone. */
export interface AskedCounts {
  readonly companies: boolean
  readonly tags: boolean
  readonly groups: boolean
}

export async function simFacets(ctx: Ctx, filter: SimFilter, asked: AskedCounts): Promise<Facets> {
  const scope = await scopeOfCompanies(ctx, filter)
  const { tallies, isAtLeast } = await talliesOf(ctx, scope, filter)
  const facets = countFacets(tallies, filter)
  // a capped search counts part of its matches: other filters may match none of those
  const matching = isAtLeast ? await countFound(ctx, scope, filter) : facets.total
  const companies = asked.companies ? await countCompanies(ctx, filter) : { counts: [], isAtLeast: false }
  const isCapped = isAtLeast && matching > SEARCH_LIMIT
  return {
    ...facets,
    total: isCapped ? SEARCH_LIMIT : matching,
    companyIds: companies.counts,
    tags: asked.tags ? await countTags(ctx, scope, filter) : [],
    groups: asked.groups ? await countGroups(ctx, scope, filter) : [],
    isCapped,
    isAtLeast: isAtLeast || companies.isAtLeast,
    asOf: ctx.now.toISOString(),
  }
}

/** As they are read together. */
interface JudgedTally extends SilentTally {
  readonly isUnusual: boolean
}

interface CountedTallies {
  readonly tallies: TalliesOfFilter
  /** they cover part of the matches */
  readonly isAtLeast: boolean
}

async function talliesOf(ctx: Ctx, scope: CompanyScope, filter: SimFilter): Promise<CountedTallies> {
  const isExact = { isAtLeast: false }
  const fromCells = async <T>(ask: (cell: Ctx) => Promise<T[]>): Promise<T[]> => (await fromEachCell(ctx, ask)).flat()
  if (!isSearch(filter) && !isTagged(filter)) {
    const { planUse, silentFor } = filter
    const [all, over, silent, unusual] = await Promise.all([
      fromCells(({ db }) => tallySims(db, scope)),
      // counts that are offered may be of some seconds ago; those of a list that is asked for are its own
      // those over their plan that are silent are counted among the silent
      silentFor ? [] : fromCells((cell) => (planUse ? tallyOver(cell.db, scope) : recentOver(cell, scope))),
      fromCells((cell) => (silentFor ? tallySilent(cell.db, scope, ctx.now) : recentSilent(cell, scope))),
      fromCells((cell) => (silentFor ? tallyUnusual(cell.db, scope, ctx.now) : recentUnusual(cell, scope))),
    ])
    return { tallies: { all, over, silent, unusual }, ...isExact }
  }
  if (!filter.search) return { tallies: amongAll(await fromCells((cell) => tallyNamed(cell, scope, filter))), ...isExact }
  const { answers, isMore } = await searchCells(ctx, { scope, text: filter.search }, async ({ db }, text) => {
    const columns = [...Object.values(TALLY_COLUMNS), 'plan_percent', 'registered_at', 'unusual_from']
    const { rows } = await sql<JudgedTally & { found: number }>`
      WITH ${foundByText({ scope, filter, text }, labelConditions(filter, ALIAS.live))}
      SELECT ${tallyOf('looked_up')}, ${judged(ctx.now)}, count(*) AS sims, (SELECT count(*) FROM found) AS found
      FROM ${limitShown(text)} ${besideFound({ scope, text }, columns)}
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db)
    return { rows, found: rows[0]?.found ?? 0 }
  })
  return { tallies: amongAll(answers.flatMap(({ rows }) => rows)), isAtLeast: isMore }
}

const amongAll = (all: readonly JudgedTally[]): TalliesOfFilter => ({
  all,
  over: overPlan(all),
  silent: all.filter(({ silence }) => silence >= 0),
  unusual: all.filter(({ isUnusual: is }) => is),
})

const LOOKED_UP_SEEN = sql`coalesce(looked_up.registered_at, '-infinity')`
const LOOKED_UP_OVER = sql`${isOverPlan(sql`looked_up`)} AS "isOverPlan"`
const judged = (now: Date) => sql`${silenceOf(LOOKED_UP_SEEN, now)} AS silence, ${LOOKED_UP_OVER},
  coalesce(${isUnusual(sql`looked_up`, now)}, false) AS "isUnusual"`

/** Columns of sim_live for each match: many are scanned together, few are looked up. */
function besideFound({ scope, text }: { scope: CompanyScope; text: TextSearch }, names: readonly string[]): Sql {
  const columns = names.map((name) => sql`l.${sql.id(name)}`)
  const of = sql`found`
  return text.joinsWhole ? joinWhole('live', { of, scope, columns }) : lookUp('live', of, { columns })
}

/** The SIM of an ICC, those of an operation, or those with tags or in groups, if they are in scope. */
async function tallyNamed(ctx: Ctx, scope: CompanyScope, filter: SimFilter): Promise<JudgedTally[]> {
  if (!isTagged(filter)) return tallyFrom(ctx, scope, filter, sql`sim_live looked_up`)
  const { sims } = await recentTallies(ctx, scope)
  if ((await countTagged(ctx, scope, filter)) > sims * WHOLE_SHARE) return tallyWhole(ctx, scope, filter)
  const own = sql`l.company_id = tagged.company_id AND l.iccid = tagged.iccid`
  const from = sql`(${taggedSims(scope, filter)} OFFSET 0) tagged
    CROSS JOIN LATERAL (SELECT * FROM sim_live l WHERE ${own} OFFSET 0) looked_up`
  return tallyFrom(ctx, scope, filter, from)
}

async function tallyFrom(ctx: Ctx, scope: CompanyScope, filter: SimFilter, from: Sql): Promise<JudgedTally[]> {
  const { rows } = await sql<JudgedTally>`
    SELECT ${tallyOf('looked_up')}, ${judged(ctx.now)}, count(*) AS sims FROM ${from} WHERE ${allOf(besideFoundBy(scope, filter))}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(ctx.db)
  return rows
}

function besideFoundBy(scope: CompanyScope, filter: SimFilter): Sql[] {
  const of = sql`looked_up`
  const { others } = foundBy(filter)
  return [
    inScope(scope, sql`looked_up.company_id`),
    ...iccConditions(filter, { table: of, scope }),
    ...labelConditions(others, of),
  ]
}

/** From this share of the SIMs in scope on, reading all of them beats looking up those that have the tags. */
const WHOLE_SHARE = 0.08
/** More than any company has. */
const ALL_SIMS = 1_000_000
/** Enough for a set of them all. */
const MEMORY = sql`SET LOCAL work_mem = '64MB'`

/**
 * All SIMs in scope, read from the one index that has nearly all of a tally, and the set of those that have the tags. Those that are silent
 * for longer than is usual are a set, too, from another index.
 */
async function tallyWhole({ db, now }: Ctx, scope: CompanyScope, filter: SimFilter): Promise<JudgedTally[]> {
  const of = sql`looked_up`
  const late = sql`SELECT l.iccid FROM sim_live l WHERE ${isUnusual(sql`l`, now)} AND ${inScope(scope, sql`l.company_id`)} LIMIT ${sql.lit(ALL_SIMS)}`
  const conditions = [...besideFoundBy(scope, filter), inTaggedSet(scope, filter, of, ALL_SIMS)]
  return db.transaction().execute(async (trx) => {
    await MEMORY.execute(trx)
    const { rows } = await sql<JudgedTally>`
      SELECT ${tallyOf('looked_up')}, ${silenceOf(LOOKED_UP_SEEN, now)} AS silence, ${LOOKED_UP_OVER},
        (looked_up.iccid IN (${late})) IS TRUE AS "isUnusual", count(*) AS sims
      FROM sim_live looked_up WHERE ${allOf(conditions)}
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(trx)
    return rows
  })
}

/** The number of matches under all filters, at most one more than the list shows. */
async function countFound(ctx: Ctx, scope: CompanyScope, filter: SimFilter): Promise<number> {
  const conditions = [...simConditions(filter, 'live'), ...liveConditions(filter, ctx.now)]
  const { answers } = await searchCells(ctx, { scope, text: filter.search ?? '' }, async ({ db }, text) => {
    const { rows } = await sql<{ found: number }>`
      WITH ${foundByText({ scope, filter, text }, conditions)} SELECT count(*) AS found FROM found`.execute(db)
    return { found: rows[0]?.found ?? 0 }
  })
  return answers.reduce((sum, { found }) => sum + found, 0)
}

interface CompanyCounts {
  readonly counts: Facets['companyIds']
  readonly isAtLeast: boolean
}

/** Counts by company under the other filters; requested only when that filter is opened. */
async function countCompanies(ctx: Ctx, filter: SimFilter): Promise<CompanyCounts> {
  const scope = scopeOf(ctx.actor)
  if (isSearch(filter) || isTagged(filter) || isBesideTallies(filter)) return countFoundCompanies(ctx, scope, filter)
  const counted = sql<{ id: number; count: number }>`
    SELECT c.company_id AS id, sum(c.sims) AS count FROM sim_tallies c
    WHERE ${allOf([inScope(scope, sql`c.company_id`), ...tallyConditions(filter)])}
    GROUP BY 1 HAVING sum(c.sims) <> 0 ORDER BY 2 DESC, 1`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  return { counts: mergeSorted(answers, MOST_FIRST), isAtLeast: false }
}

const MOST_FIRST = byKeys<Facets['companyIds'][number]>(({ id, count }) => [-count, id])

async function countFoundCompanies(ctx: Ctx, scope: CompanyScope, filter: SimFilter): Promise<CompanyCounts> {
  const conditions = [...simConditions(filter, 'live'), ...liveConditions(filter, ctx.now)]
  const named = [inScope(scope, sql`l.company_id`), ...iccConditions(filter, { table: sql`l`, scope }), ...conditions]
  const count = async ({ db }: Ctx, text?: TextSearch) => {
    const found = text
      ? foundByText({ scope, filter, text }, conditions)
      : sql`found AS (SELECT l.company_id, l.iccid FROM sim_live l WHERE ${allOf(named)})`
    const { rows } = await sql<{ id: number; count: number; found: number }>`
      WITH ${found} SELECT company_id AS id, count(*) AS count, (SELECT count(*) FROM found) AS found
      FROM ${text ? limitShown(text) : sql`found`} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
    return { found: rows[0]?.found ?? 0, counts: rows.map(({ id, count: sims }) => ({ id, count: sims })) }
  }
  const { answers, isMore } = filter.search
    ? await searchCells(ctx, { scope, text: filter.search }, count)
    : { answers: await fromEachCell(ctx, (cell) => count(cell)), isMore: false }
  const counts = answers.map((one) => one.counts)
  return { counts: mergeSorted(counts, MOST_FIRST), isAtLeast: isMore }
}
