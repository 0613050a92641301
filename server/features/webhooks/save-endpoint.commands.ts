import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { WEBHOOK_SENTENCES } from '#contract/webhooks/webhook-messages.ts'
import type { changeWebhook, createWebhook, WebhookEndpoint } from '#contract/webhooks/webhooks.calls.ts'
import { HOUR_MS } from '#domain/time.ts'
import { MAX_ENDPOINTS, maySeeEvent, SECRET_OVERLAP_HOURS } from '#domain/webhooks.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { changeEachCell } from '#server/cells/cell-context.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { checkAddress } from '#server/webhook-delivery/check-address.ts'
import { isWebhook } from '#server/webhook-delivery/endpoint-kinds.ts'
import { sealEndpointSecret } from '#server/webhook-delivery/endpoint-secrets.ts'
import { newWebhookSecret } from '#server/webhook-delivery/sign.ts'
import { turnOffEndpoint } from '#server/webhook-delivery/turn-off-endpoint.ts'
import { inCellOfEndpoint, readEndpoint, requireEndpoint } from './endpoints.queries.ts'

type Draft = CallInput<typeof createWebhook>['body']
type Change = CallInput<typeof changeWebhook>['body']
interface EndpointWithSecret {
  readonly endpointId: number
  readonly secret: string
}

const rowOf = ({ url, description, events, includesBelow }: Change, { language, now }: Ctx) => ({
  url,
  description,
  events: [...new Set(events)],
  includes_below: includesBelow,
  language,
  updated_at: now,
})

/** Creates an endpoint; its secret is returned only here. */
export async function createEndpoint(ctx: Ctx, { companyId, ...values }: Draft): Promise<WithMessage<EndpointWithSecret>> {
  await checkAddress(ctx, values.url)
  checkPermits(ctx, values.events)
  const secret = newWebhookSecret()
  const endpointId = await inTransaction(ctx, async (trx) => {
    await lockCompany(ctx, trx, companyId)
    const { endpoint_id } = await trx
      .insertInto('webhook_endpoints')
      .values({
        ...rowOf(values, ctx),
        company_id: companyId,
        vouched_by: ctx.actor.userId,
        is_active: values.active,
        off_reason: values.active ? '' : 'person',
        secret: sealEndpointSecret(ctx.secrets, companyId, secret),
        created_at: ctx.now,
      })
      .returning('endpoint_id')
      .executeTakeFirstOrThrow()
    const entry = {
      action: 'webhook.created',
      entity: 'webhook',
      entityId: String(endpoint_id),
      companyId,
      after: { companyId, ...values },
    }
    await audit(trx, ctx, entry)
    return endpoint_id
  })
  return new WithMessage({ endpointId, secret }, WEBHOOK_SENTENCES.created)
}

/** Changes an endpoint. Turning it on resets its failures; turning it off cancels its pending messages. */
export async function changeEndpoint(ctx: Ctx, endpointId: number, values: Change): Promise<WithMessage<WebhookEndpoint>> {
  await checkAddress(ctx, values.url)
  await inTransaction(await inCellOfEndpoint(ctx, endpointId), async (trx) => {
    const { companyId, url, description, events, includesBelow, active } = await requireEndpoint(ctx, trx, endpointId)
    const isTurnedOn = values.active && !active
    const sendsMore =
      isTurnedOn ||
      url !== values.url ||
      (values.includesBelow && !includesBelow) ||
      values.events.some((one) => !events.includes(one))
    if (sendsMore) checkPermits(ctx, values.events)
    await trx
      .updateTable('webhook_endpoints')
      .set({
        ...rowOf(values, ctx),
        ...(sendsMore && { vouched_by: ctx.actor.userId }),
        ...(isTurnedOn && { is_active: true, off_reason: '' }),
        ...((isTurnedOn || values.url !== url) && { failing_since: null }),
      })
      .where('company_id', '=', companyId)
      .where('endpoint_id', '=', endpointId)
      .execute()
    if (active && !values.active) await turnOffEndpoint(trx, { companyId, endpointId, reason: 'person', now: ctx.now })
    const before = { url, description, events, includesBelow, active }
    const entry = { action: 'webhook.changed', entity: 'webhook', entityId: String(endpointId), companyId }
    await audit(trx, ctx, { ...entry, before, after: values })
  })
  return new WithMessage(await readEndpoint(ctx, endpointId), WEBHOOK_SENTENCES.changed)
}

/** Deletes an endpoint with its log. */
export async function deleteEndpoint(ctx: Ctx, endpointId: number): Promise<WithMessage<null>> {
  await inTransaction(await inCellOfEndpoint(ctx, endpointId), async (trx) => {
    const { companyId, url } = await requireEndpoint(ctx, trx, endpointId)
    const ofEndpoint = sql`company_id = ${companyId} AND endpoint_id = ${endpointId}`
    await changeEachCell(trx, (inside) => sql`DELETE FROM webhook_messages WHERE ${ofEndpoint}`.execute(inside))
    await sql`DELETE FROM webhook_endpoints WHERE ${ofEndpoint}`.execute(trx)
    const entry = { action: 'webhook.deleted', entity: 'webhook', entityId: String(endpointId), companyId }
    await audit(trx, ctx, { ...entry, before: { companyId, url } })
  })
  return new WithMessage(null, WEBHOOK_SENTENCES.deleted)
}

/** Gives an endpoint a new secret, returned only here; for a day the previous one signs too. */
export async function rotateSecret(ctx: Ctx, endpointId: number): Promise<WithMessage<EndpointWithSecret>> {
  const secret = newWebhookSecret()
  await inTransaction(await inCellOfEndpoint(ctx, endpointId), async (trx) => {
    const endpoint = await requireEndpoint(ctx, trx, endpointId)
    checkPermits(ctx, endpoint.events)
    await trx
      .updateTable('webhook_endpoints')
      .set({
        secret: sealEndpointSecret(ctx.secrets, endpoint.companyId, secret),
        previous_secret: endpoint.secret,
        previous_secret_until: new Date(ctx.now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS),
        updated_at: ctx.now,
      })
      .where('company_id', '=', endpoint.companyId)
      .where('endpoint_id', '=', endpointId)
      .execute()
    const entry = { action: 'webhook.secret_changed', entity: 'webhook', entityId: String(endpointId) }
    await audit(trx, ctx, { ...entry, companyId: endpoint.companyId })
  })
  return new WithMessage({ endpointId, secret }, WEBHOOK_SENTENCES.rotated)
}

/**
 * An actor may not route events to an endpoint that they may not see themselves: neither by setting address and events, nor by its
 * secret, which could sign forged messages. Choices of others may be removed.
 */
function checkPermits({ actor }: Ctx, events: readonly string[]): void {
  if (events.every((event) => maySeeEvent(actor.permits, event))) return
  throw invalidField('events', ALL_FIELD_SENTENCES.webhookPermit)
}

/** Locks the company, so that concurrent requests do not exceed the number of endpoints. */
async function lockCompany(ctx: Ctx, trx: DatabaseTransaction, companyId: number): Promise<void> {
  const company = await trx
    .selectFrom('companies')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where(inScope(scopeOf(ctx.actor), sql`company_id`))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) throw new AppError('not_found', { sentence: WEBHOOK_SENTENCES.unknownCompany })
  const { endpoints } = await trx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('endpoints'))
    .where('company_id', '=', companyId)
    .where(isWebhook(sql`webhook_endpoints`))
    .executeTakeFirstOrThrow()
  if (endpoints >= MAX_ENDPOINTS) throw new AppError('conflict', { sentence: WEBHOOK_SENTENCES.tooMany })
}
