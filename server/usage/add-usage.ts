import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { UsageAdded } from './live-change.ts'

/** Usage of a SIM on a day, to be added to what is known of that day. */
export interface DayUsage extends UsageAdded {
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
  /** 24 sums by the hour of the company's clock; undefined for what has no hours */
  readonly hours: readonly number[] | undefined
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Adds usage to its days, their hours and the pools, in the caller's transaction. In one order, so that two that add to the same
 * days wait for each other and do not lock each other out.
 * @param usage at most one entry for each SIM and day
 */
export async function addUsage(trx: DatabaseTransaction, usage: readonly DayUsage[]): Promise<void> {
  if (usage.length === 0) return
  const sorted = [...usage].sort((a, b) => a.companyId - b.companyId || compare(a.iccid, b.iccid) || compare(a.day, b.day))
  await addToPools(trx, sorted)
  await sql`
    INSERT INTO usage_days AS u (company_id, iccid, day, data_bytes, voice_seconds, sms, hour_data_bytes)
    SELECT company_id, iccid, day, data_bytes, voice_seconds, sms, hours::bigint[] FROM unnest(
      ${array(sorted.map(({ companyId }) => companyId))}::int[], ${array(sorted.map(({ iccid }) => iccid))}::text[],
      ${array(sorted.map(({ day }) => day))}::date[], ${array(sorted.map(({ dataBytes }) => dataBytes))}::bigint[],
      ${array(sorted.map(({ voiceSeconds }) => voiceSeconds))}::int[], ${array(sorted.map(({ sms }) => sms))}::int[],
      ${array(sorted.map(({ hours }) => hours && `{${hours.join(',')}}`))}::text[]
    ) AS n(company_id, iccid, day, data_bytes, voice_seconds, sms, hours)
    ON CONFLICT (company_id, iccid, day) DO UPDATE SET data_bytes = u.data_bytes + excluded.data_bytes,
      voice_seconds = u.voice_seconds + excluded.voice_seconds, sms = u.sms + excluded.sms,
      hour_data_bytes = add_hours(u.hour_data_bytes, excluded.hour_data_bytes)`.execute(trx)
}

/** Rows are only added, so that writers never wait for one another; a job folds them together. */
async function addToPools(trx: DatabaseTransaction, usage: readonly DayUsage[]): Promise<void> {
  const pools = new Map<string, { companyId: number; planCode: string; cycleStart: string; dataBytes: number }>()
  for (const { companyId, planCode, cycleStart, dataBytes } of usage) {
    if (dataBytes === 0) continue
    const key = `${companyId} ${cycleStart} ${planCode}`
    const known = pools.get(key) ?? { companyId, planCode, cycleStart, dataBytes: 0 }
    known.dataBytes += dataBytes
    pools.set(key, known)
  }
  const rows = [...pools.values()]
  if (rows.length === 0) return
  await sql`
    INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
    SELECT * FROM unnest(${array(rows.map(({ companyId }) => companyId))}::int[],
      ${array(rows.map(({ planCode }) => planCode))}::text[], ${array(rows.map(({ cycleStart }) => cycleStart))}::date[],
      ${array(rows.map(({ dataBytes }) => dataBytes))}::bigint[])`.execute(trx)
}
