import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { DailyUsage } from './daily-usage.ts'
import { recordLateUsage } from './late-usage.ts'
import { bySim, byText } from './sort-order.ts'

/** A day with fewer rows than this is upserted together with the others. */
const MIN_ROWS_FOR_UPDATE = 50

const bySimAndDay = (a: DailyUsage, b: DailyUsage): number => bySim(a, b) || byText(a.day, b.day)

/**
 * Adds usage to its days, their hours and the pools, in the caller's transaction. Rows are written in key order, so
 * that two writers of the same days wait for each other; because there are two rounds, a deadlock is still possible in
 * rare cases, and one of them is retried.
 * @param usage at most one entry for each SIM and day
 */
export async function addUsage(trx: DatabaseTransaction, usage: readonly DailyUsage[]): Promise<void> {
  if (usage.length === 0) return
  const sorted = usage.toSorted(bySimAndDay)
  const remaining: DailyUsage[] = []
  for (const [day, ofDay] of Map.groupBy(sorted, ({ day }) => day)) {
    const short = ofDay.flatMap((one) => shortOf(one) ?? [])
    const written = short.length < MIN_ROWS_FOR_UPDATE ? new Set<DailyUsage>() : await addToExistingDays(trx, day, short)
    remaining.push(...ofDay.filter((one) => !written.has(one)))
  }
  await upsertDays(trx, remaining.sort(bySimAndDay))
  await addToPools(trx, sorted)
  await addToFleetDays(trx, sorted)
  await recordLateUsage(trx, sorted)
}

/**
 * Data usage within one hour or two, counted from 1 as PostgreSQL counts array elements; for a single hour, both are
 * the same.
 */
interface ShortUsage {
  readonly usage: DailyUsage
  readonly hour: number
  readonly bytes: number
  readonly otherHour: number
  readonly otherBytes: number
}

/** The usual report: its quarter of an hour touches one hour, or two. */
function shortOf(usage: DailyUsage): ShortUsage | undefined {
  const { hours, voiceSeconds, sms } = usage
  if (!hours || voiceSeconds !== 0 || sms !== 0) return undefined
  const first = hours.findIndex((bytes) => bytes !== 0)
  const last = hours.findLastIndex((bytes) => bytes !== 0)
  const [bytes, otherBytes] = [hours[first], hours[last]]
  if (bytes === undefined || otherBytes === undefined) return undefined
  for (let hour = first + 1; hour < last; hour++) if (hours[hour] !== 0) return undefined
  return { usage, hour: first + 1, bytes, otherHour: last + 1, otherBytes }
}

/**
 * Updates existing days by key, setting two of their hours. This is half the work of an upsert.
 * @returns those that were added; the others have no such day yet
 */
async function addToExistingDays(
  trx: DatabaseTransaction,
  day: string,
  short: readonly ShortUsage[],
): Promise<ReadonlySet<DailyUsage>> {
  const column = (pick: (one: ShortUsage) => number): string => numbers(short.map(pick))
  const { rows } = await sql<{ written: string }>`
    WITH written AS (
      UPDATE usage_days u SET data_bytes = u.data_bytes + n.data_bytes,
        hour_data_bytes[n.hour] = u.hour_data_bytes[n.hour] + n.bytes,
        hour_data_bytes[n.other_hour] = u.hour_data_bytes[n.other_hour] + n.other_bytes
      FROM unnest(${column(({ usage }) => usage.companyId)}::int[], ${array(short.map(({ usage }) => usage.iccid))}::text[],
        ${column(({ usage }) => usage.dataBytes)}::bigint[], ${column(({ hour }) => hour)}::int[], ${column(({ bytes }) => bytes)}::bigint[],
        ${column(({ otherHour }) => otherHour)}::int[], ${column(({ otherBytes }) => otherBytes)}::bigint[]
      ) WITH ORDINALITY AS n(company_id, iccid, data_bytes, hour, bytes, other_hour, other_bytes, n)
      WHERE u.company_id = n.company_id AND u.iccid = n.iccid COLLATE "C" AND u.day = ${day}::date AND u.hour_data_bytes IS NOT NULL
      RETURNING n.n
    ) SELECT coalesce(string_agg(n::text, ','), '') AS written FROM written`.execute(trx)
  const positions = rows[0]?.written
  return new Set(positions ? positions.split(',').flatMap((position) => short[Number(position) - 1]?.usage ?? []) : [])
}

async function upsertDays(trx: DatabaseTransaction, usage: readonly DailyUsage[]): Promise<void> {
  if (usage.length === 0) return
  await sql`
    INSERT INTO usage_days AS u (company_id, iccid, day, data_bytes, voice_seconds, sms, hour_data_bytes)
    SELECT company_id, iccid, day, data_bytes, voice_seconds, sms, hours::bigint[] FROM unnest(
      ${numbers(usage.map(({ companyId }) => companyId))}::int[], ${array(usage.map(({ iccid }) => iccid))}::text[],
      ${array(usage.map(({ day }) => day))}::date[], ${numbers(usage.map(({ dataBytes }) => dataBytes))}::bigint[],
      ${numbers(usage.map(({ voiceSeconds }) => voiceSeconds))}::int[], ${numbers(usage.map(({ sms }) => sms))}::int[],
      ${array(usage.map(({ hours }) => hours && `{${hours.join(',')}}`))}::text[]
    ) AS n(company_id, iccid, day, data_bytes, voice_seconds, sms, hours)
    ON CONFLICT (company_id, iccid, day) DO UPDATE SET data_bytes = u.data_bytes + excluded.data_bytes,
      voice_seconds = u.voice_seconds + excluded.voice_seconds, sms = u.sms + excluded.sms,
      hour_data_bytes = add_hours(u.hour_data_bytes, excluded.hour_data_bytes)`.execute(trx)
}

/** Rows are only inserted, so that writers never wait for one another; a maintenance job folds them together. */
async function addToPools(trx: DatabaseTransaction, usage: readonly DailyUsage[]): Promise<void> {
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

/** The same for the data of each company by day. */
async function addToFleetDays(trx: DatabaseTransaction, usage: readonly DailyUsage[]): Promise<void> {
  const days = new Map<string, { companyId: number; day: string; dataBytes: number }>()
  for (const { companyId, day, dataBytes } of usage) {
    if (dataBytes === 0) continue
    const key = `${companyId} ${day}`
    const known = days.get(key) ?? { companyId, day, dataBytes: 0 }
    known.dataBytes += dataBytes
    days.set(key, known)
  }
  const rows = [...days.values()]
  if (rows.length === 0) return
  await sql`
    INSERT INTO usage_day_tallies (company_id, day, data_bytes)
    SELECT * FROM unnest(${array(rows.map(({ companyId }) => companyId))}::int[], ${array(rows.map(({ day }) => day))}::date[],
      ${array(rows.map(({ dataBytes }) => dataBytes))}::bigint[])`.execute(trx)
}
