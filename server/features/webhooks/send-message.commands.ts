import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { WEBHOOK_SENTENCES } from '#contract/webhooks/webhook-messages.ts'
import { maySeeEvent, PING } from '#domain/webhooks.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { inCellOfEndpoint, requireEndpoint } from './endpoints.queries.ts'
import { requireMessage } from './messages.queries.ts'

type Sent = WithMessage<{ messageId: number }>

/** A test message without an event. */
export async function ping(ctx: Ctx, endpointId: number): Promise<Sent> {
  const messageId = await inTransaction(await inCellOfEndpoint(ctx, endpointId), async (trx) => {
    const { companyId, active } = await requireEndpoint(ctx, trx, endpointId)
    if (!active) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.isOff })
    const body = JSON.stringify({ type: PING, timestamp: ctx.now.toISOString(), data: { items: [] } })
    const { message_id } = await trx
      .insertInto('webhook_messages')
      .values({ company_id: companyId, endpoint_id: endpointId, event: PING, items: 0, body, at: ctx.now, due_at: ctx.now })
      .returning('message_id')
      .executeTakeFirstOrThrow()
    await audit(trx, ctx, { action: 'webhook.tested', entity: 'webhook', entityId: String(endpointId), companyId })
    return message_id
  })
  return new WithMessage({ messageId }, WEBHOOK_SENTENCES.pinged)
}

/** Sends a message again, starting with its first attempt; a pending one is sent now. */
export async function resendMessage(ctx: Ctx, messageId: number): Promise<Sent> {
  const { companyId, isActive, event } = await requireMessage(ctx, messageId)
  if (!maySeeEvent(ctx.actor.permits, event)) throw new AppError('not_allowed', { sentence: ALL_FIELD_SENTENCES.webhookPermit })
  if (!isActive) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.isOff })
  await inTransaction(ctx, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhook_messages')
      .set({ state: 'waiting', attempts: 0, due_at: ctx.now, settled_at: null })
      .where('company_id', '=', companyId)
      .where('message_id', '=', messageId)
      .where('state', '<>', 'sending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.underWay })
    await audit(trx, ctx, { action: 'webhook.sent_again', entity: 'webhook_message', entityId: String(messageId), companyId })
  })
  return new WithMessage({ messageId }, WEBHOOK_SENTENCES.sentAgain)
}
