import { sql } from 'kysely'
import type { GeoPosition } from '#domain/geofences.ts'
import { USUAL_SILENCE_S } from '#domain/silence.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { judgeReports, type SimReport } from '../lock-engine/judge-reports.ts'
import { type NoticedSim, noticeSims } from '../records/camara-subscriptions.ts'
import { addTallies } from '../records/sim-tallies.ts'
import type { AddedUsage, LiveUpdate } from './live-change.ts'
import { type LocatedSim, recordPositions } from './record-positions.ts'

/**
 * Writes the live rows of SIMs with the sums of their day and cycle, updates the tallies of session statuses,
 * appends to the timelines and the paths, and judges the locks of SIMs whose devices, networks or locations were reported, and the subscriptions of CAMARA; in the caller's
 * transaction, which holds the rows of the SIMs.
 * @param now when the updates became known, which ends a silence
 */
export async function writeLive(trx: DatabaseTransaction, updates: readonly LiveUpdate[], now: Date): Promise<void> {
  if (updates.length === 0) return
  await writeRows(trx, updates, now)
  await writeTallies(trx, updates)
  await writeTimeline(trx, updates)
  const located = updates.flatMap((update) => locatedSim(update, now))
  await recordPositions(trx, located)
  const reports = updates.map((update) => reportOf(update, now))
  await judgeReports(trx, reports, now)
  const noticed = updates.map((update) => noticedSim(update, now))
  await noticeSims(trx, noticed, now)
}

/**
 * When a report was made, in whole seconds, as RADIUS counts (RFC 2869 section 5.3): else what a network with a finer clock reported
 * earlier in the same second would seem to be later. That of a clock that is fast is of now: later ones must not be taken for older.
 */
const secondOf = ({ lastAt, reportedAt = lastAt }: LiveUpdate, now: Date): Date =>
  new Date(Math.floor(Math.min(reportedAt.getTime(), now.getTime()) / 1000) * 1000)

function reportOf(update: LiveUpdate, now: Date): SimReport {
  const { before, live } = update
  const { companyId, iccid, administrativeStatus, imei: ownImei, networkAt } = before
  const at = secondOf(update, now)
  const network = networkAt !== null && at < networkAt ? undefined : live.servingNetwork
  return { companyId, iccid, administrativeStatus, ownImei, imei: live.deviceImei, network, location: locationOf(update), at }
}

function noticedSim(update: LiveUpdate, now: Date): NoticedSim {
  const { before, live, usage, lastAt, isInNetwork, reportedAt } = update
  // a SIM that fell silent was lost at no moment
  const lost = lastAt.getTime() === 0 ? undefined : new Date(Math.min(lastAt.getTime(), now.getTime()))
  // sessions are counted after they were reported; other reports are applied as they come
  const seen = reportedAt && live.seenAt
  return {
    ...{ companyId: before.companyId, iccid: before.iccid },
    ...{ isInNetwork, saidAt: isInNetwork === false ? lost : seen },
    usedPlan: usage.some(({ dataBytes }) => dataBytes > 0) ? before.planCode : undefined,
  }
}

/** Where the SIM was located, unless a later location is known already. */
function locationOf({
  before: { locatedAt: last },
  live: { latitude, longitude, locatedAt },
}: LiveUpdate): GeoPosition | undefined {
  if (latitude === undefined || longitude === undefined || !locatedAt || (last && locatedAt <= last)) return undefined
  return { latitude, longitude }
}

/** A fast clock's time would keep later positions out of the path. */
function locatedSim(update: LiveUpdate, now: Date): LocatedSim[] {
  const position = locationOf(update)
  const { companyId, iccid } = update.before
  const at = update.live.locatedAt
  return position && at ? [{ companyId, iccid, at: at < now ? at : now, ...position }] : []
}

/** The sums of the latest day and the latest cycle in the usage; live rows have no sums of earlier ones. */
function latestSums(usage: readonly AddedUsage[]) {
  const day = usage.reduce((last, added) => (added.day > last ? added.day : last), '')
  const cycleStart = usage.reduce((last, added) => (added.cycleStart > last ? added.cycleStart : last), '')
  const sum = (of: readonly AddedUsage[], what: 'dataBytes' | 'voiceSeconds' | 'sms'): number =>
    of.reduce((total, added) => total + added[what], 0)
  const today = usage.filter((added) => added.day === day)
  const inCycle = usage.filter((added) => added.cycleStart === cycleStart)
  return {
    day: day || null,
    cycleStart: cycleStart || null,
    dayBytes: sum(today, 'dataBytes'),
    dayVoice: sum(today, 'voiceSeconds'),
    daySms: sum(today, 'sms'),
    cycleBytes: sum(inCycle, 'dataBytes'),
    cycleVoice: sum(inCycle, 'voiceSeconds'),
    cycleSms: sum(inCycle, 'sms'),
  }
}

/** A sum grows within its day or cycle, never below zero, restarts with a later one, and ignores an earlier one. */
const runningSum = (column: string, since: string, period: string, added: string) => sql`
  CASE WHEN ${sql.ref(`n.${period}`)} > ${sql.ref(`l.${since}`)} THEN greatest(0, ${sql.ref(`n.${added}`)})
    WHEN ${sql.ref(`n.${period}`)} = ${sql.ref(`l.${since}`)} THEN greatest(0, ${sql.ref(`l.${column}`)} + ${sql.ref(`n.${added}`)})
    ELSE ${sql.ref(`l.${column}`)} END`

/** domain/silence.ts in SQL, for a SIM that was seen again; as before for one that was not. */
const usualSilence = sql`
  CASE WHEN n."seenAt" IS NULL OR n."seenAt" <= l.registered_at THEN l.usual_silence_seconds
    ELSE greatest(${sql.lit(USUAL_SILENCE_S.least)}, since.silence,
      coalesce(l.usual_silence_seconds, ${sql.lit(USUAL_SILENCE_S.first)})
        * power(0.5, coalesce(since.silence, 0) / ${sql.lit(USUAL_SILENCE_S.halvesIn)}::float8)) END`

/** How long a SIM's silence seemed to last, in seconds; null when it is seen for the first time. */
const silenceUntil = (now: Date) => sql`
  extract(epoch FROM greatest(n."seenAt", ${now}::timestamptz) - l.registered_at)::float8`

async function writeRows(trx: DatabaseTransaction, updates: readonly LiveUpdate[], now: Date): Promise<void> {
  const rows = updates.map((update) => {
    const {
      before: { companyId, iccid },
      live,
      usage,
      lastAt,
    } = update
    return {
      companyId,
      iccid,
      ...live,
      networkAt: live.servingNetwork ? secondOf(update, now) : undefined,
      // null is a value here: the session has ended, or it continues
      endsIp: live.ip === null,
      goesOn: live.connectionStoppedAt === null,
      ...latestSums(usage),
      lastAt,
    }
  })
  await sql`
    WITH x AS MATERIALIZED (
      SELECT n.*, p.data_mb, coalesce(n."locatedAt" > coalesce(l.located_at, '-infinity'), false) AS "isNewer",
        new_usual_silence,
        greatest(n."seenAt", l.registered_at) + make_interval(secs => ${sql.lit(USUAL_SILENCE_S.factor)} * new_usual_silence)
          AS new_unusual_from,
        ${runningSum('day_data_bytes', 'usage_day', 'day', 'dayBytes')} AS new_day_bytes,
        ${runningSum('day_voice_seconds', 'usage_day', 'day', 'dayVoice')} AS new_day_voice,
        ${runningSum('day_sms', 'usage_day', 'day', 'daySms')} AS new_day_sms,
        ${runningSum('cycle_data_bytes', 'cycle_start', 'cycleStart', 'cycleBytes')} AS new_cycle_bytes,
        ${runningSum('cycle_voice_seconds', 'cycle_start', 'cycleStart', 'cycleVoice')} AS new_cycle_voice,
        ${runningSum('cycle_sms', 'cycle_start', 'cycleStart', 'cycleSms')} AS new_cycle_sms
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, "gprsStatus" smallint, ip text,
        "endsIp" boolean, "sgsnIp" text, "ggsnIp" text, "servingNetwork" text, "networkAt" timestamptz, "radioTechnology" text,
        "deviceImei" text, "usedApn" text, "areaCode" int, "cellId" bigint, "seenAt" timestamptz,
        latitude float8, longitude float8, "locatedAt" timestamptz, "connectionStartedAt" timestamptz,
        "connectionStoppedAt" timestamptz, "goesOn" boolean, day date, "cycleStart" date, "dayBytes" bigint, "dayVoice" int,
        "daySms" int, "cycleBytes" bigint, "cycleVoice" int, "cycleSms" int, "lastAt" timestamptz)
      JOIN sim_live l ON l.company_id = n."companyId" AND l.iccid = n.iccid COLLATE "C"
      JOIN plans p ON p.plan_code = l.plan_code
      CROSS JOIN LATERAL (SELECT ${silenceUntil(now)} AS silence) since
      CROSS JOIN LATERAL (SELECT ${usualSilence} AS new_usual_silence) usual
    )
    UPDATE sim_live u SET
      gprs_status = coalesce(x."gprsStatus", u.gprs_status),
      ip = CASE WHEN x."endsIp" THEN NULL ELSE coalesce(x.ip::inet, u.ip) END,
      sgsn_ip = coalesce(x."sgsnIp"::inet, u.sgsn_ip), ggsn_ip = coalesce(x."ggsnIp"::inet, u.ggsn_ip),
      serving_network = coalesce(x."servingNetwork", u.serving_network), network_at = greatest(x."networkAt", u.network_at),
      radio_technology = coalesce(x."radioTechnology", u.radio_technology),
      device_imei = coalesce(x."deviceImei", u.device_imei), used_apn = coalesce(x."usedApn", u.used_apn),
      area_code = coalesce(x."areaCode", u.area_code), cell_id = coalesce(x."cellId", u.cell_id),
      registered_at = greatest(x."seenAt", u.registered_at),
      usual_silence_seconds = x.new_usual_silence,
      unusual_from = x.new_unusual_from,
      latitude = CASE WHEN x."isNewer" THEN x.latitude ELSE u.latitude END,
      longitude = CASE WHEN x."isNewer" THEN x.longitude ELSE u.longitude END,
      located_at = CASE WHEN x."isNewer" THEN x."locatedAt" ELSE u.located_at END,
      connection_started_at = coalesce(x."connectionStartedAt", u.connection_started_at),
      connection_stopped_at = CASE WHEN x."goesOn" THEN NULL ELSE coalesce(x."connectionStoppedAt", u.connection_stopped_at) END,
      usage_day = greatest(x.day, u.usage_day), day_data_bytes = x.new_day_bytes, day_voice_seconds = x.new_day_voice,
      day_sms = x.new_day_sms,
      cycle_start = greatest(x."cycleStart", u.cycle_start), cycle_data_bytes = x.new_cycle_bytes,
      cycle_voice_seconds = x.new_cycle_voice, cycle_sms = x.new_cycle_sms,
      plan_percent = CASE WHEN x.data_mb = 0 THEN 0 ELSE floor(x.new_cycle_bytes * 100 / (x.data_mb * 1048576.0) + 0.5)::int END,
      updated_at = greatest(x."lastAt", u.updated_at)
    FROM x
    WHERE u.company_id = x."companyId" AND u.iccid = x.iccid COLLATE "C"`.execute(trx)
}

/** Moves SIMs whose session status changed to another tally. */
async function writeTallies(trx: DatabaseTransaction, updates: readonly LiveUpdate[]): Promise<void> {
  const moved = updates.flatMap(({ before: { companyId, iccid, gprsStatus }, live }) =>
    live.gprsStatus === undefined || live.gprsStatus === gprsStatus
      ? []
      : [{ companyId, iccid, was: gprsStatus, is: live.gprsStatus }],
  )
  if (moved.length === 0) return
  await addTallies(
    trx,
    sql`
      SELECT s.company_id, s.administrative_status, side.gprs_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id, side.sims
      FROM json_to_recordset(${JSON.stringify(moved)}::json) AS n("companyId" int, iccid text, was smallint, "is" smallint)
      JOIN sims s ON s.company_id = n."companyId" AND s.iccid = n.iccid COLLATE "C"
      CROSS JOIN LATERAL (VALUES (n.was, -1), (n."is", 1)) AS side(gprs_status, sims)`,
  )
}

async function writeTimeline(trx: DatabaseTransaction, updates: readonly LiveUpdate[]): Promise<void> {
  const rows = updates.flatMap(({ before: { companyId, iccid }, timeline }) =>
    timeline.map((entry) => ({ companyId, iccid, ...entry })),
  )
  if (rows.length === 0) return
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, detail)
    SELECT "companyId", iccid, at, kind, detail
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, at timestamptz, kind text, detail jsonb)
    ORDER BY 1, 2, 3`.execute(trx)
}
