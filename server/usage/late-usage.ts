import { sql } from 'kysely'
import { cellLock } from '../db/cell-lock.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { DailyUsage } from './daily-usage.ts'

const LOCK = cellLock('late-usage')

/** Waits for running usage writes and blocks new ones until the transaction ends. */
export async function lockLateUsage(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/**
 * Records usage of cycles whose books are closed: the company's next invoice charges it. Two statements for any amount
 * of usage, usually without a write.
 */
export async function recordLateUsage(trx: DatabaseTransaction, usage: readonly DailyUsage[]): Promise<void> {
  const firstDay = usage.reduce((first, { day }) => (day < first ? day : first), usage[0]?.day ?? '')
  if (firstDay === '') return
  // before the closed books are read: either closing waits for this transaction, or this reads that they are closed
  await sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`.execute(trx)
  const { rows } = await sql<{ companyId: number; lateBefore: string }>`
    SELECT company_id AS "companyId", late_before AS "lateBefore"
    FROM billing_calendars WHERE late_before > ${firstDay}`.execute(trx)
  const lateBefore = new Map(rows.map((row) => [row.companyId, row.lateBefore]))
  const late = usage.filter(({ companyId, day }) => day < (lateBefore.get(companyId) ?? ''))
  if (late.length > 0) await insertLate(trx, late)
}

async function insertLate(trx: DatabaseTransaction, late: readonly DailyUsage[]): Promise<void> {
  await sql`
    INSERT INTO late_usage (company_id, iccid, day, data_bytes, voice_seconds, sms)
    SELECT * FROM unnest(${numbers(late.map(({ companyId }) => companyId))}::int[], ${array(late.map(({ iccid }) => iccid))}::text[],
      ${array(late.map(({ day }) => day))}::date[], ${numbers(late.map(({ dataBytes }) => dataBytes))}::bigint[],
      ${numbers(late.map(({ voiceSeconds }) => voiceSeconds))}::int[],
      ${numbers(late.map(({ sms }) => sms))}::int[])`.execute(trx)
}
