import { sql } from 'kysely'
import type { DashboardNeed } from '#contract/dashboard/dashboard.calls.ts'
import { ANOMALY_NEED_HOURS, FAILED_OPERATION_DAYS, needsInOrder } from '#domain/needs.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { daysBefore, HOUR_MS } from '#domain/time.ts'
import { poolLevel } from '#domain/usage.ts'
import { fromEachCell, rowsOfCells } from '#server/cells/cell-context.ts'
import { sumByKey, sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { dueOn, stateAt } from '#server/records/charge-state.ts'
import { simTotals } from '#server/records/sim-totals.ts'
import { recentOver, type Tally } from '#server/records/tallies.queries.ts'
import { type Origin, simsByOrigin } from './operators.queries.ts'
import type { Pools } from './pools.queries.ts'

/** What the dashboard reads anyhow. */
interface Known {
  readonly tallies: Promise<readonly Tally[]>
  readonly silent: Promise<number>
  readonly operators: Promise<readonly Origin[]>
  readonly pools: Promise<Pools>
}

const NOTHING = { sims: 0, id: '', name: '', companyId: 0, companies: 0, companyName: '', percent: 0, since: null, amounts: [] }

const need = (kind: DashboardNeed['kind'], count: number, more: Partial<DashboardNeed> = {}): DashboardNeed => ({
  ...NOTHING,
  ...more,
  kind,
  count,
})

/** What requires attention of a person with the reader's permits, most urgent first. */
export async function needsOf(ctx: Ctx, known: Known): Promise<DashboardNeed[]> {
  const { permits, isAdmin } = ctx.actor
  const may = (permit: (typeof permits)[number]): boolean => permits.includes(permit)
  const found = await Promise.all([
    invoices(ctx),
    may('sims') ? simsInNeed(ctx, known) : [],
    may('sims') ? failedOperations(ctx) : [],
    may('alarmas') ? askingRules(ctx) : [],
    may('alarmas') ? recentAnomalies(ctx) : [],
    may('plans') ? poolsOver(known) : [],
    may('requests') ? waitingRequests(ctx) : [],
    may('companies') ? blockedCompanies(ctx) : [],
    isAdmin ? waitingConversations(ctx) : [],
  ])
  return needsInOrder(found.flat())
}

async function simsInNeed(ctx: Ctx, { tallies, silent, operators }: Known): Promise<DashboardNeed[]> {
  const scope = scopeOf(ctx.actor)
  const over = await fromEachCell(ctx, (cell) => recentOver(cell, scope))
  const counted = await tallies
  const isCut = ({ administrativeStatus }: Tally) => administrativeStatus === ADMINISTRATIVE_STATUS.deactivatedByAlarm
  const cut = total(counted.filter(isCut).map(({ sims }) => sims))
  return [
    need('silent', await silent),
    need('simsAtLimit', simTotals(over.flat()).totalActive),
    need('dataCut', cut, cut > 0 ? await onlyCutBy(ctx, cut) : {}),
    ...failingOperators(counted, await operators),
  ]
}

/** Notices of a company among which the last cut is searched. */
const RECENT_NOTICES = 200

/**
 * The alarm that cut all of so many SIMs, by its name, and when it cut the last one, if that is among the company's recent
 * notices; nothing where several did. Of several alarms the first and the last of an index differ, so only the cuts of a single
 * one are counted.
 */
async function onlyCutBy(ctx: Ctx, sims: number): Promise<Partial<DashboardNeed>> {
  const cut = sql`alarm_notices n WHERE ${inScope(scopeOf(ctx.actor), sql`n.company_id`)} AND n.action = 'cut'`
  const onlyOne = sql<{ name: string; sims: number; since: Date | null }>`
    WITH first AS (SELECT n.company_id, n.alarm_id FROM ${cut} ORDER BY n.company_id, n.alarm_id LIMIT 1),
      last AS (SELECT n.company_id, n.alarm_id FROM ${cut} ORDER BY n.company_id DESC, n.alarm_id DESC LIMIT 1)
    SELECT coalesce(a.name, '') AS name, (
      SELECT count(DISTINCT n.iccid)::int FROM alarm_notices n
      WHERE n.company_id = f.company_id AND n.alarm_id = f.alarm_id AND n.action = 'cut'
    ) AS sims, (
      SELECT max(r.at) FROM (
        SELECT n.at, n.alarm_id, n.action FROM alarm_notices n
        WHERE n.company_id = f.company_id ORDER BY n.at DESC, n.notice_id DESC LIMIT ${RECENT_NOTICES}
      ) r WHERE r.alarm_id = f.alarm_id AND r.action = 'cut'
    ) AS since
    FROM first f JOIN last l ON l.company_id = f.company_id AND l.alarm_id = f.alarm_id
    LEFT JOIN alarms a ON a.company_id = f.company_id AND a.alarm_id = f.alarm_id`
  const [only, ...others] = (await rowsOfCells(ctx, (db) => onlyOne.execute(db))).flat()
  if (!only || others.length > 0 || only.sims !== sims) return {}
  return { name: only.name, since: only.since?.toISOString() ?? null }
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** The operators of the reader's SIMs that fail, each by itself: they are checked one by one. */
function failingOperators(tallies: readonly Tally[], operators: readonly Origin[]): DashboardNeed[] {
  const sims = simsByOrigin(tallies)
  return operators
    .filter(({ status, originId }) => status !== 1 && (sims.get(originId) ?? 0) > 0)
    .map(({ status, originId, operatorName, failurePercent, since }) =>
      need(status === 0 ? 'operatorDown' : 'operatorUnstable', 1, {
        id: String(originId),
        name: operatorName,
        sims: sims.get(originId) ?? 0,
        percent: failurePercent,
        since: since.toISOString(),
      }),
    )
}

async function poolsOver({ pools }: Known): Promise<DashboardNeed[]> {
  const { over, fullest } = await pools
  const full = fullest.filter(({ total: percent }) => poolLevel(percent) === 'full')
  const [only] = over === 1 ? full : []
  const about = only ? { id: only.planCode, name: only.planName, companyId: only.companyId, percent: only.total } : {}
  return [need('poolOver', over, about)]
}

interface RowOfCompanies {
  readonly companyIds: readonly number[]
  /** of one of them */
  readonly companyName: string
}

/** Whose that is: of how many companies, and the name of the only one, unless it is the reader's. */
function whoseOf({ actor }: Ctx, rows: readonly RowOfCompanies[]): Partial<DashboardNeed> {
  const ids = new Set(rows.flatMap(({ companyIds }) => companyIds))
  const isNamed = ids.size === 1 && !ids.has(actor.companyId)
  return { companies: ids.size, companyName: (isNamed && rows[0]?.companyName) || '' }
}

interface InvoiceRow extends RowOfCompanies {
  readonly isOverdue: boolean
  readonly currency: string
  readonly invoices: number
  readonly amountMinor: number
  readonly dueOn: string | null
  readonly documentId: number
  readonly documentNumber: string
}

/** Invoices to pay: for the operator, who issues them, only those that are overdue. */
async function invoices(ctx: Ctx): Promise<DashboardNeed[]> {
  const unpaid = sql<InvoiceRow>`
    SELECT ${stateAt(ctx.now)} = 'overdue' AS "isOverdue", c.currency, count(*)::int AS invoices,
      sum(c.total_minor)::bigint AS "amountMinor", min(${dueOn}) AS "dueOn", min(c.document_id) AS "documentId",
      min(c.document_number) AS "documentNumber", array_agg(DISTINCT c.company_id) AS "companyIds",
      min(co.business_name) AS "companyName"
    FROM charges c JOIN companies co ON co.company_id = c.company_id
    WHERE ${inScope(scopeOf(ctx.actor), sql`c.company_id`)} AND c.state = 'issued' AND c.kind = 'invoice'
    GROUP BY 1, 2 ORDER BY 2`
  const rows = (await rowsOfCells(ctx, (db) => unpaid.execute(db))).flat()
  const of = (isOverdue: boolean): DashboardNeed => {
    const some = rows.filter((row) => row.isOverdue === isOverdue)
    const count = total(some.map((row) => row.invoices))
    const [first] = some
    const sums = sumByKey(some.map(({ currency, amountMinor }) => [currency, amountMinor]))
    return need(isOverdue ? 'invoiceOverdue' : 'invoiceDue', count, {
      ...(count === 1 && first ? { id: String(first.documentId), name: first.documentNumber } : {}),
      ...whoseOf(ctx, some),
      since: some.flatMap((row) => row.dueOn ?? []).sort()[0] ?? null,
      amounts: [...sums].map(([currency, amountMinor]) => ({ amountMinor, currency })),
    })
  }
  return ctx.actor.isAdmin ? [of(true)] : [of(true), of(false)]
}

/** Operations that the list shows at most. */
const OPERATIONS = 500

/** Lines of operations on many SIMs that failed within days and were not repeated, without diagnoses; one with parts in several cells is one. */
async function failedOperations(ctx: Ctx): Promise<DashboardNeed[]> {
  const recent = sql<{ operationId: number; failed: number }>`
    SELECT o.operation_id AS "operationId", o.failed FROM operations o
    WHERE ${inScope(scopeOf(ctx.actor), sql`o.company_id`)} AND o.failed > 0 AND o.source <> 'single' AND o.kind <> 'diagnose'
      AND o.created_at > ${daysBefore(ctx.now, FAILED_OPERATION_DAYS)}
    ORDER BY 1 DESC LIMIT ${OPERATIONS}`
  const operations = sumSame(await rowsOfCells(ctx, (db) => recent.execute(db)), ({ operationId }) => operationId, ['failed'])
  const [only] = operations.length === 1 ? operations : []
  return [need('operationFailed', total(operations.map(({ failed }) => failed)), { id: only ? String(only.operationId) : '' })]
}

/** What rules ask before they act; `id` is the rule's where one alone asks. */
async function askingRules(ctx: Ctx): Promise<DashboardNeed[]> {
  const asking = sql<WaitingRow & { name: string; rules: number }>`
    SELECT count(*)::int AS count, min(rule_id)::float8 AS first, min(at) AS since, max(rule_name) AS name,
      count(DISTINCT rule_id)::int AS rules
    FROM rule_firings f WHERE operation = 'asked' AND ${inScope(scopeOf(ctx.actor), sql`f.company_id`)} HAVING count(*) > 0`
  const of = (await rowsOfCells(ctx, (db) => asking.execute(db))).flat()
  const only = of.length === 1 && of[0]?.rules === 1 ? of[0] : undefined
  const about = only ? { id: String(only.first), name: only.name } : { id: '' }
  return [{ ...firstOf('ruleAsks', of), ...about }]
}

/** What was out of the ordinary in the last hours, and the SIMs that it is about. */
async function recentAnomalies(ctx: Ctx): Promise<DashboardNeed[]> {
  const since = new Date(ctx.now.getTime() - ANOMALY_NEED_HOURS * HOUR_MS)
  const recent = sql<{ count: number; sims: number }>`
    SELECT count(*)::int AS count, coalesce(sum(n.sims), 0)::int AS sims FROM anomalies n
    WHERE ${inScope(scopeOf(ctx.actor), sql`n.company_id`)} AND n.last_at > ${since}`
  const of = (await rowsOfCells(ctx, (db) => recent.execute(db))).flat()
  return [need('anomalies', total(of.map(({ count }) => count)), { sims: total(of.map(({ sims }) => sims)) })]
}

interface WaitingRow {
  readonly count: number
  readonly first: number
  readonly since: Date
}

/** What waits for the reader's side: to be approved by the operator, to be confirmed as delivered by the customer. */
async function waitingRequests(ctx: Ctx): Promise<DashboardNeed[]> {
  const { isAdmin } = ctx.actor
  const state = isAdmin ? 'submitted' : 'shipped'
  const waiting = sql<WaitingRow & RowOfCompanies>`
    SELECT count(*)::int AS count, min(r.request_id) AS first, min(r.updated_at) AS since,
      array_agg(DISTINCT r.company_id) AS "companyIds", min(co.business_name) AS "companyName"
    FROM requests r JOIN companies co ON co.company_id = r.company_id
    WHERE ${inScope(scopeOf(ctx.actor), sql`r.company_id`)} AND r.state = ${sql.lit(state)} HAVING count(*) > 0`
  const rows = (await rowsOfCells(ctx, (db) => waiting.execute(db))).flat()
  return [{ ...firstOf(isAdmin ? 'requestSubmitted' : 'requestShipped', rows), ...whoseOf(ctx, rows) }]
}

/** Conversations whose person waits for an answer of the operator. */
async function waitingConversations(ctx: Ctx): Promise<DashboardNeed[]> {
  const waiting = sql<WaitingRow>`
    SELECT count(*)::int AS count, min(conversation_id) AS first, min(waiting_since) AS since FROM support_conversations
    WHERE waiting_since IS NOT NULL AND ${inScope(scopeOf(ctx.actor), sql`company_id`)} HAVING count(*) > 0`
  return [firstOf('supportWaiting', (await rowsOfCells(ctx, (db) => waiting.execute(db))).flat())]
}

function firstOf(kind: DashboardNeed['kind'], rows: readonly WaitingRow[]): DashboardNeed {
  const count = total(rows.map((row) => row.count))
  const since = rows.map((row) => row.since.toISOString()).sort()[0] ?? null
  return need(kind, count, { id: count === 1 ? String(rows[0]?.first) : '', since })
}

async function blockedCompanies({ db, actor }: Ctx): Promise<DashboardNeed[]> {
  const { rows } = await sql<{ companies: number }>`
    SELECT count(*)::int AS companies FROM companies c
    WHERE ${inScope(scopeOf(actor), sql`c.company_id`)} AND c.blocked_at IS NOT NULL`.execute(db)
  return [need('companyBlocked', rows[0]?.companies ?? 0)]
}
