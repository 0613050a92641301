import { type RawBuilder, sql } from 'kysely'
import { localDay } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { startOfDay } from '#domain/rating/cycle-span.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { HOUR_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { findAnomalies } from '#server/features/anomalies/find-anomalies.ts'
import { localHour } from '#server/usage/local-hours.ts'

/** Cold rooms of a subsidiary of Andes: some 900 active SIMs in each of two devices, which speak in every hour. */
const COMPANY_ID = 11
const TIME_ZONE = 'America/Santiago'
const [SENSOR, LYNX] = ['Emerson GO Real-Time', 'Carrier Lynx'] as const

/** Yesterday is compared with the same day of the four weeks before it. */
const COMPARED_DAYS_AGO: readonly number[] = [8, 15, 22, 29]
export const isComparedDay = (companyId: number, daysAgo: number): boolean =>
  companyId === COMPANY_ID && COMPARED_DAYS_AGO.includes(daysAgo)

/** Hours of yesterday, so late that they are within a day of most moments: a batch says nothing in two of them, then firmware is fetched. */
const [SILENT_FROM, SILENT_TO, NIGHT] = [21, 22, 23] as const
const BATCH_SHARE = 6
const LOOPS = 160

interface SimDay {
  readonly iccid: string
  readonly device: string
  readonly bytes: number
  readonly hours: readonly number[]
}

/**
 * Gives a subsidiary a day that is out of the ordinary, and finds it. Each SIM uses as much as it did, at other hours: the sums of days
 * and cycles stay as they are.
 */
export async function loadAnomalies(db: Database, now: Date): Promise<void> {
  const yesterday = addDays(localDay(now, TIME_ZONE), -1)
  const changed = strangeDay(await simDays(db, yesterday))
  await db.transaction().execute(async (trx) => {
    await sql`
      UPDATE usage_days u SET hour_data_bytes = n.hours
      FROM json_to_recordset(${JSON.stringify(changed)}::json) AS n(iccid text, hours bigint[])
      WHERE u.company_id = ${COMPANY_ID} AND u.iccid = n.iccid COLLATE "C" AND u.day = ${yesterday}::date`.execute(trx)
    await addLoop(trx, momentOf(yesterday, SILENT_FROM))
  })
  for (const hour of [SILENT_FROM, SILENT_TO, NIGHT]) await compare(db, momentOf(yesterday, hour), now)
  // the worker begins with the present hour
  await sql`DELETE FROM anomaly_hours`.execute(db)
}

/** Active SIMs that are old enough to be compared, in the order of their ICCs. */
async function simDays(db: Database, day: string): Promise<SimDay[]> {
  const { rows } = await sql<SimDay>`
    SELECT s.iccid, s.device, u.data_bytes::float8 AS bytes, u.hour_data_bytes::float8[] AS hours
    FROM sims s JOIN usage_days u ON u.company_id = s.company_id AND u.iccid = s.iccid AND u.day = ${day}::date
    WHERE s.company_id = ${COMPANY_ID} AND s.administrative_status = ${ADMINISTRATIVE_STATUS.active} AND s.activated_at < ${day}::date - 20
    ORDER BY s.iccid`.execute(db)
  return rows
}

/** What of the day becomes another: of each SIM the hours add up to as much as before. */
function strangeDay(sims: readonly SimDay[]): Pick<SimDay, 'iccid' | 'hours'>[] {
  const ordinary = sims.filter(({ bytes }) => bytes < 70 * BYTES_PER_MB)
  const mostOf = (device: string) =>
    ordinary.filter((sim) => sim.device === device).reduce((most, sim) => (sim.bytes > most.bytes ? sim : most))
  const [byNight, before] = [mostOf(SENSOR), mostOf(LYNX)]
  const batch = new Set(sims.filter(({ device }, n) => device === SENSOR && n % BATCH_SHARE === 0))
  return sims.flatMap((sim) => {
    const { iccid } = sim
    if (sim === byNight) return [{ iccid, hours: gathered(sim.hours, NIGHT, 0.9) }]
    if (sim === before) return [{ iccid, hours: gathered(sim.hours, SILENT_TO, 0.95) }]
    if (sim.device === LYNX) return [{ iccid, hours: gathered(sim.hours, NIGHT, 0.12) }]
    return batch.has(sim) ? [{ iccid, hours: delayed(sim.hours) }] : []
  })
}

/** A share of all hours in one of them. */
function gathered(hours: readonly number[], at: number, share: number): number[] {
  const moved = hours.map((bytes, hour) => (hour === at ? 0 : Math.floor(bytes * share)))
  const gained = moved.reduce((sum, bytes) => sum + bytes, 0)
  return hours.map((bytes, hour) => (hour === at ? bytes + gained : bytes - (moved[hour] ?? 0)))
}

/** Nothing in the silent hours, and what they had after them. */
function delayed(hours: readonly number[]): number[] {
  const held = hours.slice(SILENT_FROM, SILENT_TO + 1).reduce((sum, bytes) => sum + bytes, 0)
  return hours.map((bytes, hour) => {
    if (hour >= SILENT_FROM && hour <= SILENT_TO) return 0
    return hour === SILENT_TO + 1 ? bytes + held : bytes
  })
}

/** One that begins a session every twenty seconds for the most part of an hour in which it had none. */
async function addLoop(trx: DatabaseTransaction, begins: Date): Promise<void> {
  const ends = new Date(begins.getTime() + HOUR_MS)
  const at: RawBuilder<unknown> = sql`${begins}::timestamptz + k * interval '20 seconds'`
  await sql`
    WITH sensor AS (
      SELECT l.company_id, l.iccid, o.apn, l.serving_network, l.radio_technology
      FROM sim_live l
      JOIN sims s ON s.company_id = l.company_id AND s.iccid = l.iccid AND s.device = ${SENSOR}
      CROSS JOIN LATERAL (
        SELECT min(d.apn) AS apn, bool_or(d.started_at < ${ends} AND coalesce(d.stopped_at, 'infinity') > ${begins}) AS is_open
        FROM data_sessions d WHERE d.company_id = l.company_id AND d.iccid = l.iccid
      ) o
      WHERE l.company_id = ${COMPANY_ID} AND l.administrative_status = ${ADMINISTRATIVE_STATUS.active}
        AND l.connection_started_at > ${ends} AND NOT o.is_open AND s.activated_at < ${begins}::timestamptz - interval '20 days'
      ORDER BY l.iccid LIMIT 1
    )
    INSERT INTO data_sessions (company_id, iccid, session_key, started_at, stopped_at, apn, serving_network, radio_technology, data_bytes)
    SELECT company_id, iccid, 'loop-' || k, ${at}, ${at} + interval '15 seconds', apn, serving_network, radio_technology, 1024
    FROM sensor CROSS JOIN generate_series(1, ${LOOPS}::int) k`.execute(trx)
}

/** The moment at which a local hour begins. */
function momentOf(day: string, hour: number): Date {
  const at = startOfDay(day, TIME_ZONE).getTime() + hour * HOUR_MS
  // a day on which clocks change
  return new Date(at + (hour - localHour(at, { timeZone: TIME_ZONE, anchorDay: 1 }).hour) * HOUR_MS)
}

/** Has the hour compared that is due. */
async function compare(db: Database, beginsAt: Date, now: Date): Promise<void> {
  const hour = { begins_at: beginsAt, due_at: new Date(beginsAt.getTime() + HOUR_MS), claimed_until: null }
  await db
    .insertInto('anomaly_hours')
    .values({ company_id: COMPANY_ID, ...hour })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(hour))
    .execute()
  await findAnomalies({ db, clock: () => now })
}
