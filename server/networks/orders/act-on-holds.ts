import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { HOLD_TABLES, type HoldTable, isHeldByOthers, isRestoredByOthers } from '#server/records/data-holds.ts'
import { type SimKey, simKey } from '#server/records/sim-key.ts'
import { type HoldStep, nextHoldStep, type OpenHold } from './next-hold-step.ts'
import { BATCH_SIZE, type OrderServices, processDueOrders } from './orders-worker.ts'
import { type NewOrder, replaceOrders } from './replace-orders.ts'

/** Holds that one transaction locks. */
const HOLDS_PER_ROUND = 250
/** A network that does not answer delays the SIMs of others no longer than this. */
const COMMAND_TIMEOUT_MS = 2_000

interface DueHold extends Omit<OpenHold, 'ageMs' | 'shouldCut'>, SimKey {
  readonly id: string
  readonly since: Date
  /** who restored the data; '' for none */
  readonly releasedBy: string
}

/** How the holds of a table differ from the others; its SQL reads the row `n`. */
interface HoldKind<Facts> {
  readonly table: HoldTable
  /** columns `releasedBy` and those of Facts */
  readonly facts: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
  /** whether the data is still to be cut */
  readonly shouldCut: (facts: Facts, now: Date) => boolean
  /** who cuts and restores in the SIM's timeline, unless a user has restored the data */
  readonly actor: (facts: Facts) => string
}

interface TakenStep extends SimKey {
  readonly id: string
  readonly step: HoldStep
  /** who cuts or restores, in the SIM's timeline */
  readonly actor: string
}

/**
 * Cuts and restores the data of SIMs: each due hold takes its next step by its SIM's present status. The next round continues after
 * an interruption.
 * @returns the number of due holds
 */
export async function actOnHolds<Facts>(services: OrderServices, kind: HoldKind<Facts>): Promise<number> {
  const now = services.clock()
  const taken = await retryDeadlock(() =>
    services.db.transaction().execute(async (trx) => {
      const steps = (await lockDueHolds(trx, kind, now)).map((row): TakenStep => {
        const ageMs = Math.max(0, now.getTime() - row.since.getTime())
        const step = nextHoldStep({ ...row, shouldCut: kind.shouldCut(row, now), ageMs })
        return { companyId: row.companyId, iccid: row.iccid, id: row.id, actor: row.releasedBy || kind.actor(row), step }
      })
      await placeOrders(trx, steps, now)
      await writeSteps(trx, kind.table, steps, now)
      return steps
    }),
  )
  if (taken.some(({ step }) => step.order)) await processOrders(services)
  return taken.length
}

async function lockDueHolds<Facts>(
  trx: DatabaseTransaction,
  { table, facts, joins = sql`` }: HoldKind<Facts>,
  now: Date,
): Promise<(DueHold & Facts)[]> {
  const id = sql.ref(`n.${HOLD_TABLES[table]}`)
  const { rows } = await sql<DueHold & Facts>`
    WITH due AS MATERIALIZED (
      SELECT * FROM ${sql.table(table)} WHERE action_due_at <= ${now} ORDER BY action_due_at LIMIT ${HOLDS_PER_ROUND} FOR UPDATE SKIP LOCKED
    )
    SELECT n.company_id AS "companyId", ${id}::text AS id, n.iccid, n.action, n.action_since AS since, ${facts},
      s.administrative_status AS status, s.previous_status AS "previousStatus", o.goal AS "order",
      ${isHeldByOthers(table)} AS "isHeld", ${isRestoredByOthers(table)} AS "isRestored"
    FROM due n ${joins}
    LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    LEFT JOIN network_orders o ON o.company_id = n.company_id AND o.iccid = n.iccid
    ORDER BY n.company_id, n.iccid, ${id}`.execute(trx)
  return rows
}

/** Places the orders of holds that were decided: one for each SIM, as several holds may require the same. */
async function placeOrders(trx: DatabaseTransaction, decided: readonly TakenStep[], now: Date): Promise<void> {
  const bySim = new Map<string, NewOrder>()
  for (const { companyId, iccid, actor, step } of decided) {
    if (step.order) bySim.set(simKey({ companyId, iccid }), { companyId, iccid, goal: step.order, actor, reason: '' })
  }
  await replaceOrders(trx, [...bySim.values()], now)
}

/** Processes placed orders at once, for a short time: their own worker takes what remains or fails. */
async function processOrders(services: OrderServices): Promise<void> {
  const processAll = async (): Promise<void> => {
    while ((await processDueOrders(services)) >= BATCH_SIZE);
  }
  await Promise.race([processAll(), sleep(COMMAND_TIMEOUT_MS, undefined, { ref: false })])
}

async function writeSteps(trx: DatabaseTransaction, table: HoldTable, taken: readonly TakenStep[], now: Date): Promise<void> {
  if (taken.length === 0) return
  const rows = taken.map(({ companyId, id, step: { action, checkAfterMs, waits } }) => ({
    companyId,
    id,
    action,
    dueAt: checkAfterMs === undefined ? null : new Date(now.getTime() + checkAfterMs),
    waits: waits === true,
  }))
  const idType = table === 'lock_breaches' ? sql`uuid` : sql`bigint`
  const restoredAt = sql`restored_at = CASE WHEN w.action = 'restored' THEN ${now} ELSE n.restored_at END,`
  await sql`
    WITH w AS MATERIALIZED (
      SELECT given.*, statement_timestamp() AS at FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS given("companyId" int, id ${idType}, action text, "dueAt" timestamptz, waits boolean)
    )
    UPDATE ${sql.table(table)} n SET action = w.action, action_due_at = w."dueAt", ${table === 'alarm_notices' ? restoredAt : sql``}
      action_since = CASE WHEN n.action <> w.action OR w.waits THEN ${now} ELSE n.action_since END,
      changed_at = CASE WHEN n.action <> w.action THEN w.at ELSE n.changed_at END
    FROM w
    WHERE n.company_id = w."companyId" AND n.${sql.ref(HOLD_TABLES[table])} = w.id`.execute(trx)
}
