import { sql } from 'kysely'
import { EXCLUSION_SENTENCES, OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { maySteer, mayWithdraw, type OperationAction, openActions } from '#domain/operations.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { audit } from '#server/records/audit.ts'
import { claimSlots, releaseCancelled } from './claim-slots.ts'
import { asksNetwork } from './operation-kinds.ts'
import { lockParts, requireParts } from './operation-parts.ts'
import { finishIfDone, lockLinesOf, notifyDue, type OperationRow, recount, wholeRow } from './operation-row.ts'
import { insertPlanNotes, withdrawnPlans } from './plan-notes.ts'
import { LINE_TIMEOUT_MS } from './timing.ts'

type Change = (trx: DatabaseTransaction, ctx: Ctx, operation: OperationRow) => Promise<void>

const ofOperation = ({ companyId, operationId }: OperationRow) =>
  sql`company_id = ${companyId} AND operation_id = ${operationId}`

async function setState(
  trx: DatabaseTransaction,
  ctx: Ctx,
  operation: OperationRow,
  state: OperationRow['state'],
): Promise<void> {
  await sql`UPDATE operations SET state = ${state}, updated_at = ${ctx.now} WHERE ${ofOperation(operation)}`.execute(trx)
}

const pause: Change = (trx, ctx, operation) => setState(trx, ctx, operation, 'paused')

const resume: Change = async (trx, ctx, operation) => {
  await setState(trx, ctx, operation, 'running')
  await notifyDue(trx, operation)
}

/**
 * Pending lines that no worker is claiming now. Workers lock lines before their operation, steering locks the operation before
 * lines: lines in between are skipped, as if they had been claimed a moment before.
 */
const unclaimedLines = (operation: OperationRow, phases?: readonly string[]) => sql`(
      SELECT line FROM operation_items
      WHERE ${ofOperation(operation)} AND state = 'pending' ${phases ? sql`AND phase = ANY(${[...phases]}::text[])` : sql``}
      FOR UPDATE SKIP LOCKED
    )`

/** Pending lines are cancelled and release their slots; lines at the network continue to their end. */
const cancel: Change = async (trx, ctx, operation) => {
  const cancelled = sql`
    UPDATE operation_items SET state = 'cancelled', code = 'cancelled', updated_at = ${ctx.now}
    WHERE ${ofOperation(operation)} AND line IN ${unclaimedLines(operation)}`
  if (operation.kind === 'plan' && operation.scheduledAt !== null) {
    const lines = sql`cancelled AS (${cancelled} RETURNING company_id, operation_id, sim_company_id, iccid, 'plan_withdrawn' AS code)`
    await sql`
      WITH ${lines}, ${withdrawnPlans('cancelled', { actor: ctx.actor.email, now: ctx.now })} ${insertPlanNotes}`.execute(trx)
  } else await cancelled.execute(trx)
  await releaseCancelled(trx, operation, ctx.now)
  if (operation.kind === 'sms') await cancelMessages(trx, operation, ctx.now)
  await recount(trx, operation)
  await sql`
    UPDATE operations SET state = 'cancelled', finished_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE ${ofOperation(operation)}`.execute(trx)
}

/** Cancels messages of lines that were never sent; the key is that of `requestIdOf`. */
async function cancelMessages(trx: DatabaseTransaction, { companyId, operationId }: OperationRow, now: Date): Promise<void> {
  await sql`
    UPDATE sms_messages m SET state = 'cancelled', settled_at = ${now} FROM operation_items i
    WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.state = 'cancelled' AND i.attempts > 0
      AND m.company_id = i.sim_company_id AND m.iccid = i.iccid
      AND m.reference = (i.company_id::text || '-' || i.operation_id::text || '-' || i.line::text || '-' || i.run::text) COLLATE "C" AND m.state = 'queued'`.execute(
    trx,
  )
}

/** Assigns pending lines to the network that carries their SIM now: routes may have changed since. */
async function assignNetworks(trx: DatabaseTransaction, operation: OperationRow): Promise<void> {
  if (!asksNetwork(operation)) return
  const { companyId, operationId } = operation
  await sql`
    UPDATE operation_items i SET network = coalesce(n.network_id, '-')
    FROM sims s LEFT JOIN network_routes n ON n.origin_id = s.origin_id AND n.sim_type_id = s.sim_type_id
    WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.state = 'pending'
      AND s.company_id = i.sim_company_id AND s.iccid = i.iccid AND i.network <> coalesce(n.network_id, '-')`.execute(trx)
}

/** Failed lines run again as new requests: the network has finished the old ones. */
const retry: Change = async (trx, ctx, operation) => {
  const giveUp = new Date(ctx.now.getTime() + LINE_TIMEOUT_MS)
  await sql`
    UPDATE operation_items SET state = 'pending', code = '', text = '', retryable = false, attempts = 0, run = run + 1, reference = NULL,
      due_at = ${ctx.now}, expires_at = ${giveUp}, updated_at = ${ctx.now}
    WHERE ${ofOperation(operation)} AND state = 'failed'`.execute(trx)
  await assignNetworks(trx, operation)
  await claimSlots(trx, operation, ctx.now)
  await sql`UPDATE operations SET state = 'running', finished_at = NULL WHERE ${ofOperation(operation)}`.execute(trx)
  await recount(trx, operation)
  await notifyDue(trx, operation)
}

/** Unsent terminations are withdrawn, line by line in the background: each SIM returns to the status before. */
const withdraw: Change = async (trx, ctx, operation) => {
  if (operation.state === 'scheduled') return cancel(trx, ctx, operation)
  await sql`
    UPDATE operations SET withdrawn_at = ${ctx.now}, withdrawn_by = ${ctx.actor.email}
    WHERE ${ofOperation(operation)}`.execute(trx)
  await sql`
    UPDATE operation_items SET phase = 'withdraw', due_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE ${ofOperation(operation)} AND line IN ${unclaimedLines(operation, ['request', 'cooling'])}`.execute(trx)
  await setState(trx, ctx, operation, 'running')
  await notifyDue(trx, operation)
}

/** An administrator ends the cooling-off: requested terminations are sent now. */
const approve: Change = async (trx, ctx, operation) => {
  await sql`
    UPDATE operation_items SET due_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE ${ofOperation(operation)} AND state = 'pending' AND phase = 'cooling'`.execute(trx)
  await notifyDue(trx, operation)
}

const discard: Change = async (trx, _ctx, operation) => {
  await sql`DELETE FROM operations WHERE ${ofOperation(operation)}`.execute(trx)
}

type Steering = Exclude<OperationAction, 'confirm'> | 'approve'

const CHANGES: Readonly<Record<Steering, Change>> = { pause, resume, cancel, retry, withdraw, approve, discard }

/** The verbs of the audit log. */
const AUDIT_VERBS: Readonly<Record<Steering, string>> = {
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  retry: 'retried',
  withdraw: 'withdrawn',
  approve: 'approved',
  discard: 'discarded',
}

function isOpen(action: Steering, operation: OperationRow): boolean {
  if (action === 'approve')
    return operation.kind === 'terminate' && operation.state === 'running' && operation.withdrawnAt === null
  if (action === 'withdraw') return mayWithdraw(operation.kind, operation.state, operation.counts)
  return openActions(operation.kind, operation.state, operation.counts).includes(action)
}

/**
 * Steers an operation if its state and the person's rights allow it, in each cell that has lines of it; its rows are locked, so that
 * concurrent requests are serialized.
 */
export async function steerOperation(ctx: Ctx, operationId: number, action: Steering): Promise<void> {
  const seen = await requireParts(ctx, operationId)
  const steer = async (trx: DatabaseTransaction): Promise<void> => {
    await lockLinesOf(trx, { operationId })
    const [first, ...others] = await lockParts(trx, seen, async (_, row) => row)
    if (!first) throw new AppError('not_found')
    const operation = wholeRow([first, ...others])
    if (!maySteer(action, operation.kind, ctx.actor))
      throw new AppError('not_allowed', { sentence: EXCLUSION_SENTENCES.not_allowed })
    if (!isOpen(action, operation)) {
      const { es, en } = OPERATION_STATE_WORDS[operation.state]
      const sentence = {
        es: `El estado de la operación no lo permite (${es})`,
        en: `The operation’s status doesn’t allow it (${en})`,
      }
      throw new AppError('conflict', { sentence })
    }
    await lockParts(trx, seen, async (inside, part) => {
      if (isOpen(action, part)) await CHANGES[action](inside, ctx, part)
      return part
    })
    await lockParts(trx, seen, async (inside, part) => {
      await finishIfDone(inside, part, ctx.now)
      return part
    })
    await audit(trx, ctx, {
      action: `operation.${AUDIT_VERBS[action]}`,
      entity: 'operation',
      entityId: String(operationId),
      companyId: operation.companyId,
      before: { state: operation.state, counts: operation.counts },
    })
  }
  await retryDeadlock(() => inTransaction(seen[0].ctx, steer))
}
