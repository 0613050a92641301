import { sql } from 'kysely'
import type { WebhookOffReason } from '#contract/webhooks/webhook-messages.ts'
import type { Language } from '#domain/languages.ts'
import type { Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { audit } from '../records/audit.ts'

/** People who get the mail about an endpoint that was turned off. */
const MOST_MAILS = 10

interface Off {
  readonly companyId: number
  readonly endpointId: number
  readonly reason: Exclude<WebhookOffReason, ''>
  readonly now: Date
}

interface TurnedOff extends Off {
  readonly reason: Exclude<WebhookOffReason, '' | 'person'>
  readonly url: string
  readonly language: Language
  /** since when it takes nothing */
  readonly since?: Date
  readonly who: Parameters<typeof audit>[1]
}

/** Turns an endpoint off that nobody has asked to: audited, and mailed to those who can turn it on again. */
export async function turnOff(
  trx: DatabaseTransaction,
  services: Pick<Services, 'config'>,
  { companyId, endpointId, reason, url, language, since, now, who }: TurnedOff,
): Promise<void> {
  await switchOff(trx, { companyId, endpointId, reason, now })
  const entry = { action: 'webhook.turned_off', entity: 'webhook', entityId: String(endpointId), after: { url, reason } }
  await audit(trx, who, { ...entry, companyId })
  const people = await trx
    .selectFrom('users')
    .select('email')
    .where('company_id', '=', companyId)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`permits @> ARRAY['users']`)
    .orderBy('user_id')
    .limit(MOST_MAILS)
    .execute()
  const { PUBLIC_URL, HOST, PORT } = services.config
  await queueMail(trx, services, {
    kind: 'webhook',
    facts: { url, reason, since: since ?? now, portal: PUBLIC_URL ?? `http://${HOST}:${PORT}` },
    language,
    addresses: people.map(({ email }) => email),
    companyId,
    at: now,
  })
}

/** Turns an endpoint off and cancels what waits for it, in the caller's transaction, which holds its row. */
export async function switchOff(trx: DatabaseTransaction, { companyId, endpointId, reason, now }: Off): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ is_active: false, off_reason: reason, updated_at: now })
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .execute()
  await trx
    .updateTable('webhook_messages')
    .set({ state: 'cancelled', settled_at: now })
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}
