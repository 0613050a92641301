import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { ORDER_HOURS } from './order.ts'

/** Orders of a comparison at a time: orders that people and alarms make wait for these at most. */
const ORDERED_AT_ONCE = 256

/** How a comparison of all SIMs with their networks stands. */
export interface Comparison {
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly actor: string
  readonly total: number
  readonly compared: number
  /** unsettled differences that were found since it began */
  readonly differing: number
}

/**
 * Begins to ask the networks for all SIMs of a cell.
 * @returns false: one is under way already
 */
export async function startComparison(db: Database, { actor, now }: { actor: string; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM sims s
    JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id`.execute(db)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('network_comparisons')
    .values({ started_at: now, actor, total: rows[0]?.total ?? 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Makes the next orders of a comparison under way when the ones before are done, and ends it after the last. */
export async function continueComparison(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const comparison = await trx
      .selectFrom('network_comparisons')
      .select(['started_at', 'after_company_id', 'after_iccid'])
      .where('finished_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!comparison || (await openOrders(trx)) > 0) return
    const { rows: next } = await sql<{ companyId: number; iccid: string }>`
      SELECT s.company_id AS "companyId", s.iccid FROM sims s
      JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
      WHERE (s.company_id, s.iccid) > (${comparison.after_company_id}, ${comparison.after_iccid})
      ORDER BY s.company_id, s.iccid LIMIT ${ORDERED_AT_ONCE}`.execute(trx)
    const last = next.at(-1)
    const row = trx.updateTable('network_comparisons').where('started_at', '=', comparison.started_at)
    if (!last) {
      await row.set({ finished_at: now }).execute()
      return
    }
    // a SIM with another order is being reconciled already
    await trx
      .insertInto('network_orders')
      .values(next.map((sim) => orderOf(sim, now)))
      .onConflict((conflict) => conflict.columns(['company_id', 'iccid']).doNothing())
      .execute()
    await row
      .set(({ eb }) => ({
        after_company_id: last.companyId,
        after_iccid: last.iccid,
        ordered: eb('ordered', '+', next.length),
      }))
      .execute()
  })
}

const orderOf = ({ companyId, iccid }: { companyId: number; iccid: string }, now: Date) => ({
  company_id: companyId,
  iccid,
  goal: 'compare',
  actor: '',
  requested_at: now,
  due_at: now,
  expires_at: new Date(now.getTime() + ORDER_HOURS * 3_600_000),
})

async function openOrders(db: Database): Promise<number> {
  const { rows } = await sql<{ open: number }>`SELECT count(*)::int AS open FROM network_orders WHERE goal = 'compare'`.execute(
    db,
  )
  return rows[0]?.open ?? 0
}

/** The latest comparison of a cell; undefined when there was none. */
export async function latestComparison(db: Database): Promise<Comparison | undefined> {
  const row = await db.selectFrom('network_comparisons').selectAll().orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  if (!row) return undefined
  const { rows } = await sql<{ differing: number }>`
    SELECT count(*)::int AS differing FROM sim_drifts WHERE settled_at IS NULL AND found_at >= ${row.started_at}`.execute(db)
  const open = row.finished_at ? 0 : await openOrders(db)
  return {
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    actor: row.actor,
    total: row.total,
    compared: Math.max(0, row.ordered - open),
    differing: rows[0]?.differing ?? 0,
  }
}
