import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import type { AssignAnswer, assignRequestSims as assignCall } from '#contract/requests/request-steps.calls.ts'
import { isFilling } from '#domain/request-life-cycle.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { withinCell } from '#server/cells/cell-context.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import type { Cell } from '#server/cells/cells.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { withBulkSearchIndex } from '#server/records/bulk-search-index.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { lockRegistries } from '#server/records/lock-registries.ts'
import { moveSims } from '#server/records/move-sims.ts'
import { updateSims } from '#server/records/sim-copies.ts'
import { addTallies, tallyRows } from '#server/records/sim-tallies.ts'
import { stayEndSql } from '#server/records/stay-end.ts'
import { applyStep } from './apply-step.ts'
import { inStock, requireSimLine, type SimLine, stockCompany } from './assign-plan.queries.ts'
import { assignProblems, type CheckedEntries, checkEntries, entriesOf, type SimEntry } from './check-entries.ts'
import { requireRequest, type StoredRequest } from './request-row.ts'

/** From this many SIMs on a write is bulk: below, changing the search index's settings twice costs more than it saves. */
const BULK_SIMS = 500

interface Target {
  readonly requestId: number
  readonly lineNo: number
  /** of SIMs that are new */
  readonly apnId: number
}

/** Assigns SIMs of a list or from stock to a line of a request. */
export async function assignSims(
  ctx: Ctx,
  requestId: number,
  { lineNo, apnId, stock, icc }: CallInput<typeof assignCall>['body'],
): Promise<WithMessage<AssignAnswer>> {
  const target = { requestId, lineNo, apnId }
  if ((stock === undefined) === (icc === undefined)) throw invalidField('icc', FIELD_SENTENCES.required)
  return assignToLine(ctx, target, icc ? { entries: entriesOf(icc) } : { stock: stock ?? 0 })
}

export type AssignedEntries = { readonly entries: readonly SimEntry[] } | { readonly stock: number }

/**
 * Gives SIMs to the requesting company, ready to use, on the ordered plan: those in the operator's stock move, new ones are
 * inserted. All of them, or none if one has a problem.
 */
export async function assignToLine(ctx: Ctx, target: Target, source: AssignedEntries): Promise<WithMessage<AssignAnswer>> {
  const answer = await inTransaction(ctx, async (trx) => {
    const request = await requireOpen(trx, ctx, target.requestId)
    const line = await requireSimLine(trx, request, target.lineNo)
    await requireApn(trx, target.apnId)
    const operator = await stockCompany(trx)
    await lockRegistries(trx)
    const stock = await cellOf(ctx, operator)
    const judged =
      'stock' in source
        ? await withinCell(trx, stock, (inside) => pickFromStock(inside, source.stock, line, operator))
        : await checkEntries(trx, source.entries, line, operator)
    if (judged.refused.length > 0) return assignProblems(judged, ctx.language)
    const assigned = judged.stock.length + judged.fresh.length
    if (assigned === 0) throw new AppError('invalid_request', { sentence: REQUEST_SENTENCES.noIccs })
    if (assigned > line.missing) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.moreThanAsked })
    // an approved request is in preparation from now on
    if (request.state === 'approved') await applyStep(trx, ctx, request, 'prepare')
    const write = () => writeSims(trx, ctx, { request, line, operator, stock, apnId: target.apnId }, judged)
    await (assigned < BULK_SIMS ? write() : withBulkSearchIndex(trx, write))
    await auditAssignment(trx, ctx, request, line, judged)
    return { assigned, refused: [], refusedCount: 0 }
  })
  return new WithMessage(answer, answer.assigned > 0 ? REQUEST_SENTENCES.assigned : REQUEST_SENTENCES.notAssigned)
}

/** A request that may be filled. */
async function requireOpen(trx: DatabaseTransaction, ctx: Ctx, requestId: number): Promise<StoredRequest> {
  const request = await requireRequest(ctx, trx, requestId)
  if (isFilling(request.state)) return request
  throw new AppError('transition_not_allowed', { sentence: REQUEST_SENTENCES.notNow })
}

async function requireApn(trx: DatabaseTransaction, apnId: number): Promise<void> {
  const apn = await trx.selectFrom('apns').select('apn_id').where('apn_id', '=', apnId).executeTakeFirst()
  if (!apn) throw invalidField('apnId', REQUEST_SENTENCES.unknownApn)
}

/** SIMs of the stock, those on the plan first. */
async function pickFromStock(
  trx: DatabaseTransaction,
  count: number,
  line: SimLine,
  operator: number,
): Promise<CheckedEntries> {
  const { rows } = await sql<{ iccid: string }>`
    SELECT s.iccid FROM sims s WHERE ${inStock(operator, line)}
    ORDER BY s.plan_code = ${line.planCode} DESC, s.iccid LIMIT ${count} FOR UPDATE`.execute(trx)
  if (rows.length < count) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.stockShort })
  return { stock: rows.map(({ iccid }) => iccid), fresh: [], refused: [] }
}

interface Place {
  readonly request: StoredRequest
  readonly line: SimLine
  readonly operator: number
  /** the operator's cell */
  readonly stock: Cell
  readonly apnId: number
}

async function writeSims(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { request, line, operator, stock: stockCell, apnId }: Place,
  { stock, fresh }: CheckedEntries,
): Promise<void> {
  const { companyId, requestId } = request
  const said = { actor: ctx.actor.email, detail: { requestId } }
  if (stock.length > 0) {
    await withinCell(trx, stockCell, async (inside) => {
      await setPlan(inside, operator, stock, line.planCode)
      const sims = stock.map((iccid) => ({ companyId: operator, iccid }))
      await moveSims(inside, { target: companyId, sims, ...said }, ctx.now)
    })
  }
  const { planCode, originId, simTypeId } = line
  await insertSims(trx, { companyId, planCode, originId, simTypeId, apnId, sims: fresh, ...said }, ctx.now)
  const iccids = [...stock, ...fresh.map(({ iccid }) => iccid)]
  await bindToPlan(trx, { companyId, planCode, iccids }, ctx.now)
  await sql`
    INSERT INTO request_sims (company_id, request_id, line_no, iccid, assigned_at)
    SELECT ${companyId}, ${requestId}, ${line.lineNo}, iccid, ${ctx.now}
    FROM unnest(${iccids}::text[]) AS given(iccid)`.execute(trx)
}

/** They have no usage, so no sum of a plan changes. */
async function setPlan(
  trx: DatabaseTransaction,
  companyId: number,
  iccids: readonly string[],
  planCode: string,
): Promise<void> {
  const theirs = sql`s.company_id = ${companyId} AND s.iccid = ANY(${[...iccids]}::text[]) AND s.plan_code <> ${planCode}`
  const changed = await sql<{ iccid: string }>`
    SELECT s.iccid FROM sims s WHERE ${theirs} ORDER BY s.iccid FOR UPDATE`.execute(trx)
  if (changed.rows.length === 0) return
  await addTallies(trx, tallyRows(theirs, -1))
  const others = changed.rows.map(({ iccid }) => iccid)
  const those = sql`s.company_id = ${companyId} AND s.iccid = ANY(${others}::text[])`
  await updateSims(trx, sql`UPDATE sims s SET plan_code = ${planCode} WHERE ${those}`, 'kinds')
  await addTallies(trx, tallyRows(those, 1))
}

interface Bound {
  readonly companyId: number
  readonly planCode: string
  readonly iccids: readonly string[]
}

/** The minimum stay of the ordered plan begins. */
async function bindToPlan(trx: DatabaseTransaction, { companyId, planCode, iccids }: Bound, now: Date): Promise<void> {
  const { rows } = await sql<{ end: string | null }>`
    SELECT (${stayEndSql(now)})::text AS end FROM plans p, companies c
    WHERE p.plan_code = ${planCode} AND c.company_id = ${companyId}`.execute(trx)
  const end = sql`${rows[0]?.end ?? null}::date`
  const update = sql`
    UPDATE sims s SET plan_bound_until = ${end}
    WHERE s.company_id = ${companyId} AND s.iccid = ANY(${[...iccids]}::text[]) AND s.plan_bound_until IS DISTINCT FROM ${end}`
  await updateSims(trx, update, 'kinds')
}

async function auditAssignment(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { companyId, requestId }: StoredRequest,
  { lineNo, planCode }: SimLine,
  { stock, fresh }: CheckedEntries,
): Promise<void> {
  const after = { lineNo, planCode, fromStock: stock.length, entered: fresh.length }
  const entry = { action: 'request.sims_assigned', entity: 'request', entityId: String(requestId), companyId }
  await audit(trx, ctx, { ...entry, after })
}
