import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { createDatabase, type DatabaseTransaction } from '#server/db/database.ts'

/** A transaction that others wait for. */
export interface Holder {
  readonly trx: DatabaseTransaction
  query(text: string, values?: readonly unknown[]): Promise<unknown>
  /** how many others wait for what it has locked, or for one that does */
  waiting(): Promise<number>
  /** until so many wait */
  untilWaitedFor(others?: number): Promise<void>
  commit(): Promise<void>
}

/** A cluster says that a machine's process waits, not for whom: there, who is at one statement for long waits. */
const WAITING = `
  SELECT count(*)::int AS n FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND (
    EXISTS (SELECT FROM unnest(pg_blocking_pids(a.pid)) b WHERE b = $1 OR $1 = ANY(pg_blocking_pids(b)))
    OR (a.state = 'active' AND a.query_start < clock_timestamp() - interval '500 ms' AND EXISTS (SELECT FROM pg_extension WHERE extname = 'citus'))
  )`

/** Runs a part of a test with such a transaction open; what it has not committed is undone. */
export async function withHolder<T>(pool: Pool, work: (holder: Holder) => Promise<T>): Promise<T> {
  const trx = await createDatabase(pool).startTransaction().execute()
  const query = (text: string, values: readonly unknown[] = []) => trx.executeQuery(CompiledQuery.raw(text, [...values]))
  const { rows } = await trx.executeQuery<{ pid: number }>(CompiledQuery.raw('SELECT pg_backend_pid() AS pid'))
  const waiting = async () => (await pool.query<{ n: number }>(WAITING, [rows[0]?.pid])).rows[0]?.n ?? 0
  try {
    return await work({
      trx,
      query,
      waiting,
      untilWaitedFor: (others = 1) => expect.poll(waiting, { timeout: 30_000 }).toBe(others),
      commit: () => trx.commit().execute(),
    })
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute()
  }
}
