import { sql } from 'kysely'
import { ruleActor } from '#domain/rules.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import type { Services } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { nextHoldStep, type OpenHold } from '../../networks/orders/next-hold-step.ts'
import { type DecidedHold, placeHoldOrders, processHoldOrders } from '../../networks/orders/place-hold-orders.ts'
import { isHeldByOthers, isRestoredByOthers } from '../../records/data-holds.ts'

type ActServices = Pick<Services, 'db' | 'clock' | 'networks'>

/** Firings that one transaction locks. */
const BATCH_SIZE = 250

interface DueFiring extends Omit<OpenHold, 'ageMs'> {
  readonly companyId: number
  readonly firingId: number
  readonly ruleId: number
  readonly iccid: string
  readonly since: Date
  /** who restored the data; '' for none */
  readonly releasedBy: string
}

interface DecidedFiring extends DecidedHold {
  readonly firingId: number
}

/**
 * Cuts and restores the data of SIMs as rules require: each firing takes its next step by its SIM's present status. The next round
 * continues after an interruption.
 * @returns the number of due firings
 */
export async function actOnFirings(services: ActServices): Promise<number> {
  const now = services.clock()
  const decided = await retryDeadlock(() =>
    services.db.transaction().execute(async (trx) => {
      const steps = (await lockDueFirings(trx, now)).map(
        ({ since, companyId, firingId, ruleId, iccid, releasedBy, ...hold }): DecidedFiring => {
          const step = nextHoldStep({ ...hold, ageMs: Math.max(0, now.getTime() - since.getTime()) })
          return { companyId, iccid, firingId, actor: releasedBy || ruleActor(ruleId), step }
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

/** A rule that is gone or paused by now cuts nothing that it has not asked for. */
async function lockDueFirings(trx: DatabaseTransaction, now: Date): Promise<DueFiring[]> {
  const { rows } = await sql<DueFiring>`
    WITH due AS MATERIALIZED (
      SELECT * FROM rule_firings WHERE action_due_at <= ${now} ORDER BY action_due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    )
    SELECT n.company_id AS "companyId", n.firing_id::float8 AS "firingId", n.rule_id::float8 AS "ruleId", n.iccid, n.action,
      n.action_since AS since, n.released_by AS "releasedBy", s.administrative_status AS status, s.previous_status AS "previousStatus",
      o.goal AS "order", coalesce(r.is_active, false) AS "shouldCut", ${isHeldByOthers('rule_firings')} AS "isHeld",
      ${isRestoredByOthers('rule_firings')} AS "isRestored"
    FROM due n
    LEFT JOIN rules r ON r.company_id = n.company_id AND r.rule_id = n.rule_id
    LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    LEFT JOIN network_orders o ON o.company_id = n.company_id AND o.iccid = n.iccid
    ORDER BY n.company_id, n.iccid, n.firing_id`.execute(trx)
  return rows
}

async function writeSteps(trx: DatabaseTransaction, decided: readonly DecidedFiring[], now: Date): Promise<void> {
  if (decided.length === 0) return
  const rows = decided.map(({ companyId, firingId, step: { action, checkAfterMs, waits } }) => ({
    companyId,
    firingId,
    action,
    dueAt: checkAfterMs === undefined ? null : new Date(now.getTime() + checkAfterMs),
    waits: waits === true,
  }))
  await sql`
    WITH w AS MATERIALIZED (
      SELECT given.*, statement_timestamp() AS at FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS given("companyId" int, "firingId" bigint, action text, "dueAt" timestamptz, waits boolean)
    )
    UPDATE rule_firings n SET action = w.action, action_due_at = w."dueAt",
      action_since = CASE WHEN n.action <> w.action OR w.waits THEN ${now} ELSE n.action_since END,
      changed_at = CASE WHEN n.action <> w.action THEN w.at ELSE n.changed_at END
    FROM w
    WHERE n.company_id = w."companyId" AND n.firing_id = w."firingId"`.execute(trx)
}
