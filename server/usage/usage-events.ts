import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { DailyUsage } from './daily-usage.ts'

/** Whether a rule waits for SMS or voice. @param rule has definition */
export const watchesEvents = (rule: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (${rule}.definition #>> '{trigger,kind}' IN ('sms', 'smsMedian', 'voice', 'voiceMedian'))`

/** Whether a rule waits for what sessions report, and not for SMS, voice, or what is read. @param rule has definition */
export const watchesReports = (rule: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (NOT ${watchesEvents(rule)} AND ${rule}.reading_due_at IS NULL)`

/**
 * Records SMS and voice that networks report, and queues them for the rules of companies that wait for them, in the transaction that adds
 * them to their days. Most events are neither, and cost nothing.
 * @param usage at most one entry for each SIM and day
 */
export async function recordUsageEvents(
  trx: DatabaseTransaction,
  usage: readonly DailyUsage[],
  receivedAt: Date,
): Promise<void> {
  const used = usage.filter(({ voiceSeconds, sms }) => voiceSeconds > 0 || sms > 0)
  if (used.length === 0) return
  const companies = numbers(used.map(({ companyId }) => companyId))
  const events = sql`unnest(
    ${companies}::int[], ${array(used.map(({ iccid }) => iccid))}::text[],
    ${array(used.map(({ day }) => day))}::date[], ${numbers(used.map(({ voiceSeconds }) => voiceSeconds))}::int[],
    ${numbers(used.map(({ sms }) => sms))}::int[]) AS n(company_id, iccid, day, voice_seconds, sms)`
  await sql`
    INSERT INTO usage_events AS e (company_id, iccid, day, received_at, voice_seconds, sms)
    SELECT company_id, iccid, day, ${receivedAt}, voice_seconds, sms FROM ${events} ORDER BY company_id, iccid COLLATE "C", day
    ON CONFLICT (company_id, iccid, day, received_at) DO UPDATE
    SET voice_seconds = e.voice_seconds + excluded.voice_seconds, sms = e.sms + excluded.sms`.execute(trx)
  await sql`
    WITH listening AS (
      SELECT DISTINCT r.company_id FROM rules r
      WHERE r.company_id = ANY(${companies}::int[]) AND r.is_active AND ${watchesEvents(sql`r`)}
        AND NOT EXISTS (SELECT FROM rule_stops o WHERE o.company_id = r.company_id)
    )
    INSERT INTO rule_facts (company_id, iccid, received_at, used_at, bytes, begins, imei, network, day, voice_seconds, sms)
    SELECT n.company_id, n.iccid, ${receivedAt}, ${receivedAt}, 0, false, '', '', n.day, n.voice_seconds, n.sms
    FROM ${events} JOIN listening USING (company_id)
    ORDER BY n.company_id, n.iccid COLLATE "C", n.day`.execute(trx)
}
