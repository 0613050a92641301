import { sql } from 'kysely'
import type { WebhookOffReason } from '#contract/webhooks/webhook-messages.ts'
import type { Language } from '#domain/languages.ts'
import { changeEachCell } from '../cells/cell-context.ts'
import { portalUrl, type Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { audit } from '../records/audit.ts'
import { endSubscriptions } from '../records/camara-subscriptions.ts'
import { type EndpointKind, endpointKind } from './endpoint-kinds.ts'

/** Maximum number of recipients of the mail about an endpoint that was turned off. */
const MAX_MAILS = 10

interface TurnOff {
  readonly companyId: number
  readonly endpointId: number
  readonly reason: Exclude<WebhookOffReason, ''>
  readonly now: Date
}

interface AutomaticTurnOff extends TurnOff {
  readonly reason: Exclude<WebhookOffReason, '' | 'person'>
  readonly url: string
  readonly language: Language
  /** since when deliveries fail */
  readonly since?: Date
  readonly who: Parameters<typeof audit>[1]
}

/**
 * Turns an endpoint off without a person's request: audited, and mailed to those who can turn it on again.
 */
export async function turnOffAndNotify(
  trx: DatabaseTransaction,
  services: Pick<Services, 'config'>,
  { companyId, endpointId, reason, url, language, since, now, who }: AutomaticTurnOff,
): Promise<void> {
  await turnOffEndpoint(trx, { companyId, endpointId, reason, now })
  const entry = { action: 'webhook.turned_off', entity: 'webhook', entityId: String(endpointId), after: { url, reason } }
  await audit(trx, who, { ...entry, companyId })
  const kind = await kindOf(trx, companyId, endpointId)
  // a program's own: its subscriptions end, which it sees when it reads them
  if (kind === 'sink') return endWithSink(trx, { companyId, endpointId, now })
  const isChat = kind === 'chat'
  const people = await trx
    .selectFrom('users')
    .select('email')
    .where('company_id', '=', companyId)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`permits @> ARRAY[${isChat ? 'alarmas' : 'users'}]::text[]`)
    .orderBy('user_id')
    .limit(MAX_MAILS)
    .execute()
  await enqueueMail(trx, services, {
    kind: 'webhook',
    facts: { url, reason, since: since ?? now, isChat, portal: portalUrl(services) },
    language,
    addresses: people.map(({ email }) => email),
    companyId,
    at: now,
  })
}

async function kindOf(trx: DatabaseTransaction, companyId: number, endpointId: number): Promise<EndpointKind | undefined> {
  const found = await trx
    .selectFrom('webhook_endpoints as e')
    .select(endpointKind(sql`e`).as('kind'))
    .where('e.company_id', '=', companyId)
    .where('e.endpoint_id', '=', endpointId)
    .executeTakeFirst()
  return found?.kind
}

async function endWithSink(
  trx: DatabaseTransaction,
  { companyId, endpointId, now }: Pick<TurnOff, 'companyId' | 'endpointId' | 'now'>,
): Promise<void> {
  const ofSink = sql`s.owner_id = ${companyId} AND s.endpoint_id = ${endpointId}`
  await changeEachCell(trx, (inside) => endSubscriptions(inside, ofSink, 'NETWORK_TERMINATED', now))
}

/** Turns an endpoint off and cancels its waiting messages, in the caller's transaction, which holds the row lock. */
export async function turnOffEndpoint(
  trx: DatabaseTransaction,
  { companyId, endpointId, reason, now }: TurnOff,
): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ is_active: false, off_reason: reason, updated_at: now })
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .execute()
  await changeEachCell(trx, (inside) =>
    inside
      .updateTable('webhook_messages')
      .set({ state: 'cancelled', settled_at: now })
      .where('company_id', '=', companyId)
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'waiting')
      .execute(),
  )
}
