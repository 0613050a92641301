import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { REQUEST_SENTENCES, UNASSIGN_SENTENCES } from '#contract/requests/request-messages.ts'
import type { unassignRequestSim as unassignCall } from '#contract/requests/request-steps.calls.ts'
import type { RequestData } from '#contract/requests/requests.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { type AssignedSim, unassignProblem } from '#domain/request-life-cycle.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { lockRegistries } from '#server/records/lock-registries.ts'
import { moveSims } from '#server/records/move-sims.ts'
import { stockCompany } from './assign-plan.queries.ts'
import { type RequestKey, requestData, requireRequest } from './request-row.ts'

/** Takes back a wrongly assigned SIM: it goes to the operator's stock, also when it was inserted with the request. */
export async function unassignSim(
  ctx: Ctx,
  { id, icc }: CallInput<typeof unassignCall>['params'],
): Promise<WithMessage<RequestData>> {
  await inTransaction(ctx, async (trx) => {
    const request = await requireRequest(ctx, trx, id)
    const { companyId, requestId } = request
    const { iccid, lineNo } = await requireAssigned(trx, request, icc)
    await lockRegistries(trx)
    const problem = unassignProblem(request.state, await lockAssignedSim(trx, companyId, iccid))
    if (problem) {
      const code = problem === 'not_filling' ? 'transition_not_allowed' : 'conflict'
      throw new AppError(code, { sentence: UNASSIGN_SENTENCES[problem] })
    }
    const target = await stockCompany(trx)
    await moveSims(trx, { target, sims: [{ companyId, iccid }], actor: ctx.actor.email, detail: { requestId } }, ctx.now)
    await sql`
      DELETE FROM request_sims WHERE company_id = ${companyId} AND request_id = ${requestId} AND iccid = ${iccid}`.execute(trx)
    const before = { lineNo, iccid }
    await audit(trx, ctx, { action: 'request.sim_unassigned', entity: 'request', entityId: String(requestId), before })
  })
  return new WithMessage(await requestData(ctx, id), REQUEST_SENTENCES.unassigned)
}

/** @throws AppError not_found when the request does not have the SIM */
async function requireAssigned(
  trx: DatabaseTransaction,
  { companyId, requestId }: RequestKey,
  icc: string,
): Promise<{ iccid: string; lineNo: number }> {
  const { rows } = await sql<{ iccid: string; lineNo: number }>`
    SELECT iccid, line_no AS "lineNo" FROM request_sims
    WHERE company_id = ${companyId} AND request_id = ${requestId} AND iccid = ANY(${iccidCandidates(icc)}::text[])`.execute(trx)
  const [found] = rows
  if (!found) throw new AppError('not_found', { sentence: REQUEST_SENTENCES.notOfRequest })
  return found
}

/** The present row of an assigned SIM, locked so that no change of it starts before the transaction ends. */
async function lockAssignedSim(trx: DatabaseTransaction, companyId: number, iccid: string): Promise<AssignedSim> {
  // a change claims its slot before it locks the SIM
  const isBusy = !(await holdSlot(trx, companyId, iccid))
  const { rows } = await sql<Omit<AssignedSim, 'isBusy'>>`
    SELECT s.administrative_status AS status, s.activated_at IS NOT NULL AS "wasActive"
    FROM sims s WHERE s.company_id = ${companyId} AND s.iccid = ${iccid} FOR UPDATE`.execute(trx)
  return { ...(rows[0] ?? { status: null, wasActive: false }), isBusy }
}

/**
 * Keeps changes from claiming the SIM's slot until the transaction ends: they wait for the insert, which its deletion leaves nothing of.
 * @returns false when a change has it
 */
async function holdSlot(trx: DatabaseTransaction, companyId: number, iccid: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO open_changes (company_id, iccid, waits, kind, operation_company_id, operation_id, line)
    VALUES (${companyId}, ${iccid}, false, 'assign', ${companyId}, 0, 0) ON CONFLICT DO NOTHING RETURNING iccid`.execute(trx)
  if (rows.length === 0) return false
  await sql`DELETE FROM open_changes WHERE company_id = ${companyId} AND iccid = ${iccid} AND operation_id = 0`.execute(trx)
  return true
}
