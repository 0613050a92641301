import { randomInt } from 'node:crypto'
import { Client, type Pool } from 'pg'

/** First key of the advisory locks that say 'this worker lives'; any number that nothing else takes. */
const LOCK_CLASS = 517_207

/**
 * A process's name on the lines that it has in its hands. It holds an advisory lock of that number on a connection of its own:
 * when the process dies, however it dies, the lock is free, and others see that its lines are in nobody's hands any more.
 */
export interface WorkerIdentity {
  readonly workerId: number
  readonly close: () => Promise<void>
}

const identities = new WeakMap<Pool, Promise<WorkerIdentity>>()

/** This process's identity with this database; a new one when the connection that kept it was lost. */
export function identityOf(pool: Pool): Promise<WorkerIdentity> {
  const known = identities.get(pool)
  if (known) return known
  const fresh = createIdentity(pool)
  identities.set(pool, fresh)
  fresh.catch(() => identities.delete(pool))
  return fresh
}

/** Gives the identity up, if there is one: what is still in its hands goes to others. */
export async function closeIdentity(pool: Pool): Promise<void> {
  const known = identities.get(pool)
  identities.delete(pool)
  await (await known)?.close()
}

async function createIdentity(pool: Pool): Promise<WorkerIdentity> {
  const client = new Client({ connectionString: pool.options.connectionString, application_name: 'enlace-worker' })
  const forget = (): void => {
    identities.delete(pool)
  }
  client.on('error', forget)
  client.on('end', forget)
  await client.connect()
  for (;;) {
    const workerId = randomInt(1, 2_147_483_647)
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
      LOCK_CLASS,
      workerId,
    ])
    if (rows[0]?.held) return { workerId, close: () => client.end() }
  }
}

/** Those of the workers that live no more: their lock can be had. */
export async function deadWorkers(pool: Pool, workerIds: readonly number[]): Promise<number[]> {
  if (workerIds.length === 0) return []
  const { rows } = await pool.query<{ id: number }>(
    `SELECT w.id FROM unnest($2::int[]) AS w(id) WHERE NOT EXISTS (
       SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = $1::int::oid AND l.objid = w.id::oid AND l.objsubid = 2
         AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [LOCK_CLASS, [...workerIds]],
  )
  return rows.map(({ id }) => id)
}
