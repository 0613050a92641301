import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { CountedHours, MatchedRecord } from './ledger.ts'
import { localHour } from './local-hours.ts'
import { MAX_SPREAD_MS, SAME_START_TOLERANCE_MS } from './session-state.ts'

interface Row {
  readonly iccid: string
  readonly day: string
  readonly hours: readonly number[]
}

/**
 * Reads the hourly usage counted on the days of the charging records among the given records; those records correct it.
 * In one file a SIM belongs to one company, so the ICCID is a sufficient key.
 */
export async function readCountedHours(trx: DatabaseTransaction, matched: readonly MatchedRecord[]): Promise<CountedHours> {
  const charging = matched.filter(({ record }) => record.finalBy !== undefined)
  if (charging.length === 0) return () => undefined
  const dayOf = ({ sim }: MatchedRecord, ms: number): string => localHour(ms, sim.calendar).day
  const firstMs = ({ startedAtMs, atMs }: MatchedRecord['record']): number =>
    Math.max((startedAtMs ?? atMs) - SAME_START_TOLERANCE_MS, atMs - MAX_SPREAD_MS)
  const { rows } = await sql<Row>`
    SELECT DISTINCT u.iccid, u.day, u.hour_data_bytes AS hours
    FROM unnest(${array(charging.map(({ sim }) => sim.companyId))}::int[], ${array(charging.map(({ sim }) => sim.iccid))}::text[],
      ${array(charging.map((one) => dayOf(one, firstMs(one.record))))}::date[],
      ${array(charging.map((one) => dayOf(one, one.record.atMs + SAME_START_TOLERANCE_MS)))}::date[]) AS w(company_id, iccid, first, last)
    JOIN usage_days u ON u.company_id = w.company_id AND u.iccid = w.iccid COLLATE "C" AND u.day BETWEEN w.first AND w.last
    WHERE u.hour_data_bytes IS NOT NULL`.execute(trx)
  const hoursByDay = new Map(rows.map(({ iccid, day, hours }) => [`${iccid} ${day}`, hours]))
  return ({ iccid }, day) => hoursByDay.get(`${iccid} ${day}`)
}
