import { type RawBuilder, sql } from 'kysely'
import {
  type AnomalyMeasure,
  knownSince,
  MEMBERS_MAX,
  MODELS_MAX,
  OWN_DAYS,
  OWN_TIMES,
  PEERS_MIN,
  spreadOf,
} from '#domain/anomalies.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import type { SpannedHour } from '#server/usage/local-hours.ts'
import type { DeviceHabits, DeviceProfile, FarAsk, FarSims, HourSource } from './hour-source.ts'

type Sql = RawBuilder<unknown>

/** What is recorded of a company's SIMs: usage by the hour, sessions and messages. What is computed of all of them stays in the database. */
export function recordedHours(db: Database, companyId: number): HourSource {
  return {
    profiles: (hour) => profilesOf(db, companyId, hour),
    far: (measure, hour, asks) => farSims(db, companyId, measure, hour, asks),
    habits: (hour, before, devices) => habitsOf(db, companyId, hour, before, devices),
  }
}

/** Peers are active now, and were there. */
const isPeer = (companyId: number): Sql =>
  sql`s.company_id = ${companyId} AND s.administrative_status = ${sql.lit(ADMINISTRATIVE_STATUS.active)} AND s.device <> ''`

const bytesOf = (row: 'u' | 'p', { hour }: SpannedHour): Sql => sql`${sql.ref(`${row}.hour_data_bytes`)}[${sql.lit(hour + 1)}]`

/** Sessions of the SIM `s` that began in an hour. Only those whose last session began in it or later are looked up. */
const sessionsOf = ({ beginsMs, endsMs }: SpannedHour): Sql => sql`
  JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
  LEFT JOIN LATERAL (
    SELECT count(*) AS begun FROM data_sessions d
    WHERE l.connection_started_at >= ${new Date(beginsMs)} AND d.company_id = s.company_id AND d.iccid = s.iccid
      AND d.started_at >= ${new Date(beginsMs)} AND d.started_at < ${new Date(endsMs)}
    HAVING count(*) > 0
  ) n ON true`

/** SMS of a company's SIMs that were received in an hour, as rows (iccid, amount). */
const messagesOf = (companyId: number, { beginsMs, endsMs }: SpannedHour): Sql => sql`
  SELECT e.iccid, sum(e.sms)::float8 AS amount FROM usage_events e
  WHERE e.company_id = ${companyId} AND e.received_at >= ${new Date(beginsMs)} AND e.received_at < ${new Date(endsMs)} AND e.sms > 0
  GROUP BY 1`

type ProfileRow = Omit<DeviceProfile, 'centre' | 'spread'> & { readonly quartiles: readonly number[] | null }

async function profilesOf(db: Database, companyId: number, hour: SpannedHour): Promise<DeviceProfile[]> {
  if (!(await isRecorded(db, companyId, hour))) return []
  const { rows } = await sql<ProfileRow>`
    WITH models AS MATERIALIZED (
      SELECT s.device FROM sims s WHERE ${isPeer(companyId)} AND s.created_at < ${new Date(hour.beginsMs)}
      GROUP BY 1 HAVING count(*) >= ${sql.lit(PEERS_MIN)} ORDER BY count(*) DESC, 1 LIMIT ${sql.lit(MODELS_MAX)}
    )
    SELECT s.device, count(*)::int AS sims, count(u.bytes)::int AS spoke,
      percentile_cont(ARRAY[0.5, 0.75]) WITHIN GROUP (ORDER BY ln(1 + u.bytes::float8)) AS quartiles,
      count(n.begun)::int AS began, coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY n.begun::float8), 0) AS sessions,
      count(t.amount)::int AS messaged, coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY t.amount), 0) AS messages
    FROM sims s JOIN models m ON m.device = s.device
    LEFT JOIN (
      SELECT u.iccid, ${bytesOf('u', hour)} AS bytes FROM usage_days u
      WHERE u.company_id = ${companyId} AND u.day = ${hour.day}::date AND ${bytesOf('u', hour)} > 0
    ) u ON u.iccid = s.iccid
    LEFT JOIN (${messagesOf(companyId, hour)}) t ON t.iccid = s.iccid
    ${sessionsOf(hour)}
    WHERE ${isPeer(companyId)} AND s.created_at < ${new Date(hour.beginsMs)}
    GROUP BY 1`.execute(db)
  return rows.map(({ quartiles, ...row }) => {
    const [centre = 0, upper = 0] = quartiles ?? []
    return { ...row, centre, spread: spreadOf(centre, upper) }
  })
}

/** Whether usage of the day is recorded by the hour: of days of long ago only sums of the day may be. */
async function isRecorded(db: Database, companyId: number, { day }: SpannedHour): Promise<boolean> {
  const { rows } = await sql<{ isRecorded: boolean }>`
    SELECT EXISTS (
      SELECT FROM usage_days u WHERE u.company_id = ${companyId} AND u.day = ${day}::date AND u.hour_data_bytes IS NOT NULL
    ) AS "isRecorded"`.execute(db)
  return rows[0]?.isRecorded === true
}

interface FarRow {
  readonly device: string
  readonly count: number
  readonly typical: number
  readonly iccid: string
  readonly amount: number
  readonly own: number
}

/** SIMs that do more than is asked for and more than they themselves did in the weeks before. Those that are newer are left out. */
async function farSims(
  db: Database,
  companyId: number,
  measure: AnomalyMeasure,
  hour: SpannedHour,
  asks: readonly FarAsk[],
): Promise<FarSims[]> {
  const { now, own } = AMOUNTS[measure]
  const { rows } = await sql<FarRow>`
    WITH asks AS (
      SELECT * FROM unnest(${asks.map(({ device }) => device)}::text[], ${asks.map(({ from }) => from)}::float8[],
        ${asks.map(({ isWhole }) => isWhole)}::boolean[]) AS a(device, least, is_whole)
    ), found AS MATERIALIZED (
      SELECT s.device, s.iccid, o.amount, CASE WHEN a.is_whole THEN 0 ELSE w.most END AS own
      FROM ${now(companyId, hour)}
      CROSS JOIN LATERAL (SELECT coalesce(max(b.amount), 0)::float8 AS most FROM (
        ${own(hour)}
      ) b) w
      WHERE a.is_whole OR (o.amount >= w.most * ${sql.lit(OWN_TIMES[measure])}
        AND coalesce(s.activated_at, s.created_at) < ${knownSince(new Date(hour.beginsMs))})
    ), placed AS (
      SELECT f.*, row_number() OVER (PARTITION BY f.device ORDER BY f.amount DESC, f.iccid) AS place FROM found f
    ), whole AS (
      SELECT device, count(*)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS typical FROM found GROUP BY 1
    )
    SELECT p.device, x.count, x.typical, p.iccid, p.amount, p.own FROM placed p JOIN whole x ON x.device = p.device
    WHERE p.place <= ${sql.lit(MEMBERS_MAX)} ORDER BY p.device, p.place`.execute(db)
  return [...Map.groupBy(rows, ({ device }) => device)].map(([device, sims]) => ({
    ...{ device, count: sims[0]?.count ?? 0, typical: sims[0]?.typical ?? 0, sims },
  }))
}

const bytesNow = (companyId: number, hour: SpannedHour): Sql => sql`
  (SELECT u.iccid, ${bytesOf('u', hour)}::float8 AS amount FROM usage_days u
    WHERE u.company_id = ${companyId} AND u.day = ${hour.day}::date AND ${bytesOf('u', hour)} > 0) o
  JOIN sims s ON s.iccid = o.iccid AND ${isPeer(companyId)}
  JOIN asks a ON a.device = s.device AND o.amount >= a.least`

const sessionsNow = (companyId: number, hour: SpannedHour): Sql => sql`
  sims s JOIN asks a ON a.device = s.device AND ${isPeer(companyId)}
  ${sessionsOf(hour)}
  JOIN LATERAL (SELECT n.begun::float8 AS amount WHERE n.begun >= a.least) o ON true`

const messagesNow = (companyId: number, hour: SpannedHour): Sql => sql`
  (${messagesOf(companyId, hour)}) o
  JOIN sims s ON s.iccid = o.iccid AND ${isPeer(companyId)}
  JOIN asks a ON a.device = s.device AND o.amount >= a.least`

const ownBytes = ({ day }: SpannedHour): Sql => sql`
  SELECT b.amount FROM usage_days p CROSS JOIN LATERAL unnest(p.hour_data_bytes) AS b(amount)
  WHERE NOT a.is_whole AND p.company_id = s.company_id AND p.iccid = s.iccid
    AND p.day BETWEEN ${day}::date - ${sql.lit(OWN_DAYS.from)} AND ${day}::date - ${sql.lit(OWN_DAYS.until)}`

const ownSessions = ({ beginsMs }: SpannedHour): Sql => sql`
  SELECT count(*) AS amount FROM data_sessions p
  WHERE p.company_id = s.company_id AND p.iccid = s.iccid AND p.started_at >= ${new Date(beginsMs - OWN_DAYS.from * DAY_MS)}
    AND p.started_at < ${new Date(beginsMs - OWN_DAYS.until * DAY_MS)}
  GROUP BY date_trunc('hour', p.started_at)`

const ownMessages = ({ day }: SpannedHour): Sql => sql`
  SELECT sum(p.sms) AS amount FROM usage_events p
  WHERE p.company_id = s.company_id AND p.iccid = s.iccid
    AND p.day BETWEEN ${day}::date - ${sql.lit(OWN_DAYS.from)} AND ${day}::date - ${sql.lit(OWN_DAYS.until)}
  GROUP BY date_trunc('hour', p.received_at)`

/** What SIMs do in an hour, and what each did in hours of the weeks before. */
const AMOUNTS = {
  data: { now: bytesNow, own: ownBytes },
  sessions: { now: sessionsNow, own: ownSessions },
  messages: { now: messagesNow, own: ownMessages },
} as const satisfies Record<AnomalyMeasure, object>

/** Who spoke in each of the last three of these weeks and does not now; and the same seen a week ago, as far as weeks are known. */
async function habitsOf(
  db: Database,
  companyId: number,
  hour: SpannedHour,
  before: readonly SpannedHour[],
  devices: readonly string[],
): Promise<DeviceHabits[]> {
  const [last, ...earlier] = before.map(({ day }) => day)
  const habit = [last, ...earlier.slice(0, 2)]
  const { rows } = await sql<DeviceHabits>`
    WITH spoke AS MATERIALIZED (
      SELECT s.device, s.iccid, w.now, w.last AND w.habit = ${habit.length} AS is_habit, w.last, w.earlier = ${earlier.length} AS was_habit
      FROM sims s CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE p.day = ${hour.day}::date) > 0 AS now, count(*) FILTER (WHERE p.day = ${last}::date) > 0 AS last,
          count(*) FILTER (WHERE p.day = ANY(${habit}::date[])) AS habit, count(*) FILTER (WHERE p.day = ANY(${earlier}::date[])) AS earlier
        FROM usage_days p
        WHERE p.company_id = s.company_id AND p.iccid = s.iccid AND p.day = ANY(${[hour.day, last, ...earlier]}::date[])
          AND ${bytesOf('p', hour)} > 0
      ) w
      WHERE ${isPeer(companyId)} AND s.device = ANY(${[...devices]}::text[])
    ), silent AS (
      SELECT device, iccid, row_number() OVER (PARTITION BY device ORDER BY iccid) AS place FROM spoke WHERE is_habit AND NOT now
    )
    SELECT k.device, count(*) FILTER (WHERE k.is_habit)::int AS habitual, count(*) FILTER (WHERE k.is_habit AND NOT k.now)::int AS silent,
      count(*) FILTER (WHERE k.was_habit)::int AS "habitualBefore",
      count(*) FILTER (WHERE k.was_habit AND NOT k.last)::int AS "silentBefore",
      ARRAY(SELECT x.iccid FROM silent x WHERE x.device = k.device AND x.place <= ${sql.lit(MEMBERS_MAX)} ORDER BY 1) AS iccids
    FROM spoke k GROUP BY 1`.execute(db)
  return rows
}
