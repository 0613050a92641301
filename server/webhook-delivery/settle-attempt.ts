import { sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { DISABLE_AFTER_HOURS, retryDelayMs } from '#domain/webhooks.ts'
import { inTransaction, type Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Attempt } from './send-message.ts'
import type { TakenMessage } from './take-messages.ts'
import { turnOff } from './turn-off.ts'

type SettleServices = Pick<Services, 'db' | 'config'>

interface Endpoint {
  readonly url: string
  readonly is_active: boolean
  readonly failing_since: Date | null
  readonly language: Language
}

export interface MadeAttempt {
  readonly taken: TakenMessage
  readonly attempt: Attempt
  readonly at: Date
  readonly now: Date
}

/** Writes what became of an attempt: message, log, and how the endpoint is. Somebody else's message by now is left alone. */
export async function settleAttempt(services: SettleServices, made: MadeAttempt): Promise<void> {
  await inTransaction(services, async (trx) => {
    const endpoint = await lockEndpoint(trx, made.taken)
    const pause = made.attempt.problem === '' ? undefined : retryDelayMs(made.taken.attempts, Math.random())
    const isMine = await writeMessage(trx, made, pause, endpoint?.is_active === true)
    if (!isMine) return
    await logAttempt(trx, made)
    if (endpoint) await judgeEndpoint(trx, services, made, endpoint)
  })
}

/** The endpoint before the message, as everybody locks them; whoever only writes messages for it does not wait. */
async function lockEndpoint(trx: DatabaseTransaction, { companyId, endpointId }: TakenMessage): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    SELECT url, is_active, failing_since, language FROM webhook_endpoints
    WHERE company_id = ${companyId} AND endpoint_id = ${endpointId} FOR NO KEY UPDATE`.execute(trx)
  return rows[0]
}

/** @returns whether it was still in this process's hands */
async function writeMessage(
  trx: DatabaseTransaction,
  { taken: { companyId, messageId, attempts }, attempt, now }: MadeAttempt,
  pause: number | undefined,
  isWanted: boolean,
): Promise<boolean> {
  const again = pause !== undefined && isWanted ? new Date(now.getTime() + pause) : undefined
  const state = attempt.problem === '' ? 'delivered' : again ? 'waiting' : isWanted ? 'failed' : 'cancelled'
  const { numUpdatedRows } = await trx
    .updateTable('webhook_messages')
    .set({ state, due_at: again ?? now, settled_at: again ? null : now })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function logAttempt(
  trx: DatabaseTransaction,
  { taken: { companyId, messageId, url }, attempt, at }: MadeAttempt,
): Promise<void> {
  const { durationMs, status, problem, answer } = attempt
  await trx
    .insertInto('webhook_attempts')
    .values({ company_id: companyId, message_id: messageId, at, url, duration_ms: durationMs, status, problem, answer })
    .execute()
}

async function judgeEndpoint(
  trx: DatabaseTransaction,
  services: SettleServices,
  made: MadeAttempt,
  endpoint: Endpoint,
): Promise<void> {
  const { taken, attempt, now } = made
  const isTaken = attempt.problem === ''
  await trx
    .updateTable('webhook_endpoints')
    .set(isTaken ? { failing_since: null, last_delivered_at: now } : { failing_since: endpoint.failing_since ?? made.at })
    .where('company_id', '=', taken.companyId)
    .where('endpoint_id', '=', taken.endpointId)
    .execute()
  if (isTaken || !endpoint.is_active) return
  const failedMs = now.getTime() - (endpoint.failing_since ?? now).getTime()
  const isOver = failedMs > DISABLE_AFTER_HOURS * 3_600_000
  if (attempt.problem !== 'gone' && !isOver) return
  const { companyId, endpointId } = taken
  const { url, language, failing_since } = endpoint
  const who = { now, address: '', requestId: '', actor: { userId: null, email: 'webhooks', companyId } }
  const reason = attempt.problem === 'gone' ? 'gone' : 'failing'
  await turnOff(trx, services, { companyId, endpointId, url, language, reason, since: failing_since ?? now, now, who })
}
