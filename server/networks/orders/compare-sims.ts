import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { ORDER_HOURS } from './order.ts'

/** Due orders of a comparison at a time: orders that people and alarms make wait for these at most. */
const ORDERED_AT_ONCE = 256
/** Orders that wait for another attempt, as while a network is away: the comparison goes on with others up to this many. */
const MAX_WAITING = 10_000

/** How a comparison of all SIMs with their networks stands. */
export interface Comparison {
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly actor: string
  readonly total: number
  readonly compared: number
  /** differences that it found … */
  readonly found: number
  /** … and those of them that are not settled */
  readonly open: number
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

/** Makes the next orders of a comparison under way while few are due, and ends it when the last is done. */
export async function continueComparison(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const comparison = await trx
      .selectFrom('network_comparisons')
      .select(['started_at', 'after_company_id', 'after_iccid'])
      .where('finished_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!comparison) return
    const { open, due } = await countOrders(trx, now)
    if (open >= MAX_WAITING || due >= ORDERED_AT_ONCE) return
    const { rows: next } = await sql<SimKey>`
      SELECT s.company_id AS "companyId", s.iccid FROM sims s
      JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
      WHERE (s.company_id, s.iccid) > (${comparison.after_company_id}, ${comparison.after_iccid})
      ORDER BY s.company_id, s.iccid LIMIT ${ORDERED_AT_ONCE - due}`.execute(trx)
    const last = next.at(-1)
    const row = trx.updateTable('network_comparisons').where('started_at', '=', comparison.started_at)
    if (!last) {
      if (open === 0) await row.set({ finished_at: now }).execute()
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

const orderOf = ({ companyId, iccid }: SimKey, now: Date) => ({
  company_id: companyId,
  iccid,
  goal: 'compare',
  actor: '',
  requested_at: now,
  due_at: now,
  expires_at: new Date(now.getTime() + ORDER_HOURS * 3_600_000),
})

const openCount = sql<number>`(SELECT count(*) FROM network_orders WHERE goal = 'compare')`

/** @returns orders that are not done, and how many of them are due */
async function countOrders(db: Database, now: Date): Promise<{ open: number; due: number }> {
  const { rows } = await sql<{ open: number; due: number }>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE due_at <= ${now}))::int AS due
    FROM network_orders WHERE goal = 'compare'`.execute(db)
  return rows[0] ?? { open: 0, due: 0 }
}

/** The comparisons of a cell, newest first. */
export async function listComparisons(db: Database, limit: number): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    SELECT c.started_at AS "startedAt", c.finished_at AS "finishedAt", c.actor, c.total,
      greatest(0, c.ordered - CASE WHEN c.finished_at IS NULL THEN ${openCount} ELSE 0 END)::int AS compared,
      count(d.iccid)::int AS found, (count(d.iccid) FILTER (WHERE d.settled_at IS NULL))::int AS open
    FROM (SELECT * FROM network_comparisons ORDER BY started_at DESC LIMIT ${limit}) c
    LEFT JOIN sim_drifts d ON d.found_at >= c.started_at AND (c.finished_at IS NULL OR d.found_at <= c.finished_at)
    GROUP BY c.started_at, c.finished_at, c.actor, c.total, c.ordered ORDER BY c.started_at DESC`.execute(db)
  return rows
}
