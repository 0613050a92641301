import { sql } from 'kysely'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { LOCK_ACTOR } from '#server/lock-engine/write-verdicts.ts'
import type { Services } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { nextHoldStep, type OpenHold } from '../../networks/orders/next-hold-step.ts'
import { type DecidedHold, placeHoldOrders, processHoldOrders } from '../../networks/orders/place-hold-orders.ts'
import { isHeldByOthers, isRestoredByOthers } from '../../records/data-holds.ts'

type ActServices = Pick<Services, 'db' | 'clock' | 'networks'>

/** Breaches that one transaction locks. */
const BATCH_SIZE = 250

interface DueBreach extends Omit<OpenHold, 'ageMs'> {
  readonly companyId: number
  readonly breachId: string
  readonly iccid: string
  readonly since: Date
  /** the user who restored the data; '' for none */
  readonly releasedBy: string
}

interface DecidedBreach extends DecidedHold {
  readonly breachId: string
}

/**
 * Cuts and restores the data of SIMs as locks require: each breach takes its next step by its SIM's present status. The next round
 * continues after an interruption.
 * @returns the number of due breaches
 */
export async function actOnBreaches(services: ActServices): Promise<number> {
  const now = services.clock()
  const decided = await retryDeadlock(() =>
    services.db.transaction().execute(async (trx) => {
      const steps = (await lockDueBreaches(trx, now)).map(
        ({ since, companyId, iccid, breachId, releasedBy, ...hold }): DecidedBreach => {
          const step = nextHoldStep({ ...hold, ageMs: Math.max(0, now.getTime() - since.getTime()) })
          return { companyId, iccid, breachId, actor: releasedBy || LOCK_ACTOR, step }
        },
      )
      await placeHoldOrders(trx, steps, now)
      await writeSteps(trx, steps, now)
      return steps
    }),
  )
  await processHoldOrders(services, decided)
  return decided.length
}

async function lockDueBreaches(trx: DatabaseTransaction, now: Date): Promise<DueBreach[]> {
  const { rows } = await sql<DueBreach>`
    WITH due AS MATERIALIZED (
      SELECT * FROM lock_breaches WHERE action_due_at <= ${now} ORDER BY action_due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    )
    SELECT n.company_id AS "companyId", n.breach_id AS "breachId", n.iccid, n.action, n.action_since AS since,
      n.released_by AS "releasedBy", s.administrative_status AS status, s.previous_status AS "previousStatus", o.goal AS "order",
      n.ended_at IS NULL AND n.released_at IS NULL AS "shouldCut", ${isHeldByOthers('lock_breaches')} AS "isHeld",
      ${isRestoredByOthers('lock_breaches')} AS "isRestored"
    FROM due n
    LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    LEFT JOIN network_orders o ON o.company_id = n.company_id AND o.iccid = n.iccid
    ORDER BY n.company_id, n.iccid, n.breach_id`.execute(trx)
  return rows
}

async function writeSteps(trx: DatabaseTransaction, decided: readonly DecidedBreach[], now: Date): Promise<void> {
  if (decided.length === 0) return
  const rows = decided.map(({ companyId, breachId, step: { action, checkAfterMs, waits } }) => ({
    companyId,
    breachId,
    action,
    dueAt: checkAfterMs === undefined ? null : new Date(now.getTime() + checkAfterMs),
    waits: waits === true,
  }))
  await sql`
    UPDATE lock_breaches n SET action = w.action, action_due_at = w."dueAt",
      action_since = CASE WHEN n.action <> w.action OR w.waits THEN ${now} ELSE n.action_since END,
      changed_at = CASE WHEN n.action <> w.action THEN w.at ELSE n.changed_at END
    FROM (
      SELECT *, statement_timestamp() AS at FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS w("companyId" int, "breachId" uuid, action text, "dueAt" timestamptz, waits boolean)
    ) w
    WHERE n.company_id = w."companyId" AND n.breach_id = w."breachId"`.execute(trx)
}
