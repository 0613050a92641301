import { type RawBuilder, sql } from 'kysely'
import { EXPECTED_WEEKS, type HourAnomaly, PAUSE_HOURS, PEERS_MIN } from '#domain/anomalies.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Services } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { type BillingCalendar, type SpannedHour, sameHourBefore, spannedHour } from '#server/usage/local-hours.ts'
import type { DeviceProfile } from './hour-source.ts'
import { judgeHour, type KnownHour } from './judge-hour.ts'
import { recordedHours } from './recorded-hours.ts'

type AnomalyServices = Pick<Services, 'db' | 'clock'>

/** After an hour: gateways report open sessions every quarter of an hour. */
const DUE_AFTER_MS = 20 * MINUTE_MS
/** Usage that waits to be counted is waited for, not longer than so; between two checks it is so long. */
const WAIT_MAX_MS = 2 * HOUR_MS
const WAIT_MS = 5 * MINUTE_MS
/** A process that died is at an hour no longer than so. */
const CLAIM_MS = 15 * MINUTE_MS
/** What was missed while no process ran is made up for, not farther back than so. */
const CATCH_UP_MS = DAY_MS

interface ClaimedHour {
  readonly companyId: number
  readonly beginsAt: Date
  readonly dueAt: Date
  readonly timeZone: string
}

/**
 * Compares one hour of one company with what is expected of it.
 * @returns 1; 0 when none is due
 */
export async function findAnomalies({ db, clock }: AnomalyServices): Promise<number> {
  const now = clock()
  await addCompanies(db, now)
  const claimed = await claimHour(db, now)
  if (!claimed) return 0
  if (await isUncounted(db, claimed, now)) {
    await postpone(db, claimed, now)
    return 1
  }
  await compareHour(db, claimed, now)
  return 1
}

/** Companies with enough SIMs begin with the hour before this one. */
async function addCompanies(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ companyId: number; timeZone: string }>`
    SELECT c.company_id AS "companyId", c.time_zone AS "timeZone" FROM companies c
    WHERE c.company_id IN (SELECT t.company_id FROM sim_tallies t GROUP BY 1 HAVING sum(t.sims) >= ${sql.lit(PEERS_MIN)})
      AND NOT EXISTS (SELECT FROM anomaly_hours h WHERE h.company_id = c.company_id)`.execute(db)
  if (rows.length === 0) return
  const hours = rows.map(({ companyId, timeZone }) => {
    const current = spannedHour(now.getTime(), calendarOf(timeZone))
    const hour = spannedHour(current.beginsMs - 1, calendarOf(timeZone))
    return { company_id: companyId, begins_at: new Date(hour.beginsMs), due_at: dueAfter(hour) }
  })
  await db
    .insertInto('anomaly_hours')
    .values(hours)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Local hours do not depend on billing cycles. */
const calendarOf = (timeZone: string): BillingCalendar => ({ timeZone, anchorDay: 1 })
const dueAfter = ({ endsMs }: SpannedHour): Date => new Date(endsMs + DUE_AFTER_MS)

async function claimHour(db: Database, now: Date): Promise<ClaimedHour | undefined> {
  const { rows } = await sql<ClaimedHour>`
    UPDATE anomaly_hours h SET claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    FROM (
      SELECT d.company_id FROM anomaly_hours d
      WHERE d.due_at <= ${now} AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      ORDER BY d.due_at, d.company_id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) due JOIN companies c ON c.company_id = due.company_id
    WHERE h.company_id = due.company_id
    RETURNING h.company_id AS "companyId", h.begins_at AS "beginsAt", h.due_at AS "dueAt", c.time_zone AS "timeZone"`.execute(
    db,
  )
  return rows[0]
}

/** Whether reports that arrived before the hour was due wait to be counted. */
async function isUncounted(db: Database, { dueAt }: ClaimedHour, now: Date): Promise<boolean> {
  if (now.getTime() - dueAt.getTime() > WAIT_MAX_MS) return false
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (SELECT FROM usage_batches WHERE problem = '' AND received_at < ${dueAt}) AS waits`.execute(db)
  return rows[0]?.waits === true
}

async function postpone(db: Database, { companyId, beginsAt }: ClaimedHour, now: Date): Promise<void> {
  await db
    .updateTable('anomaly_hours')
    .set({ claimed_until: new Date(now.getTime() + WAIT_MS) })
    .where('company_id', '=', companyId)
    .where('begins_at', '=', beginsAt)
    .execute()
}

async function compareHour(db: Database, claimed: ClaimedHour, now: Date): Promise<void> {
  const { companyId, timeZone } = claimed
  const calendar = calendarOf(timeZone)
  const hour = spannedHour(claimed.beginsAt.getTime(), calendar)
  const source = recordedHours(db, companyId)
  const known: KnownHour[] = []
  const added: KnownHour[] = []
  for (let week = 1; week <= EXPECTED_WEEKS; week++) {
    const before = sameHourBefore(hour, 7 * week, calendar)
    if (!before) continue
    const stored = await storedProfiles(db, companyId, before)
    const profiles = stored.length > 0 ? stored : await source.profiles(before)
    if (profiles.length === 0) continue
    known.push({ hour: before, profiles })
    if (stored.length === 0) added.push({ hour: before, profiles })
  }
  const profiles = await source.profiles(hour)
  const found = await judgeHour(source, hour, profiles, known)
  await db.transaction().execute(async (trx) => {
    if (!(await finishHour(trx, claimed, calendar, now))) return
    for (const one of [...added, { hour, profiles }]) await storeProfiles(trx, companyId, one)
    await storeAnomalies(trx, companyId, new Date(hour.beginsMs), found)
  })
}

async function storedProfiles(db: Database, companyId: number, { day, hour }: SpannedHour): Promise<DeviceProfile[]> {
  return db
    .selectFrom('anomaly_profiles')
    .select(['device', 'sims', 'spoke', 'centre', 'spread', 'began', 'sessions', 'messaged', 'messages'])
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .where('hour', '=', hour)
    .execute()
}

/** Goes on to the next hour. @returns whether the hour was still to be compared: a process that took long may have been overtaken */
async function finishHour(
  trx: DatabaseTransaction,
  { companyId, beginsAt }: ClaimedHour,
  calendar: BillingCalendar,
  now: Date,
): Promise<boolean> {
  const { endsMs } = spannedHour(beginsAt.getTime(), calendar)
  const next = spannedHour(Math.max(endsMs, now.getTime() - CATCH_UP_MS), calendar)
  const { numUpdatedRows } = await trx
    .updateTable('anomaly_hours')
    .set({ begins_at: new Date(next.beginsMs), due_at: dueAfter(next), claimed_until: null })
    .where('company_id', '=', companyId)
    .where('begins_at', '=', beginsAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function storeProfiles(trx: DatabaseTransaction, companyId: number, { hour, profiles }: KnownHour): Promise<void> {
  await sql`
    INSERT INTO anomaly_profiles (company_id, day, hour, device, sims, spoke, centre, spread, began, sessions, messaged, messages)
    SELECT ${companyId}, ${hour.day}::date, ${hour.hour}::int, device, sims, spoke, centre, spread, began, sessions,
      messaged, messages
    FROM json_to_recordset(${JSON.stringify(profiles)}::json) AS n(device text, sims int, spoke int, centre float8, spread float8,
      began int, sessions float8, messaged int, messages float8)
    ON CONFLICT DO NOTHING`.execute(trx)
}

const FIGURES = ['measure', 'peers', 'sims', 'observed', 'expected', 'own', 'iccids'] as const
const ofStronger = (name: (typeof FIGURES)[number]): RawBuilder<unknown> => sql`
  ${sql.ref(name)} = CASE WHEN excluded.observed > a.observed THEN ${sql.ref(`excluded.${name}`)} ELSE ${sql.ref(`a.${name}`)} END`

/** What goes on is one anomaly with the figures of its strongest hour; an hour that is stored again changes nothing. */
async function storeAnomalies(
  trx: DatabaseTransaction,
  companyId: number,
  at: Date,
  found: readonly HourAnomaly[],
): Promise<void> {
  if (found.length === 0) return
  const since = new Date(at.getTime() - PAUSE_HOURS * HOUR_MS)
  await sql`
    WITH found AS (
      SELECT n.*, coalesce((
          SELECT max(e.began_at) FROM anomalies e
          WHERE e.company_id = ${companyId} AND e.kind = n.kind AND e.device = n.device COLLATE "C" AND e.iccid = n.iccid COLLATE "C"
            AND e.last_at >= ${since} AND e.began_at <= ${at}
        ), ${at}::timestamptz) AS began_at
      FROM json_to_recordset(${JSON.stringify(found)}::json) AS n(kind text, measure text, device text, iccid text, peers int, sims int,
        observed float8, expected float8, own float8, iccids text[])
    )
    INSERT INTO anomalies AS a (company_id, kind, measure, device, iccid, began_at, last_at, seen_at, hours, peers, sims, observed, expected,
      own, iccids)
    SELECT ${companyId}, kind, measure, device, iccid, began_at, ${at}::timestamptz, ARRAY[${at}::timestamptz], 1, peers, sims, observed,
      expected, own, iccids
    FROM found
    ON CONFLICT (company_id, kind, device, iccid, began_at) DO UPDATE SET last_at = excluded.last_at, hours = a.hours + 1,
      seen_at = a.seen_at || excluded.seen_at,
      ${sql.join(FIGURES.map((name) => ofStronger(name)))}
    WHERE a.last_at < excluded.last_at`.execute(trx)
}
