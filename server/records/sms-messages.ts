import { type Selectable, sql } from 'kysely'
import { isApiKeyActor } from '#domain/api-keys.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { SmsMessages } from '../db/types.generated.ts'

export type SmsRow = Selectable<SmsMessages>

/** How long a network tries to deliver a message, seconds: 24 hours. */
export const SMS_VALIDITY_S = 86_400

/** A text and who sends it. */
export interface SmsText {
  readonly text: string
  readonly userId: number | null
  readonly actor: string
  readonly at: Date
}

/** A message of one SIM, by the name that it has at the network. */
export interface SmsName {
  readonly companyId: number
  readonly iccid: string
  readonly reference: string
}

/**
 * Keeps a text for each SIM before it is sent, as 'queued'. A message of that name that is there already stays as it is, so that
 * what is sent again is one message.
 * @returns the messages that are new
 */
export async function keepMessages(
  db: Database | DatabaseTransaction,
  { text, userId, actor, at }: SmsText,
  names: readonly SmsName[],
): Promise<SmsRow[]> {
  const expiresAt = new Date(at.getTime() + SMS_VALIDITY_S * 1000)
  const { rows } = await sql<SmsRow>`
    INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, platform, user_id, actor, reference, at, expires_at)
    SELECT n.company_id, n.iccid, 'out', ${text}, ${smsSegments(text).segments}, 'queued', ${isApiKeyActor(actor) ? 'api' : 'portal'}, ${userId}, ${actor}, n.reference, ${at}, ${expiresAt}
    FROM ${named(names)}
    ORDER BY n.company_id, n.iccid
    ON CONFLICT (company_id, iccid, reference) DO NOTHING
    RETURNING *`.execute(db)
  return rows
}

const named = (names: readonly SmsName[]) => sql`unnest(
      ${names.map(({ companyId }) => companyId)}::int[], ${names.map(({ iccid }) => iccid)}::text[], ${names.map(({ reference }) => reference)}::text[]
    ) AS n(company_id, iccid, reference)`

/** What the network said of a message when it was sent; `cause` is '' but for a failure. */
export interface SmsFate extends SmsName {
  readonly state: 'queued' | 'sent' | 'failed'
  readonly cause: string
}

/**
 * Writes what the network said of messages. What was told of their delivery meanwhile stands.
 * @returns the messages that were still 'queued', as they are now
 */
export async function settleMessages(trx: DatabaseTransaction, fates: readonly SmsFate[], now: Date): Promise<SmsRow[]> {
  if (fates.length === 0) return []
  const { rows } = await sql<SmsRow>`
    UPDATE sms_messages m SET state = f.state, cause = f.cause,
      settled_at = CASE WHEN f.state = 'failed' THEN ${now}::timestamptz END
    FROM unnest(
      ${fates.map(({ companyId }) => companyId)}::int[], ${fates.map(({ iccid }) => iccid)}::text[],
      ${fates.map(({ reference }) => reference)}::text[], ${fates.map(({ state }) => state)}::text[],
      ${fates.map(({ cause }) => cause)}::text[]
    ) AS f(company_id, iccid, reference, state, cause)
    WHERE m.company_id = f.company_id AND m.iccid = f.iccid COLLATE "C" AND m.reference = f.reference COLLATE "C" AND m.state = 'queued'
    RETURNING m.*`.execute(trx)
  return rows
}
