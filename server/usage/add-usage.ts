import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { UsageAdded } from './live-change.ts'
import { noteLate } from './note-late.ts'
import { bySim, byText } from './order.ts'

/** Usage of a SIM on a day, to be added to what is known of that day. */
export interface DayUsage extends UsageAdded {
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
  /** 24 sums by the hour of the company's clock; undefined for what has no hours */
  readonly hours: readonly number[] | undefined
}

/** Fewer than so many of one day go with the others. */
const WORTH_A_STATEMENT = 50

/**
 * Adds usage to its days, their hours and the pools, in the caller's transaction. In one order, so that two that add to the same
 * days wait for each other; in two rounds though, so that in rare cases one of them has to begin anew.
 * @param usage at most one entry for each SIM and day
 */
export async function addUsage(trx: DatabaseTransaction, usage: readonly DayUsage[]): Promise<void> {
  if (usage.length === 0) return
  const sorted = [...usage].sort((a, b) => bySim(a, b) || byText(a.day, b.day))
  const rest: DayUsage[] = []
  for (const [day, ofDay] of Map.groupBy(sorted, ({ day }) => day)) {
    const short = ofDay.flatMap((one) => shortOf(one) ?? [])
    const written = short.length < WORTH_A_STATEMENT ? new Set<DayUsage>() : await addToKnown(trx, day, short)
    rest.push(...ofDay.filter((one) => !written.has(one)))
  }
  await addToAny(
    trx,
    rest.sort((a, b) => bySim(a, b) || byText(a.day, b.day)),
  )
  await addToPools(trx, sorted)
  await noteLate(trx, sorted)
}

/** Usage of data alone, in one hour or two, counted from 1 as arrays are; of one hour, both are the same. */
interface ShortUsage {
  readonly usage: DayUsage
  readonly hour: number
  readonly bytes: number
  readonly otherHour: number
  readonly otherBytes: number
}

/** What a report adds as a rule: its quarter of an hour touches one hour, or two. */
function shortOf(usage: DayUsage): ShortUsage | undefined {
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
 * Adds to days that are known with their hours: they are found by key, and two of the hours are set. That is half the work of
 * putting a row in and finding that it is there.
 * @returns those that were added; the others have no such day yet
 */
async function addToKnown(trx: DatabaseTransaction, day: string, short: readonly ShortUsage[]): Promise<ReadonlySet<DayUsage>> {
  const of = (what: (one: ShortUsage) => number): string => numbers(short.map(what))
  const { rows } = await sql<{ written: string }>`
    WITH written AS (
      UPDATE usage_days u SET data_bytes = u.data_bytes + n.data_bytes,
        hour_data_bytes[n.hour] = u.hour_data_bytes[n.hour] + n.bytes,
        hour_data_bytes[n.other_hour] = u.hour_data_bytes[n.other_hour] + n.other_bytes
      FROM unnest(${of(({ usage }) => usage.companyId)}::int[], ${array(short.map(({ usage }) => usage.iccid))}::text[],
        ${of(({ usage }) => usage.dataBytes)}::bigint[], ${of(({ hour }) => hour)}::int[], ${of(({ bytes }) => bytes)}::bigint[],
        ${of(({ otherHour }) => otherHour)}::int[], ${of(({ otherBytes }) => otherBytes)}::bigint[]
      ) WITH ORDINALITY AS n(company_id, iccid, data_bytes, hour, bytes, other_hour, other_bytes, n)
      WHERE u.company_id = n.company_id AND u.iccid = n.iccid COLLATE "C" AND u.day = ${day}::date AND u.hour_data_bytes IS NOT NULL
      RETURNING n.n
    ) SELECT coalesce(string_agg(n::text, ','), '') AS written FROM written`.execute(trx)
  const positions = rows[0]?.written
  return new Set(positions ? positions.split(',').flatMap((position) => short[Number(position) - 1]?.usage ?? []) : [])
}

async function addToAny(trx: DatabaseTransaction, usage: readonly DayUsage[]): Promise<void> {
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
