import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'

/** Counting reads, changes and writes sessions; showing takes changes away in their order. Each is one transaction's at a time. */
export type UsageStep = 'count' | 'show'

const lockName = (step: UsageStep): string => `enlace:usage:${step}`

/**
 * Whether this transaction may do a step; another one is at it if not. Its commit need not reach the disk at once: a step takes away
 * what it works on in the same transaction, so what the disk has not seen is done again.
 */
export async function mayDo(trx: DatabaseTransaction, step: UsageStep): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(${lockName(step)})) AS "isOurs", set_config('synchronous_commit', 'off', true)`.execute(
    trx,
  )
  return rows[0]?.isOurs ?? false
}

/** Keeps sessions from being counted until the transaction ends: for who changes them otherwise. */
export async function holdCounting(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${lockName('count')}))`.execute(trx)
}
