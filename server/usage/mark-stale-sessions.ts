import { sql } from 'kysely'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { DEFAULT_INTERIM_S, STALE_GRACE_S, staleAfterMs } from '#domain/stale-sessions.ts'
import type { Database } from '../db/database.ts'
import { lockSims } from './lock-sims.ts'
import { writeLive } from './write-live.ts'

/** SIMs per transaction. */
const BATCH_SIZE = 1_000

/**
 * Marks SIMs as not connected whose session has had no report for two interim intervals plus 15 minutes: its state is
 * unknown. The next report marks it as open again.
 * @param listeningSince when reports could first arrive: earlier silence does not count
 * @returns the number of SIMs marked
 */
export async function markStaleSessions(db: Database, now: Date, listeningSince: Date): Promise<number> {
  if (now.getTime() - listeningSince.getTime() < staleAfterMs(DEFAULT_INTERIM_S)) return 0
  let marked = 0
  for (;;) {
    const stale = await findStaleSims(db, now)
    if (stale.length > 0) marked += await markStale(db, stale, now)
    if (stale.length < BATCH_SIZE) return marked
  }
}

async function findStaleSims(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    SELECT l.iccid FROM sim_live l
    LEFT JOIN LATERAL (
      SELECT c.interim_seconds FROM data_sessions d JOIN radius_clients c ON c.client_id = d.client_id
      WHERE d.company_id = l.company_id AND d.iccid = l.iccid AND d.started_at = l.connection_started_at LIMIT 1
    ) c ON true
    WHERE l.gprs_status = ${GPRS_STATUS.activated}
      AND l.updated_at < ${now}::timestamptz - make_interval(secs => 2 * coalesce(c.interim_seconds, ${DEFAULT_INTERIM_S}) + ${STALE_GRACE_S})
    LIMIT ${BATCH_SIZE}`.execute(db)
  return rows.map(({ iccid }) => iccid)
}

function markStale(db: Database, iccids: readonly string[], now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const sims = await lockSims(trx, iccids)
    const connected = sims.filter(({ gprsStatus }) => gprsStatus === GPRS_STATUS.activated)
    await writeLive(
      trx,
      connected.map((before) => ({
        before,
        live: { gprsStatus: GPRS_STATUS.notAvailable },
        isInNetwork: false,
        usage: [],
        timeline: [],
        // there was no report: updated_at stays
        lastAt: new Date(0),
      })),
      now,
    )
    return connected.length
  })
}
