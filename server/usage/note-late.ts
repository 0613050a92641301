import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { DayUsage } from './add-usage.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'

const LOCK = 'enlace:late-usage'

/** Waits until all usage that is being written has been, and keeps other usage waiting until the transaction ends. */
export async function holdLateUsage(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(trx)
}

/**
 * Notes what of some usage is of a cycle whose books are closed: the company's next invoice charges it. Two statements however much
 * it is, and none of them writes anything as a rule.
 */
export async function noteLate(trx: DatabaseTransaction, usage: readonly DayUsage[]): Promise<void> {
  const firstDay = usage.reduce((first, { day }) => (day < first ? day : first), usage[0]?.day ?? '')
  if (firstDay === '') return
  // before it is read which books are closed: closing one waits for us, or we read that it is
  await sql`SELECT pg_advisory_xact_lock_shared(hashtext(${LOCK}))`.execute(trx)
  const { rows } = await sql<{ companyId: number; lateBefore: string }>`
    SELECT company_id AS "companyId", late_before AS "lateBefore" FROM billing_calendars WHERE late_before > ${firstDay}`.execute(
    trx,
  )
  const lateBefore = new Map(rows.map((row) => [row.companyId, row.lateBefore]))
  const late = usage.filter(({ companyId, day }) => day < (lateBefore.get(companyId) ?? ''))
  if (late.length > 0) await insertLate(trx, late)
}

async function insertLate(trx: DatabaseTransaction, late: readonly DayUsage[]): Promise<void> {
  await sql`
    INSERT INTO late_usage (company_id, iccid, day, data_bytes, voice_seconds, sms)
    SELECT * FROM unnest(${numbers(late.map(({ companyId }) => companyId))}::int[], ${array(late.map(({ iccid }) => iccid))}::text[],
      ${array(late.map(({ day }) => day))}::date[], ${numbers(late.map(({ dataBytes }) => dataBytes))}::bigint[],
      ${numbers(late.map(({ voiceSeconds }) => voiceSeconds))}::int[], ${numbers(late.map(({ sms }) => sms))}::int[])`.execute(
    trx,
  )
}
