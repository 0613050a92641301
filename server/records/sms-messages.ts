import { type Selectable, sql } from 'kysely'
import { isApiKeyActor } from '#domain/api-keys.ts'
import { isRuleActor } from '#domain/rules.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { SmsMessages } from '../db/types.generated.ts'
import type { SimKey } from './sim-key.ts'

export type StoredSms = Selectable<SmsMessages>

/** How long a network tries to deliver a message, seconds: 24 hours. */
export const SMS_VALIDITY_S = 86_400

/** A text and its sender. */
export interface SmsText {
  readonly text: string
  readonly userId: number | null
  readonly actor: string
  readonly at: Date
}

/** The key of a message: its SIM, and its reference at the network. */
export interface SmsKey extends SimKey {
  readonly reference: string
}

/**
 * Inserts a text for each SIM as 'queued' before it is sent. An existing message with that key is left as it is, so a repeated send
 * stays one message.
 * @returns the new messages
 */
export async function insertQueuedMessages(
  db: Database | DatabaseTransaction,
  { text, userId, actor, at }: SmsText,
  names: readonly SmsKey[],
): Promise<StoredSms[]> {
  const expiresAt = new Date(at.getTime() + SMS_VALIDITY_S * 1000)
  const { rows } = await sql<StoredSms>`
    INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, platform, user_id, actor, reference, at, expires_at)
    SELECT n.company_id, n.iccid, 'out', ${text}, ${smsSegments(text).segments}, 'queued', ${platformOf(actor)}, ${userId}, ${actor}, n.reference, ${at}, ${expiresAt}
    FROM ${keyRows(names)}
    ORDER BY n.company_id, n.iccid
    ON CONFLICT (company_id, iccid, reference) DO NOTHING
    RETURNING *`.execute(db)
  return rows
}

/** Where a message was written, by its actor. */
function platformOf(actor: string): 'api' | 'rule' | 'portal' {
  if (isApiKeyActor(actor)) return 'api'
  return isRuleActor(actor) ? 'rule' : 'portal'
}

const keyRows = (names: readonly SmsKey[]) => sql`unnest(
      ${names.map(({ companyId }) => companyId)}::int[], ${names.map(({ iccid }) => iccid)}::text[], ${names.map(({ reference }) => reference)}::text[]
    ) AS n(company_id, iccid, reference)`

/** The network's result of sending a message; `cause` is '' unless it failed. */
export interface SmsSendResult extends SmsKey {
  readonly state: 'queued' | 'sent' | 'failed'
  readonly cause: string
}

/**
 * Stores send results. A delivery report that came meanwhile takes precedence.
 * @returns the messages that were still 'queued', as they are now
 */
export async function recordSendResults(
  trx: DatabaseTransaction,
  results: readonly SmsSendResult[],
  now: Date,
): Promise<StoredSms[]> {
  if (results.length === 0) return []
  const { rows } = await sql<StoredSms>`
    UPDATE sms_messages m SET state = f.state, cause = f.cause,
      settled_at = CASE WHEN f.state = 'failed' THEN ${now}::timestamptz END
    FROM unnest(
      ${results.map(({ companyId }) => companyId)}::int[], ${results.map(({ iccid }) => iccid)}::text[],
      ${results.map(({ reference }) => reference)}::text[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ cause }) => cause)}::text[]
    ) AS f(company_id, iccid, reference, state, cause)
    WHERE m.company_id = f.company_id AND m.iccid = f.iccid COLLATE "C" AND m.reference = f.reference COLLATE "C" AND m.state = 'queued'
    RETURNING m.*`.execute(trx)
  return rows
}
