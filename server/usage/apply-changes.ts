import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type SimKey, simKey } from '../records/sim-key.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { LiveRowChange, LiveUpdate, LockedSim } from './live-change.ts'
import { lockSims } from './lock-sims.ts'
import { lastSeenMs, mergeBySim, type QueuedChange, reportedMs } from './queued-change.ts'
import { writeLive } from './write-live.ts'

/** Rows of waiting changes per step: a SIM that changes often is written once. */
const ROWS_PER_STEP = 4

const IN_SERVICE: readonly number[] = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

/** The session status of a SIM without a session: 'deactivated' in service, else 'not available'. */
export function gprsStatusWithoutSession(administrativeStatus: number): number {
  return IN_SERVICE.includes(administrativeStatus) ? GPRS_STATUS.deactivated : GPRS_STATUS.notAvailable
}

/**
 * Applies changes that wait by now to the SIMs' live rows, in the caller's transaction.
 * @returns whether there were any
 */
export async function applyWaitingChanges(trx: DatabaseTransaction, now: Date): Promise<boolean> {
  // an array is made once; IN is a join, which reads the first ones again for each row as long as the table counts as empty
  const { rows } = await sql<{ changes: string; changeId: number }>`
    DELETE FROM live_changes
    WHERE change_id = ANY(ARRAY(SELECT change_id FROM live_changes ORDER BY change_id LIMIT ${sql.lit(ROWS_PER_STEP)}))
    RETURNING changes, change_id AS "changeId"`.execute(trx)
  if (rows.length === 0) return false
  const inOrder = rows.toSorted((a, b) => a.changeId - b.changeId)
  const changes = mergeBySim(inOrder.flatMap((row) => JSON.parse(row.changes) as QueuedChange[]))
  const others = await findOtherOpenSessions(trx, changes)
  const changeOf = new Map(changes.map((change) => [simKey(change), change]))
  const sims = await lockSims(trx, [...new Set(changes.map(({ iccid }) => iccid))])
  // a SIM that moved to another company meanwhile left these sums behind
  const updates = sims.flatMap((before) => {
    const change = changeOf.get(simKey(before))
    return change ? [updateOf(before, change, others.get(simKey(before)))] : []
  })
  await writeLive(trx, updates, now)
  return true
}

/** An open session without a report for this long has an unknown state. */
const STALE_AFTER_S = 2_700
/** Sessions that started earlier are not considered. */
const LOOKBACK_DAYS = 30

interface OpenSession {
  readonly startedAtMs: number
  readonly ip: string | null
}

/** For SIMs whose session ended: another open one, because a device may have one for each APN. */
async function findOtherOpenSessions(
  trx: DatabaseTransaction,
  changes: readonly QueuedChange[],
): Promise<ReadonlyMap<string, OpenSession>> {
  const ended = changes.flatMap(({ companyId, iccid, session }) =>
    session?.stoppedAtMs === undefined ? [] : [{ companyId, iccid, at: session.stoppedAtMs / 1000 }],
  )
  if (ended.length === 0) return new Map()
  const { rows } = await sql<OpenSession & SimKey>`
    SELECT w.company_id AS "companyId", w.iccid, round(date_part('epoch', d.started_at) * 1000) AS "startedAtMs", abbrev(d.ip) AS ip
    FROM unnest(${array(ended.map(({ companyId }) => companyId))}::int[], ${array(ended.map(({ iccid }) => iccid))}::text[],
      ${array(ended.map(({ at }) => at))}::float8[]) AS w(company_id, iccid, stopped_at)
    CROSS JOIN LATERAL (
      SELECT started_at, ip FROM data_sessions WHERE company_id = w.company_id AND iccid = w.iccid COLLATE "C" AND stopped_at IS NULL
        AND started_at > to_timestamp(w.stopped_at) - make_interval(days => ${LOOKBACK_DAYS})
        AND coalesce(counted_at, started_at) > to_timestamp(w.stopped_at) - make_interval(secs => ${STALE_AFTER_S})
      ORDER BY started_at DESC LIMIT 1
    ) d`.execute(trx)
  return new Map(rows.map((row) => [simKey(row), row]))
}

function updateOf(before: LockedSim, change: QueuedChange, other: OpenSession | undefined): LiveUpdate {
  const { atMs, session, usage, timeline } = change
  const seenAtMs = lastSeenMs(change)
  return {
    before,
    live: {
      ...(seenAtMs !== null && { seenAt: new Date(seenAtMs) }),
      ...(session && sessionChange(before, session, other)),
    },
    usage: usage.map((added) => ({ ...added, voiceSeconds: 0, sms: 0 })),
    timeline: timeline.map(({ atMs: ms, kind, detail }) => ({ at: new Date(ms), kind, detail })),
    lastAt: new Date(atMs),
    // the end of a session is none of its SIM in the network: one that detaches has both, in either order
    isInNetwork: seenAtMs === null || session?.stoppedAtMs !== undefined ? undefined : true,
    reportedAt: new Date(reportedMs(change)),
  }
}

function sessionChange(
  before: LockedSim,
  session: NonNullable<QueuedChange['session']>,
  other: OpenSession | undefined,
): LiveRowChange {
  const { startedAtMs, stoppedAtMs, facts } = session
  // a session older than the one in the row is counted but not shown
  if (startedAtMs < (before.connectionStartedAt?.getTime() ?? Number.NEGATIVE_INFINITY)) return {}
  if (stoppedAtMs !== undefined && other) {
    const { startedAtMs: since, ip } = other
    return { connectionStartedAt: new Date(since), connectionStoppedAt: null, gprsStatus: GPRS_STATUS.activated, ip }
  }
  const { apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, areaCode, cellId } = facts
  return {
    connectionStartedAt: new Date(startedAtMs),
    connectionStoppedAt: stoppedAtMs === undefined ? null : new Date(stoppedAtMs),
    gprsStatus: stoppedAtMs === undefined ? GPRS_STATUS.activated : gprsStatusWithoutSession(before.administrativeStatus),
    ...(stoppedAtMs !== undefined ? { ip: null } : ip !== undefined && { ip }),
    ...(apn !== undefined && { usedApn: apn }),
    ...(imei !== undefined && { deviceImei: imei }),
    ...(sgsnIp !== undefined && { sgsnIp }),
    ...(ggsnIp !== undefined && { ggsnIp }),
    ...(servingNetwork !== undefined && { servingNetwork }),
    ...(radioTechnology !== undefined && { radioTechnology }),
    ...(areaCode !== undefined && { areaCode }),
    ...(cellId !== undefined && { cellId }),
  }
}
