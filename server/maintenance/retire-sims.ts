import { sql } from 'kysely'
import { RETENTION_DAYS } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Database } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { SimKey } from '../records/sim-key.ts'
import { applyStatusTransitions } from '../records/status-transitions.ts'

/** SIMs per transaction: short enough not to block other writers. */
const BATCH = 2_000

/** Retires SIMs that were terminated 50 days ago. A stop between two batches loses nothing. */
export async function retireSims(db: Database, now: Date): Promise<number> {
  let retired = 0
  for (;;) {
    const due = await dueSims(db, now)
    const moved = await retryDeadlock(() =>
      db.transaction().execute((trx) => applyStatusTransitions(trx, due.map(retirementOf), now)),
    )
    retired += moved.size
    if (due.length < BATCH || moved.size === 0) return retired
  }
}

async function dueSims(db: Database, now: Date): Promise<SimKey[]> {
  const { rows } = await sql<SimKey>`
    SELECT company_id AS "companyId", iccid FROM sims
    WHERE administrative_status = ${ADMINISTRATIVE_STATUS.terminated}
      AND status_since <= ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS})
    LIMIT ${BATCH}`.execute(db)
  return rows
}

const retirementOf = ({ companyId, iccid }: SimKey) => ({
  companyId,
  iccid,
  from: ADMINISTRATIVE_STATUS.terminated,
  to: ADMINISTRATIVE_STATUS.retired,
  technicalStatus: null,
  reason: '',
  actor: '',
  event: 'retired',
  detail: {},
})
