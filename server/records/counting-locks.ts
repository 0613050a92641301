import { sql } from 'kysely'
import { cellLock } from '../db/cell-lock.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/**
 * Steps that one transaction at a time may do: counting reads, changes and writes sessions, showing applies changes in
 * order.
 */
export type UsageStep = 'count' | 'show'

const lockOf = (step: UsageStep) => cellLock(`usage:${step}`)

/**
 * Tries to lock a step; false when another transaction holds it. The commit is asynchronous: a step deletes its input
 * in the same transaction, so a lost commit is repeated. Rows are found by their keys: statistics have nothing of today, and by its index
 * of days the planner would read all of today's rows of a fleet once for each SIM that is counted.
 */
export async function tryLockStep(trx: DatabaseTransaction, step: UsageStep): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean; settings: string }>`
    SELECT pg_try_advisory_xact_lock(${lockOf(step)}) AS "isLocked",
      set_config('synchronous_commit', 'off', true) || set_config('enable_bitmapscan', 'off', true) AS settings`.execute(trx)
  return rows[0]?.isLocked ?? false
}

/** Blocks counting until the transaction ends, for other writers of sessions. */
export async function lockCounting(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockOf('count')})`.execute(trx)
}
