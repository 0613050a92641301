import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import { type Change, joinAll } from './change.ts'
import type { LiveChange, LiveUpdate, SimBefore } from './live-change.ts'
import { lockSims } from './lock-sims.ts'
import { writeLive } from './write-live.ts'

/** Rows of waiting changes that are shown at once: what changes often is written once. */
const ROWS = 4

const IN_SERVICE: readonly number[] = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

/** The session status of a SIM without a session: 'none' in service, else 'not available'. */
export function statusWithout(administrativeStatus: number): number {
  return IN_SERVICE.includes(administrativeStatus) ? GPRS_STATUS.deactivated : GPRS_STATUS.notAvailable
}

/**
 * Writes waiting changes into the SIMs' live rows, in the caller's transaction.
 * @returns whether there were any
 */
export async function showChanges(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ changes: string; changeId: number }>`
    DELETE FROM live_changes WHERE change_id IN (SELECT change_id FROM live_changes ORDER BY change_id LIMIT ${sql.lit(ROWS)})
    RETURNING changes, change_id AS "changeId"`.execute(trx)
  if (rows.length === 0) return false
  const inOrder = rows.toSorted((a, b) => a.changeId - b.changeId)
  const changes = joinAll(inOrder.flatMap((row) => JSON.parse(row.changes) as Change[]))
  const others = await stillOpen(trx, changes)
  const changeOf = new Map(changes.map((change) => [keyOf(change), change]))
  const sims = await lockSims(trx, [...new Set(changes.map(({ iccid }) => iccid))])
  // a SIM that has moved to another company meanwhile left these sums behind
  const updates = sims.flatMap((before) => {
    const change = changeOf.get(keyOf(before))
    return change ? [updateOf(before, change, others.get(keyOf(before)))] : []
  })
  await writeLive(trx, updates)
  return true
}

const keyOf = ({ companyId, iccid }: Pick<SimBefore, 'companyId' | 'iccid'>): string => `${companyId} ${iccid}`

/** A session without a report for so long says nothing of whether it is open. */
const SILENT_S = 2_700
/** Sessions are not looked for further back. */
const OPEN_DAYS = 30

interface OpenSession {
  readonly startedAtMs: number
  readonly ip: string | null
}

/** Of SIMs whose session has ended, another one that is open: a device may have one for each APN. */
async function stillOpen(trx: DatabaseTransaction, changes: readonly Change[]): Promise<ReadonlyMap<string, OpenSession>> {
  const ended = changes.flatMap(({ companyId, iccid, session }) =>
    session?.stoppedAtMs === undefined ? [] : [{ companyId, iccid, at: session.stoppedAtMs / 1000 }],
  )
  if (ended.length === 0) return new Map()
  const { rows } = await sql<OpenSession & { companyId: number; iccid: string }>`
    SELECT w.company_id AS "companyId", w.iccid, round(date_part('epoch', d.started_at) * 1000) AS "startedAtMs", abbrev(d.ip) AS ip
    FROM unnest(${array(ended.map(({ companyId }) => companyId))}::int[], ${array(ended.map(({ iccid }) => iccid))}::text[],
      ${array(ended.map(({ at }) => at))}::float8[]) AS w(company_id, iccid, stopped_at)
    CROSS JOIN LATERAL (
      SELECT started_at, ip FROM data_sessions WHERE company_id = w.company_id AND iccid = w.iccid COLLATE "C" AND stopped_at IS NULL
        AND started_at > to_timestamp(w.stopped_at) - make_interval(days => ${OPEN_DAYS})
        AND coalesce(counted_at, started_at) > to_timestamp(w.stopped_at) - make_interval(secs => ${SILENT_S})
      ORDER BY started_at DESC LIMIT 1
    ) d`.execute(trx)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

function updateOf(before: SimBefore, { atMs, session, usage, timeline }: Change, other: OpenSession | undefined): LiveUpdate {
  return {
    before,
    live: { registeredAt: new Date(atMs), ...(session && sessionChange(before, session, other)) },
    usage: usage.map((added) => ({ ...added, voiceSeconds: 0, sms: 0 })),
    timeline: timeline.map(({ atMs: ms, kind, detail }) => ({ at: new Date(ms), kind, detail })),
    lastAt: new Date(atMs),
  }
}

function sessionChange(before: SimBefore, session: NonNullable<Change['session']>, other: OpenSession | undefined): LiveChange {
  const { startedAtMs, stoppedAtMs, facts } = session
  // a session that is older than the one that the row tells of is only counted
  if (startedAtMs < (before.connectionStartedAt?.getTime() ?? Number.NEGATIVE_INFINITY)) return {}
  if (stoppedAtMs !== undefined && other) {
    const { startedAtMs: since, ip } = other
    return { connectionStartedAt: new Date(since), connectionStoppedAt: null, gprsStatus: GPRS_STATUS.activated, ip }
  }
  const { apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, areaCode, cellId } = facts
  return {
    connectionStartedAt: new Date(startedAtMs),
    connectionStoppedAt: stoppedAtMs === undefined ? null : new Date(stoppedAtMs),
    gprsStatus: stoppedAtMs === undefined ? GPRS_STATUS.activated : statusWithout(before.administrativeStatus),
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
