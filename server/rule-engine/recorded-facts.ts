import { type RawBuilder, sql } from 'kysely'
import { billingCycleAt, type Day } from '#domain/billing-cycle.ts'
import { reportedImei } from '#domain/locks.ts'
import { needsFact, type RuleFact } from '#domain/rule-evaluation.ts'
import type { RuleTrigger } from '#domain/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { type SimKey, simKey } from '../records/sim-key.ts'
import { type BillingCalendar, localHour } from '../usage/local-hours.ts'

/** SIMs, and the time for which their records are read. */
export interface FactsSpan {
  /** of companies with this calendar */
  readonly sims: readonly SimKey[]
  readonly calendar: BillingCalendar
  /** moments of receipt, milliseconds since 1970; the end is excluded */
  readonly fromMs: number
  readonly untilMs: number
}

export interface FactsPart extends FactsSpan {
  readonly triggers: readonly Pick<RuleTrigger, 'kind'>[]
}

/** The SIMs as rows (company_id, iccid) of `w`. */
const rowsOf = ({ sims }: FactsSpan): RawBuilder<unknown> => sql`unnest(${sims.map(({ companyId }) => companyId)}::int[],
  ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)`

/** Charging records and gateways that were away report this much later than the usage, and clocks are ahead by as much. */
const LATE_MS = 7 * DAY_MS

/** One report as it is counted, as rules take it: usage counts to the local day of the report. */
export function factsOfReport(
  report: {
    readonly receivedMs: number
    readonly usedMs: number
    readonly bytes: number
    readonly begins: boolean
    readonly imei: string
    readonly network: string
  },
  calendar: BillingCalendar,
): RuleFact[] {
  const { receivedMs: at, usedMs, bytes, begins, imei, network } = report
  const { day, cycleStart } = localHour(usedMs, calendar)
  const data: RuleFact = { kind: 'data', at, day, cycleStart, amount: bytes }
  return begins ? [{ kind: 'session', at, imei: reportedImei(imei) ?? '', network }, data] : [data]
}

interface EventRow {
  readonly receivedMs: number
  readonly day: Day
  readonly voiceSeconds: number
  readonly sms: number
}

/** SMS and voice of a day as rules take them. */
export function factsOfEvent({ receivedMs, day, voiceSeconds, sms }: EventRow, { anchorDay }: BillingCalendar): RuleFact[] {
  const cycleStart = billingCycleAt(new Date(day), anchorDay, 'UTC').start
  const about = { at: Math.round(receivedMs), day, cycleStart }
  return [
    ...(sms > 0 ? [{ ...about, kind: 'sms' as const, amount: sms }] : []),
    ...(voiceSeconds > 0 ? [{ ...about, kind: 'voice' as const, amount: voiceSeconds }] : []),
  ]
}

/**
 * The recorded facts of SIMs that triggers need, by `simKey`, in the order of receipt. Days without single reports are read by the hour: what
 * was used in an hour counts in its last minute.
 */
export async function recordedFacts(
  db: Database | DatabaseTransaction,
  part: FactsPart,
): Promise<ReadonlyMap<string, readonly RuleFact[]>> {
  const asks = (kind: RuleFact['kind']) => part.triggers.some((trigger) => needsFact(trigger, kind))
  const found = [
    asks('session') ? await recordedSessions(db, part) : [],
    part.triggers.some(({ kind }) => kind === 'first') ? await earlierSessions(db, part) : [],
    asks('data') ? await recordedReports(db, part) : [],
    asks('data') ? await recordedHours(db, part) : [],
    asks('sms') || asks('voice') ? await recordedEvents(db, part) : [],
  ]
  return bySim(found.flat())
}

/** SIMs that are each read until a moment of its own, excluded. */
interface DaysPart extends FactsSpan {
  readonly sims: readonly (SimKey & { readonly untilMs: number })[]
}

/**
 * The data of SIMs as in `recordedFacts`, but with one fact for the reports of a day, at the moment of the last one. That is enough for rules
 * that compare sums: of a SIM that reports every five minutes they read 30 facts a month instead of 8 640.
 */
export async function recordedDays(
  db: Database | DatabaseTransaction,
  part: DaysPart,
): Promise<ReadonlyMap<string, readonly RuleFact[]>> {
  const hours = await recordedHours(db, part)
  const untilOf = new Map(part.sims.map((sim) => [simKey(sim), sim.untilMs]))
  const earlier = hours.filter((one) => one.fact.at < (untilOf.get(simKey(one)) ?? 0))
  return bySim([...(await recordedSums(db, part)), ...earlier])
}

async function recordedSums(
  db: Database | DatabaseTransaction,
  { sims, calendar, fromMs, untilMs }: DaysPart,
): Promise<Found[]> {
  const { rows } = await sql<SimKey & { day: Day; receivedMs: number; bytes: number }>`
    SELECT r.company_id AS "companyId", r.iccid, (r.at AT TIME ZONE ${calendar.timeZone})::date::text AS day,
      (extract(epoch FROM max(r.received_at)) * 1000)::float8 AS "receivedMs", sum(r.used_bytes)::float8 AS bytes
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[],
      ${sims.map((sim) => new Date(sim.untilMs).toISOString())}::timestamptz[]) AS w(company_id, iccid, until)
    JOIN usage_records r ON r.company_id = w.company_id AND r.iccid = w.iccid COLLATE "C"
    WHERE r.at >= ${new Date(fromMs - LATE_MS)} AND r.at < ${new Date(untilMs + LATE_MS)}
      AND r.received_at >= ${new Date(fromMs)} AND r.received_at < w.until
    GROUP BY 1, 2, 3`.execute(db)
  return rows.map(({ companyId, iccid, day, receivedMs, bytes }) => {
    const cycleStart = billingCycleAt(new Date(day), calendar.anchorDay, 'UTC').start
    return { companyId, iccid, fact: { kind: 'data', at: Math.round(receivedMs), day, cycleStart, amount: bytes } }
  })
}

/**
 * The SIMs whose data of some day or cycle may have reached an amount, so that a trial has to read each of their reports. The data of a day
 * is at most the sum of its reports, or the stored sum where no reports are kept; reports that came after the period are counted too.
 * @param reach bytes, and the period in which they are reached
 * @returns ICCs
 */
export async function simsThatReach(
  db: Database | DatabaseTransaction,
  part: FactsSpan,
  reach: { readonly per: 'day' | 'cycle'; readonly bytes: number },
): Promise<ReadonlySet<string>> {
  const { calendar, fromMs } = part
  const first = new Date(fromMs - LATE_MS)
  const period = reach.per === 'day' ? sql`day` : sql`date_trunc('month', day - ${calendar.anchorDay - 1}::int)`
  const { rows } = await sql<{ iccid: string }>`
    SELECT DISTINCT iccid FROM (
      SELECT iccid, day, max(bytes) AS bytes FROM (
        SELECT r.iccid, (r.at AT TIME ZONE ${calendar.timeZone})::date AS day, sum(r.used_bytes) AS bytes
        FROM ${rowsOf(part)} JOIN usage_records r ON r.company_id = w.company_id AND r.iccid = w.iccid COLLATE "C"
        WHERE r.at >= ${first}
        GROUP BY 1, 2
        UNION ALL
        SELECT u.iccid, u.day, u.data_bytes
        FROM ${rowsOf(part)} JOIN usage_days u ON u.company_id = w.company_id AND u.iccid = w.iccid COLLATE "C"
        WHERE u.day >= ${first.toISOString().slice(0, 10)}::date AND u.data_bytes > 0
      ) known GROUP BY 1, 2
    ) days GROUP BY iccid, ${period} HAVING sum(bytes) >= ${reach.bytes}`.execute(db)
  return new Set(rows.map(({ iccid }) => iccid))
}

/** The sort is stable: a session stays before the report with which it began, as when they were counted. */
function bySim(found: readonly Found[]): Map<string, RuleFact[]> {
  const inOrder = found.toSorted((a, b) => a.fact.at - b.fact.at)
  return new Map([...Map.groupBy(inOrder, simKey)].map(([key, own]) => [key, own.map(({ fact }) => fact)]))
}

interface Found extends SimKey {
  readonly fact: RuleFact
}

async function recordedReports(db: Database | DatabaseTransaction, part: FactsPart): Promise<Found[]> {
  const { calendar, fromMs, untilMs } = part
  const { rows } = await sql<SimKey & { receivedMs: number; usedMs: number; bytes: number }>`
    SELECT r.company_id AS "companyId", r.iccid, (extract(epoch FROM r.received_at) * 1000)::float8 AS "receivedMs", (extract(epoch FROM r.at) * 1000)::float8 AS "usedMs",
      r.used_bytes::float8 AS bytes
    FROM ${rowsOf(part)} JOIN usage_records r ON r.company_id = w.company_id AND r.iccid = w.iccid COLLATE "C"
    WHERE r.at >= ${new Date(fromMs - LATE_MS)} AND r.at < ${new Date(untilMs + LATE_MS)}
      AND r.received_at >= ${new Date(fromMs)} AND r.received_at < ${new Date(untilMs)}
    ORDER BY r.received_at, r.at`.execute(db)
  return rows.flatMap(({ companyId, iccid, receivedMs, usedMs, bytes }) =>
    factsOfReport(
      { receivedMs: Math.round(receivedMs), usedMs: Math.round(usedMs), bytes, begins: false, imei: '', network: '' },
      calendar,
    ).map((fact) => ({ companyId, iccid, fact })),
  )
}

interface DayRow extends SimKey {
  readonly day: string
  /** when the local day begins */
  readonly startMs: number
  /** null: usage of the day of which no hours are kept */
  readonly hours: readonly number[] | null
  readonly bytes: number
}

/** The hours of days without kept reports. Days before a SIM's first kept report have none, so only later ones are checked. */
async function recordedHours(db: Database | DatabaseTransaction, part: FactsSpan): Promise<Found[]> {
  const { calendar, fromMs, untilMs } = part
  const { timeZone } = calendar
  const starts = sql`(u.day::timestamp AT TIME ZONE ${timeZone})`
  const ends = sql`((u.day + 1)::timestamp AT TIME ZONE ${timeZone})`
  const { rows } = await sql<DayRow>`
    WITH reporting AS MATERIALIZED (
      SELECT w.company_id, w.iccid, f.at FROM ${rowsOf(part)}
      CROSS JOIN LATERAL (
        SELECT min(r.at) AS at FROM usage_records r
        WHERE r.company_id = w.company_id AND r.iccid = w.iccid COLLATE "C" AND r.at >= ${new Date(fromMs - LATE_MS)}
      ) f
    )
    SELECT u.company_id AS "companyId", u.iccid, u.day::text, (extract(epoch FROM ${starts}) * 1000)::float8 AS "startMs", array_to_json(u.hour_data_bytes) AS hours,
      u.data_bytes::float8 AS bytes
    FROM reporting p JOIN usage_days u ON u.company_id = p.company_id AND u.iccid = p.iccid COLLATE "C"
    WHERE u.data_bytes > 0 AND u.day >= ${new Date(fromMs - DAY_MS).toISOString().slice(0, 10)}::date
      AND u.day <= ${new Date(untilMs + DAY_MS).toISOString().slice(0, 10)}::date
      AND (p.at IS NULL OR ${ends} <= p.at OR NOT EXISTS (
        SELECT FROM usage_records r WHERE r.company_id = u.company_id AND r.iccid = u.iccid AND r.at >= ${starts} AND r.at < ${ends}))
    ORDER BY u.day`.execute(db)
  return rows.flatMap((row) => hoursOf(row, calendar, { fromMs, untilMs }))
}

/** The hours of a day, each in its last minute: where clocks change, those after the change are an hour off. */
function hoursOf(
  { companyId, iccid, day, startMs, hours, bytes: ofDay }: DayRow,
  calendar: BillingCalendar,
  { fromMs, untilMs }: Pick<FactsSpan, 'fromMs' | 'untilMs'>,
): Found[] {
  const { cycleStart } = localHour(startMs, calendar)
  const sums = hours ?? [...new Array<number>(23).fill(0), ofDay]
  const found: Found[] = []
  for (const [hour, bytes] of sums.entries()) {
    const at = Math.round(startMs) + (hour + 1) * HOUR_MS - MINUTE_MS
    if (bytes > 0 && at >= fromMs && at < untilMs)
      found.push({ companyId, iccid, fact: { kind: 'data', at, day, cycleStart, amount: bytes } })
  }
  return found
}

/**
 * SMS and voice as they were received. What a day has beyond that, because single ones were not yet recorded or are deleted, counts in its
 * last minute.
 */
async function recordedEvents(db: Database | DatabaseTransaction, part: FactsPart): Promise<Found[]> {
  const { calendar, fromMs, untilMs } = part
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const { rows } = await sql<EventRow & SimKey>`
    WITH events AS MATERIALIZED (
      SELECT e.company_id, e.iccid, e.day, e.received_at, e.voice_seconds, e.sms
      FROM ${rowsOf(part)} JOIN usage_events e ON e.company_id = w.company_id AND e.iccid = w.iccid COLLATE "C"
      WHERE e.day >= ${dayOf(fromMs - LATE_MS)}
    )
    SELECT company_id AS "companyId", iccid, day::text, (extract(epoch FROM received_at) * 1000)::float8 AS "receivedMs", voice_seconds AS "voiceSeconds", sms
    FROM events WHERE received_at >= ${from} AND received_at < ${until}
    UNION ALL
    SELECT r.company_id, r.iccid, r.day::text, (extract(epoch FROM r.at) * 1000)::float8, r.voice_seconds, r.sms FROM (
      SELECT u.company_id, u.iccid, u.day, ((u.day + 1)::timestamp AT TIME ZONE ${calendar.timeZone}) - interval '1 minute' AS at,
        greatest(0, u.voice_seconds - coalesce(e.voice_seconds, 0))::int AS voice_seconds, greatest(0, u.sms - coalesce(e.sms, 0))::int AS sms
      FROM ${rowsOf(part)} JOIN usage_days u ON u.company_id = w.company_id AND u.iccid = w.iccid COLLATE "C"
      LEFT JOIN (SELECT company_id, iccid, day, sum(voice_seconds) AS voice_seconds, sum(sms) AS sms FROM events GROUP BY 1, 2, 3) e
        ON e.company_id = u.company_id AND e.iccid = u.iccid AND e.day = u.day
      WHERE (u.sms > 0 OR u.voice_seconds > 0) AND u.day >= ${dayOf(fromMs - DAY_MS)}::date AND u.day <= ${dayOf(untilMs + DAY_MS)}::date
    ) r WHERE r.at >= ${from} AND r.at < ${until}
    ORDER BY 4`.execute(db)
  return rows.flatMap(({ companyId, iccid, ...row }) => factsOfEvent(row, calendar).map((fact) => ({ companyId, iccid, fact })))
}

/**
 * One session for each SIM that was seen before the sessions that are read: old sessions are deleted, and sums of days are not. It is at the
 * beginning of the part, or in the last minute of the first day with data.
 */
async function earlierSessions(db: Database | DatabaseTransaction, part: FactsPart): Promise<Found[]> {
  const { calendar, fromMs, untilMs } = part
  const { timeZone } = calendar
  const { rows } = await sql<SimKey & { atMs: number }>`
    SELECT w.company_id AS "companyId", w.iccid, (extract(epoch FROM CASE WHEN s.started_at < ${new Date(fromMs)} THEN s.started_at
      ELSE ((u.day + 1)::timestamp AT TIME ZONE ${timeZone}) - interval '1 minute' END) * 1000)::float8 AS "atMs"
    FROM ${rowsOf(part)}
    LEFT JOIN LATERAL (
      SELECT d.started_at FROM data_sessions d
      WHERE d.company_id = w.company_id AND d.iccid = w.iccid COLLATE "C" ORDER BY d.started_at LIMIT 1
    ) s ON true
    LEFT JOIN LATERAL (
      SELECT d.day FROM usage_days d
      WHERE d.company_id = w.company_id AND d.iccid = w.iccid COLLATE "C" AND d.data_bytes > 0 ORDER BY d.day LIMIT 1
    ) u ON true
    WHERE s.started_at < ${new Date(fromMs)}
      OR u.day < coalesce((s.started_at AT TIME ZONE ${timeZone})::date, 'infinity')`.execute(db)
  return rows.flatMap(({ companyId, iccid, atMs }): Found[] => {
    const at = Math.max(fromMs, Math.round(atMs))
    return at < untilMs ? [{ companyId, iccid, fact: { kind: 'session', at, imei: '', network: '' } }] : []
  })
}

/** Sessions by the first of their reports; those without one by their beginning. */
async function recordedSessions(db: Database | DatabaseTransaction, part: FactsPart): Promise<Found[]> {
  const { fromMs, untilMs } = part
  const { rows } = await sql<SimKey & { atMs: number; imei: string; network: string }>`
    SELECT d.company_id AS "companyId", d.iccid, (extract(epoch FROM coalesce(first.received_at, d.started_at)) * 1000)::float8 AS "atMs", d.imei,
      d.serving_network AS network
    FROM ${rowsOf(part)} JOIN data_sessions d ON d.company_id = w.company_id AND d.iccid = w.iccid COLLATE "C"
    LEFT JOIN LATERAL (
      SELECT r.received_at FROM usage_records r
      WHERE r.company_id = d.company_id AND r.iccid = d.iccid AND r.session_key = d.session_key AND r.at >= d.started_at
        AND r.at < d.started_at + interval '1 day'
      ORDER BY r.at LIMIT 1
    ) first ON true
    WHERE d.started_at >= ${new Date(fromMs - LATE_MS)}
      AND d.started_at < ${new Date(untilMs + LATE_MS)}
      AND coalesce(first.received_at, d.started_at) >= ${new Date(fromMs)}
      AND coalesce(first.received_at, d.started_at) < ${new Date(untilMs)}
    ORDER BY 3, d.started_at`.execute(db)
  return rows.map(({ companyId, iccid, atMs, imei, network }) => ({
    companyId,
    iccid,
    fact: { kind: 'session', at: Math.round(atMs), imei: reportedImei(imei) ?? '', network },
  }))
}
