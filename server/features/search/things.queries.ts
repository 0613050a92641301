import { type RawBuilder, sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { SEARCH_LIMIT_OF_KIND, type searchPortal } from '#contract/search/search.calls.ts'
import { alarmsIn, type OperationsAsked, operationsIn, type RequestsAsked, requestsIn } from '#domain/thing-search.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { mergeSorted, sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { holdsText } from '#server/db/text-search.ts'
import { alarmHoldsText } from '#server/records/alarm-holds-text.ts'

type Sql = RawBuilder<unknown>
type Found = CallData<typeof searchPortal>

const LIMIT = sql.lit(SEARCH_LIMIT_OF_KIND)
/** Rows, the newest first, among which a text or a state is searched: of a year of a large customer. */
const SEARCHED = sql.lit(1000)
/** A text of fewer letters is in most reasons and names. */
const MIN_TEXT = 3

const isSearchable = (text: string): boolean => text.length >= MIN_TEXT
/** Reasons, plans and addresses are not searched for the digits of a card or an IP address. */
const isWord = (text: string): boolean => isSearchable(text) && /\p{L}/u.test(text)

type FoundOperation = Found['operations'][number]

/** Operations by their number, or the newest of many SIMs by kind, state, failures, reason and file. */
export async function findOperations(ctx: Ctx, typed: string): Promise<FoundOperation[]> {
  const asked = operationsIn(typed)
  const from = asked && operationsFrom(ctx, asked)
  if (!from) return []
  const found = sql<Omit<FoundOperation, 'createdAt'> & { createdAt: Date }>`
    SELECT o.operation_id AS "operationId", o.kind, o.state, o.total, o.failed, o.reason, o.created_at AS "createdAt" FROM ${from}
    ORDER BY o.operation_id DESC LIMIT ${LIMIT}`
  const answers = await rowsOfCells(ctx, (db) => found.execute(db))
  const operations = sumSame(answers, ({ operationId }) => operationId, ['total', 'failed'])
  return operations
    .sort((a, b) => b.operationId - a.operationId)
    .slice(0, SEARCH_LIMIT_OF_KIND)
    .map((operation) => ({ ...operation, createdAt: operation.createdAt.toISOString() }))
}

function operationsFrom({ actor }: Ctx, { number, kind, state, hasFailed, text, isNamed }: OperationsAsked): Sql | undefined {
  const own = inScope(scopeOf(actor), sql`o.company_id`)
  const isOf = [...(kind ? [sql`o.kind = ${kind}`] : []), ...(hasFailed ? [sql`o.failed > 0`] : [])]
  if (number !== undefined)
    return sql`operations o WHERE ${sql.join([own, sql`o.operation_id = ${number} AND o.state <> 'draft'`, ...isOf], sql` AND `)}`
  const conditions = [
    ...isOf,
    ...(state ? [sql`o.state = ${state}`] : []),
    ...(isWord(text) ? [holdsText(sql`plain_letters(o.reason || ' ' || coalesce(o.file_name, ''))`, text)] : []),
  ]
  if (text === '' ? conditions.length === 0 && !isNamed : !isWord(text)) return undefined
  return sql`(
    SELECT * FROM operations o WHERE ${own} AND o.source <> 'single' AND o.state <> 'draft'
    ORDER BY o.operation_id DESC LIMIT ${SEARCHED}) o WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)}`
}

type FoundRequest = Found['requests'][number]

/** Requests by their number, or the newest by state, requester, company and tracking number. */
export async function findRequests(ctx: Ctx, typed: string): Promise<FoundRequest[]> {
  const asked = requestsIn(typed)
  const from = asked && requestsFrom(ctx, asked)
  if (!from) return []
  const found = sql<FoundRequest>`
    SELECT r.request_id AS "requestId", r.state, r.type, r.sim_quantity AS "simQuantity", r.requester, c.business_name AS "companyName"
    FROM ${from} ORDER BY r.request_id DESC LIMIT ${LIMIT}`
  const answers = await rowsOfCells(ctx, (db) => found.execute(db))
  return mergeSorted(answers, (a, b) => b.requestId - a.requestId, SEARCH_LIMIT_OF_KIND)
}

function requestsFrom({ actor }: Ctx, { number, state, text, isNamed }: RequestsAsked): Sql | undefined {
  const own = sql`${inScope(scopeOf(actor), sql`r.company_id`)} AND r.state <> 'draft'`
  const withCompany = sql`JOIN companies c ON c.company_id = r.company_id`
  if (number !== undefined) return sql`requests r ${withCompany} WHERE ${own} AND r.request_id = ${number}`
  if (text === '' ? !state && !isNamed : !isSearchable(text)) return undefined
  const holds = sql`(${holdsText(sql`c.search_text`, text)} OR ${holdsText(sql`plain_letters(r.requester || ' ' || r.tracking)`, text)})`
  return sql`(SELECT * FROM requests r WHERE ${own} ORDER BY r.request_id DESC LIMIT ${SEARCHED}) r ${withCompany}
    WHERE ${state ? sql`r.state = ${state}` : sql`true`} AND ${text === '' ? sql`true` : holds}`
}

type FoundAlarm = Found['alarms'][number]

/** Alarms by their name, their plan, their company or an address of their mails, the newest first. */
export async function findAlarms(ctx: Ctx, typed: string): Promise<FoundAlarm[]> {
  const asked = alarmsIn(typed)
  if (!asked || (asked.text === '' ? !asked.isNamed : !isWord(asked.text))) return []
  const { text } = asked
  const found = sql<FoundAlarm>`
    SELECT a.alarm_id AS "alarmId", coalesce(a.name, '') AS name, a.company_id AS "companyId", c.business_name AS "companyName", coalesce(a.plan_code, '') AS plan, coalesce(p.name, '') AS "planName", a.limit_mb AS "limit", CASE WHEN a.is_active THEN '1' ELSE '0' END AS active
    FROM alarms a JOIN companies c ON c.company_id = a.company_id LEFT JOIN plans p ON p.plan_code = a.plan_code
    WHERE ${inScope(scopeOf(ctx.actor), sql`a.company_id`)} AND ${text === '' ? sql`true` : alarmHoldsText(text)}
    ORDER BY a.alarm_id DESC LIMIT ${LIMIT}`
  const answers = await rowsOfCells(ctx, (db) => found.execute(db))
  return mergeSorted(answers, (a, b) => b.alarmId - a.alarmId, SEARCH_LIMIT_OF_KIND)
}
