import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
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
  const changeOf = new Map(changes.map((change) => [`${change.companyId} ${change.iccid}`, change]))
  const sims = await lockSims(trx, [...new Set(changes.map(({ iccid }) => iccid))])
  // a SIM that has moved to another company meanwhile left these sums behind
  const updates = sims.flatMap((before) => {
    const change = changeOf.get(`${before.companyId} ${before.iccid}`)
    return change ? [updateOf(before, change)] : []
  })
  await writeLive(trx, updates)
  return true
}

function updateOf(before: SimBefore, { atMs, session, usage, timeline }: Change): LiveUpdate {
  return {
    before,
    live: { registeredAt: new Date(atMs), ...(session && sessionChange(before, session)) },
    usage: usage.map((added) => ({ ...added, voiceSeconds: 0, sms: 0 })),
    timeline: timeline.map(({ atMs: ms, kind, detail }) => ({ at: new Date(ms), kind, detail })),
    lastAt: new Date(atMs),
  }
}

function sessionChange(before: SimBefore, session: NonNullable<Change['session']>): LiveChange {
  const { startedAtMs, stoppedAtMs, facts } = session
  // a session that is older than the one that the row tells of is only counted
  if (startedAtMs < (before.connectionStartedAt?.getTime() ?? Number.NEGATIVE_INFINITY)) return {}
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
