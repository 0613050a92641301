import { sql } from 'kysely'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import type { Database } from '../db/database.ts'
import { lockSims } from './lock-sims.ts'
import { writeLive } from './write-live.ts'

/** Seconds between two reports of a session where nobody has said another number. */
const USUAL_INTERIM_S = 900
const GRACE_S = 900
const USUAL_LIMIT_MS = (2 * USUAL_INTERIM_S + GRACE_S) * 1000
/** SIMs that one transaction changes. */
const BATCH = 1_000

/**
 * SIMs whose data session has been without news for two intervals and a quarter of an hour: nobody knows whether it is open, so
 * they are no longer called connected. The next report of it says that it is.
 * @param listeningSince when news could come: silence before says nothing of the devices
 * @returns how many SIMs are in doubt now
 */
export async function doubtSessions(db: Database, now: Date, listeningSince: Date): Promise<number> {
  if (now.getTime() - listeningSince.getTime() < USUAL_LIMIT_MS) return 0
  let doubted = 0
  for (;;) {
    const silent = await silentSims(db, now)
    if (silent.length > 0) doubted += await doubt(db, silent)
    if (silent.length < BATCH) return doubted
  }
}

async function silentSims(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    SELECT l.iccid FROM sim_live l
    LEFT JOIN LATERAL (
      SELECT c.interim_seconds FROM data_sessions d JOIN radius_clients c ON c.client_id = d.client_id
      WHERE d.company_id = l.company_id AND d.iccid = l.iccid AND d.started_at = l.connection_started_at LIMIT 1
    ) c ON true
    WHERE l.gprs_status = ${GPRS_STATUS.activated}
      AND l.updated_at < ${now}::timestamptz - make_interval(secs => 2 * coalesce(c.interim_seconds, ${USUAL_INTERIM_S}) + ${GRACE_S})
    LIMIT ${BATCH}`.execute(db)
  return rows.map(({ iccid }) => iccid)
}

function doubt(db: Database, iccids: readonly string[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const sims = await lockSims(trx, iccids)
    const connected = sims.filter(({ gprsStatus }) => gprsStatus === GPRS_STATUS.activated)
    await writeLive(
      trx,
      connected.map((before) => ({
        before,
        live: { gprsStatus: GPRS_STATUS.notAvailable },
        usage: [],
        timeline: [],
        // no news: the row is as old as before
        lastAt: new Date(0),
      })),
    )
    return connected.length
  })
}
