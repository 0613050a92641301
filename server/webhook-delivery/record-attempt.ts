import { sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { HOUR_MS } from '#domain/time.ts'
import { retryDelayMs, TURN_OFF_AFTER_HOURS } from '#domain/webhooks.ts'
import { inTransaction, type Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { DeliveryAttempt } from './attempt-delivery.ts'
import type { ClaimedMessage } from './claim-messages.ts'
import { turnOffAndNotify } from './turn-off-endpoint.ts'

type RecordServices = Pick<Services, 'db' | 'config'>

interface Endpoint {
  readonly url: string
  readonly is_active: boolean
  readonly failing_since: Date | null
  readonly language: Language
}

export interface CompletedAttempt {
  readonly message: ClaimedMessage
  readonly attempt: DeliveryAttempt
  readonly at: Date
  readonly now: Date
}

/**
 * Records the result of an attempt: message, log, and the endpoint's health. A message that another process has claimed
 * since is left alone.
 */
export async function recordAttempt(services: RecordServices, completed: CompletedAttempt): Promise<void> {
  await inTransaction(services, async (trx) => {
    const endpoint = await lockEndpoint(trx, completed.message)
    const delayMs = completed.attempt.problem === '' ? undefined : retryDelayMs(completed.message.attempts, Math.random())
    const isStillClaimed = await updateMessage(trx, completed, delayMs, endpoint?.is_active === true)
    if (!isStillClaimed) return
    await logAttempt(trx, completed)
    if (endpoint) await updateEndpointHealth(trx, services, completed, endpoint)
  })
}

/**
 * Locks the endpoint before the message, as every writer does; inserting messages for it does not wait for the lock.
 */
async function lockEndpoint(
  trx: DatabaseTransaction,
  { companyId, endpointId }: ClaimedMessage,
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    SELECT url, is_active, failing_since, language FROM webhook_endpoints
    WHERE company_id = ${companyId} AND endpoint_id = ${endpointId} FOR NO KEY UPDATE`.execute(trx)
  return rows[0]
}

/** @returns whether this process still held the claim */
async function updateMessage(
  trx: DatabaseTransaction,
  { message: { companyId, messageId, attempts }, attempt, now }: CompletedAttempt,
  delayMs: number | undefined,
  isActive: boolean,
): Promise<boolean> {
  const retryAt = delayMs !== undefined && isActive ? new Date(now.getTime() + delayMs) : undefined
  const state = attempt.problem === '' ? 'delivered' : retryAt ? 'waiting' : isActive ? 'failed' : 'cancelled'
  const { numUpdatedRows } = await trx
    .updateTable('webhook_messages')
    .set({ state, due_at: retryAt ?? now, settled_at: retryAt ? null : now })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function logAttempt(
  trx: DatabaseTransaction,
  { message: { companyId, messageId, url }, attempt, at }: CompletedAttempt,
): Promise<void> {
  const { durationMs, status, problem, answer } = attempt
  await trx
    .insertInto('webhook_attempts')
    .values({ company_id: companyId, message_id: messageId, at, url, duration_ms: durationMs, status, problem, answer })
    .execute()
}

async function updateEndpointHealth(
  trx: DatabaseTransaction,
  services: RecordServices,
  completed: CompletedAttempt,
  endpoint: Endpoint,
): Promise<void> {
  const { message, attempt, now } = completed
  const isDelivered = attempt.problem === ''
  await trx
    .updateTable('webhook_endpoints')
    .set(
      isDelivered ? { failing_since: null, last_delivered_at: now } : { failing_since: endpoint.failing_since ?? completed.at },
    )
    .where('company_id', '=', message.companyId)
    .where('endpoint_id', '=', message.endpointId)
    .execute()
  if (isDelivered || !endpoint.is_active) return
  const failedMs = now.getTime() - (endpoint.failing_since ?? now).getTime()
  const isExpired = failedMs > TURN_OFF_AFTER_HOURS * HOUR_MS
  if (attempt.problem !== 'gone' && !isExpired) return
  const { companyId, endpointId } = message
  const { url, language, failing_since } = endpoint
  const who = { now, address: '', requestId: '', actor: { userId: null, email: 'webhooks', companyId } }
  const reason = attempt.problem === 'gone' ? 'gone' : 'failing'
  await turnOffAndNotify(trx, services, { companyId, endpointId, url, language, reason, since: failing_since ?? now, now, who })
}
