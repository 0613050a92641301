import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { KeptHours, PlacedRecord } from './ledger.ts'
import { localHour } from './local-hours.ts'
import { LONGEST_MS, SAME_BEGINNING_MS } from './session-state.ts'

interface Row {
  readonly iccid: string
  readonly day: string
  readonly hours: readonly number[]
}

/**
 * What was counted by hour on the days of the charging records among some records: they put right what stands there. A file has a
 * SIM at one company, so its number is enough.
 */
export async function readKeptHours(trx: DatabaseTransaction, placed: readonly PlacedRecord[]): Promise<KeptHours> {
  const charging = placed.filter(({ record }) => record.finalBy !== undefined)
  if (charging.length === 0) return () => undefined
  const dayOf = ({ sim }: PlacedRecord, ms: number): string => localHour(ms, sim.reckoning).day
  const firstMs = ({ startedAtMs, atMs }: PlacedRecord['record']): number =>
    Math.max((startedAtMs ?? atMs) - SAME_BEGINNING_MS, atMs - LONGEST_MS)
  const { rows } = await sql<Row>`
    SELECT DISTINCT u.iccid, u.day, u.hour_data_bytes AS hours
    FROM unnest(${array(charging.map(({ sim }) => sim.companyId))}::int[], ${array(charging.map(({ sim }) => sim.iccid))}::text[],
      ${array(charging.map((one) => dayOf(one, firstMs(one.record))))}::date[],
      ${array(charging.map((one) => dayOf(one, one.record.atMs + SAME_BEGINNING_MS)))}::date[]) AS w(company_id, iccid, first, last)
    JOIN usage_days u ON u.company_id = w.company_id AND u.iccid = w.iccid COLLATE "C" AND u.day BETWEEN w.first AND w.last
    WHERE u.hour_data_bytes IS NOT NULL`.execute(trx)
  const kept = new Map(rows.map(({ iccid, day, hours }) => [`${iccid} ${day}`, hours]))
  return ({ iccid }, day) => kept.get(`${iccid} ${day}`)
}
