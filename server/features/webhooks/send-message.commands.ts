import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { WEBHOOK_SENTENCES } from '#contract/webhooks/webhook-messages.ts'
import { maySeeEvent, PING } from '#domain/webhooks.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { inCellOfEndpoint, requireEndpoint } from './endpoints.queries.ts'
import { requireMessage } from './messages.queries.ts'

type Sent = WithMessage<{ messageId: number }>

/** A test message without an event. One waits for an endpoint at a time, or they could be any number: it is sent now instead. */
export async function ping(ctx: Ctx, endpointId: number): Promise<Sent> {
  return inTransaction(await inCellOfEndpoint(ctx, endpointId), async (trx) => {
    const { companyId, active } = await requireEndpoint(ctx, trx, endpointId)
    if (!active) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.isOff })
    const open = await findOpenPing(trx, companyId, endpointId)
    if (open !== undefined) await sendNow(trx, ctx, companyId, open)
    const messageId = open ?? (await insertPing(trx, ctx, companyId, endpointId))
    await audit(trx, ctx, { action: 'webhook.tested', entity: 'webhook', entityId: String(endpointId), companyId })
    return new WithMessage({ messageId }, open === undefined ? WEBHOOK_SENTENCES.pinged : WEBHOOK_SENTENCES.alreadyPinged)
  })
}

async function findOpenPing(trx: DatabaseTransaction, companyId: number, endpointId: number): Promise<number | undefined> {
  const found = await trx
    .selectFrom('webhook_messages')
    .select('message_id')
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .where('event', '=', PING)
    .where('state', 'in', ['waiting', 'sending'])
    .limit(1)
    .executeTakeFirst()
  return found?.message_id
}

async function insertPing(trx: DatabaseTransaction, { now }: Ctx, companyId: number, endpointId: number): Promise<number> {
  const body = JSON.stringify({ type: PING, timestamp: now.toISOString(), data: { items: [] } })
  const { message_id } = await trx
    .insertInto('webhook_messages')
    .values({ company_id: companyId, endpoint_id: endpointId, event: PING, items: 0, body, at: now, due_at: now })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  return message_id
}

/** Sends a message again, starting with its first attempt; a pending one is sent now. */
export async function resendMessage(ctx: Ctx, messageId: number): Promise<Sent> {
  const { companyId, isActive, event } = await requireMessage(ctx, messageId)
  if (!maySeeEvent(ctx.actor.permits, event)) throw new AppError('not_allowed', { sentence: ALL_FIELD_SENTENCES.webhookPermit })
  if (!isActive) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.isOff })
  await inTransaction(ctx, async (trx) => {
    const isSent = await sendNow(trx, ctx, companyId, messageId)
    if (!isSent) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.underWay })
    await audit(trx, ctx, { action: 'webhook.sent_again', entity: 'webhook_message', entityId: String(messageId), companyId })
  })
  return new WithMessage({ messageId }, WEBHOOK_SENTENCES.sentAgain)
}

/** @returns false for a message under way */
async function sendNow(trx: DatabaseTransaction, { now }: Ctx, companyId: number, messageId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_messages')
    .set({ state: 'waiting', attempts: 0, due_at: now, settled_at: null })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .where('state', '<>', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
