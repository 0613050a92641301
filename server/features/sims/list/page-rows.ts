import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/context.ts'
import { pipelined, type RawRow, type Statement } from '#server/db/pipeline.ts'
import { rawRows, statementOf } from '#server/db/raw-rows.ts'
import { cachedFor } from '#server/records/cached-for.ts'
import { type CompanyCalendar, companyCalendars } from '#server/records/company-calendars.ts'
import type { KeyRequest } from './key-parts.ts'
import { pageKeys } from './page-keys.ts'
import type { PathAttempts } from './page-path.ts'
import { SIM_COLUMN_NAMES as names, SIM_COLUMNS } from './sim-columns.ts'

type Sql = RawBuilder<unknown>
type SimColumn = keyof typeof SIM_COLUMNS

const at = (name: SimColumn): number => names.indexOf(name)
const figuresOf = (span: 'day' | 'cycle'): number[] => names.filter((name) => SIM_COLUMNS[name].of === span).map(at)
const PLAN_CODE = at('planCode')
const PLAN_MB = at('planMb')
const COMPANY = at('companyId')
const DAY_FIGURES = figuresOf('day')
const CYCLE_FIGURES = figuresOf('cycle')

/**
 * Plans and calendars are few and hardly change: they are filled in here. Looking them up for each row took a quarter of a page's
 * time in the database.
 */
const PAGE_COLUMNS = sql.join(names.map((name) => (name === 'planMb' ? sql`NULL` : SIM_COLUMNS[name].sql)))

/** The columns of the SIMs of some keys. */
const rowsOf = (companies: Sql, iccids: Sql): Sql => sql`
    SELECT ${PAGE_COLUMNS}, l.usage_day, l.cycle_start
    FROM unnest(${companies}::int[], ${iccids}::text[]) WITH ORDINALITY AS k(company_id, iccid, position)
    JOIN sims s ON s.company_id = k.company_id AND s.iccid = k.iccid COLLATE "C"
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    ORDER BY k.position`

/** The keys that the previous statement left in the settings of the transaction. */
const ROWS_OF_KEYS = rowsOf(sql`current_setting('enlace.page_companies')`, sql`current_setting('enlace.page_iccids')`)

export interface KeyedRows {
  readonly rows: RawRow[]
  /** the last row's sort values, then its ICCID; undefined when the list ended before the page was full */
  readonly lastKey: readonly string[] | undefined
  /** number of matches of a limited search, else 0 */
  readonly found: number
  /** of each row, by its ICCID, where they were asked for */
  readonly keys?: ReadonlyMap<string, readonly string[]>
}

/**
 * A page's rows in one round trip: its keys, planned for the given values, then their columns, by a prepared statement. In one
 * statement, planning took longer than running (2 ms of 3). An abandoned path takes a round trip of its own.
 */
export async function pageRows(ctx: Ctx, request: KeyRequest, [way, ...others]: PathAttempts): Promise<KeyedRows> {
  const [found, rows] = await (ctx.cells.arePlaced ? inTwoTrips : inOneTrip)(ctx, keysStatement(ctx, request, way))
  const [, , count, inAll, isWhole, ...last] = found ?? []
  const isFull = Number(count) === request.limit
  const [next, ...rest] = others
  if (!isFull && isWhole !== 't' && next) return pageRows(ctx, request, [next, ...rest])
  await fillInPlans(ctx, rows)
  const page = { rows, found: Number(inAll) }
  if (!request.isKeyed) return { ...page, lastKey: isFull ? last.map(String) : undefined }
  const keys = JSON.parse(last[0] ?? '[]') as string[][]
  return { ...page, lastKey: undefined, keys: new Map(keys.map((row) => [row.at(-1) ?? '', row])) }
}

type KeysAndRows = readonly [keys: RawRow | undefined, rows: RawRow[]]

async function inOneTrip(ctx: Ctx, keys: Statement): Promise<KeysAndRows> {
  const [[found] = [], rows = []] = await pipelined(ctx.pool, [keys, rowsStatement(ctx)])
  return [found, rows]
}

/** Where cells are placed: each machine has settings of its own. */
async function inTwoTrips(ctx: Ctx, keys: Statement): Promise<KeysAndRows> {
  const [[found] = []] = await pipelined(ctx.pool, [keys])
  const [companies, iccids] = found ?? []
  const [rows = []] = await pipelined(ctx.pool, [statementOf(ctx.db, rowsOf(sql`${companies}`, sql`${iccids}`))])
  return [found, rows]
}

/** The rows of some keys (company_id, iccid), in their order. */
export async function rowsOfKeys(ctx: Ctx, keys: readonly RawRow[]): Promise<RawRow[]> {
  if (keys.length === 0) return []
  const column = (at: number) => keys.map((key) => key[at])
  const rows = await rawRows(ctx, rowsOf(sql`${column(0)}`, sql`${column(1)}`))
  await fillInPlans(ctx, rows)
  return rows
}

function keysStatement(ctx: Ctx, request: KeyRequest, way: PathAttempts[0]): Statement {
  const keys = request.order.keys.map((_, index) => sql.id(`key_${index}`))
  const own = [...keys, sql`iccid`]
  const last = request.isKeyed
    ? [sql`coalesce(json_agg(json_build_array(${sql.join(own)})), '[]')`]
    : own.map((key) => sql`(array_agg(${key}))[${request.limit}]`)
  const { found, page, isWhole = sql`false` } = pageKeys(request, way)
  // an abandoned path's rows are not looked up
  const all = (column: Sql) =>
    way.atMost === undefined && !way.upTo
      ? sql`coalesce(array_agg(${column}), '{}')`
      : sql`CASE WHEN count(*) = ${request.limit} OR ${isWhole} THEN coalesce(array_agg(${column}), '{}') ELSE '{}' END`
  const keep = (name: string, value: Sql) =>
    ctx.cells.arePlaced ? sql`(${value})::text` : sql`set_config(${sql.lit(name)}, (${value})::text, true)`
  return statementOf(
    ctx.db,
    sql`
      ${found ? sql`WITH ${found}` : sql``}
      SELECT ${keep('enlace.page_companies', all(sql`company_id`))}, ${keep('enlace.page_iccids', all(sql`iccid`))}, count(*),
        ${found && request.text?.limit !== undefined ? sql`(SELECT count(*) FROM found)` : sql`0`}, ${isWhole}, ${sql.join(last)}
      FROM (${page}) AS page(${sql.join([sql`company_id`, sql`iccid`, ...keys])})`,
  )
}

let keyedRows: Statement | undefined

/** The same for each page: compiled once, which takes 40 µs. */
function rowsStatement(ctx: Ctx): Statement {
  keyedRows ??= statementOf(ctx.db, ROWS_OF_KEYS, 'sim-page-rows')
  return keyedRows
}

/** Maximal age of a plan's allowance on a page. */
const ALLOWANCE_CACHE_MS = 5_000

async function loadAllowances({ db }: Pick<Ctx, 'db'>): Promise<ReadonlyMap<string, string>> {
  const plans = await db.selectFrom('plans').select(['plan_code', 'data_mb']).execute()
  return new Map(plans.map((plan) => [plan.plan_code, String(plan.data_mb)]))
}

/** An unknown plan may be new: then all are loaded again. */
async function allowancesFor(ctx: Ctx, rows: readonly RawRow[]): Promise<ReadonlyMap<string, string>> {
  const known = await cachedFor(ctx, { key: 'plan allowances', maxAgeMs: ALLOWANCE_CACHE_MS }, () => loadAllowances(ctx))
  return rows.every((row) => known.has(row[PLAN_CODE] ?? '')) ? known : loadAllowances(ctx)
}

/** Fills in the plan's allowance, sets figures of a past day or cycle to zero, and removes the two dates. */
async function fillInPlans(ctx: Ctx, rows: RawRow[]): Promise<void> {
  if (rows.length === 0) return
  const allowances = await allowancesFor(ctx, rows)
  const companyIds = new Set(rows.map((row) => Number(row[COMPANY])))
  const calendars = new Map<string, CompanyCalendar>()
  for (const calendar of await companyCalendars(ctx, ctx.now, [...companyIds]))
    calendars.set(String(calendar.companyId), calendar)
  for (const row of rows) {
    const calendar = calendars.get(row[COMPANY] ?? '')
    row[PLAN_MB] = allowances.get(row[PLAN_CODE] ?? '') ?? null
    if (row.pop() !== calendar?.cycleStart) for (const figure of CYCLE_FIGURES) row[figure] = '0'
    if (row.pop() !== calendar?.today) for (const figure of DAY_FIGURES) row[figure] = '0'
  }
}
