import type { Pool, QueryResult } from 'pg'
import { expect } from 'vitest'

/** A transaction that others wait for, statement by statement. */
export interface Holder {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>
  /** until so many others wait for what it has locked */
  untilWaitedFor(others?: number): Promise<void>
  commit(): Promise<void>
}

/** A cluster says that a machine's process waits, not for whom: there, who is at one statement for long waits. */
const WAITING = `
  SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND ($1 = ANY(pg_blocking_pids(pid))
    OR (state = 'active' AND query_start < clock_timestamp() - interval '500 ms' AND EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')))`

/** Runs a part of a test with such a transaction open; what it has not committed is undone. */
export async function withHolder<T>(pool: Pool, work: (holder: Holder) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const waiting = async () => (await pool.query<{ n: number }>(WAITING, [rows[0]?.pid])).rows[0]?.n
  let isOpen = true
  await client.query('BEGIN')
  try {
    return await work({
      query: (text, values) => client.query(text, values && [...values]),
      untilWaitedFor: (others = 1) => expect.poll(waiting, { timeout: 60_000 }).toBe(others),
      async commit() {
        await client.query('COMMIT')
        isOpen = false
      },
    })
  } finally {
    if (isOpen) await client.query('ROLLBACK')
    client.release()
  }
}
