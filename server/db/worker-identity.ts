import { randomInt } from 'node:crypto'
import { Client, type Pool } from 'pg'

/** First key of the advisory locks that prove that a worker is alive; any number that no other lock uses. */
const LOCK_CLASS = 517_207

/**
 * The id under which a process claims lines and requests. It holds an advisory lock of that number on a connection of its own: when the process
 * dies, however it dies, the lock is free, and others release its claims.
 */
export interface WorkerIdentity {
  readonly workerId: number
  readonly close: () => Promise<void>
}

const identities = new WeakMap<Pool, Promise<WorkerIdentity>>()

/** This process's identity at this database; a new one when its connection was lost. */
export function workerIdentityOf(pool: Pool): Promise<WorkerIdentity> {
  const known = identities.get(pool)
  if (known) return known
  const fresh = createIdentity(pool)
  identities.set(pool, fresh)
  fresh.catch(() => identities.delete(pool))
  return fresh
}

/** Gives up the identity, if there is one: other processes take over its claims. */
export async function closeWorkerIdentity(pool: Pool): Promise<void> {
  const known = identities.get(pool)
  identities.delete(pool)
  await (await known)?.close()
}

async function createIdentity(pool: Pool): Promise<WorkerIdentity> {
  const client = new Client({
    connectionString: pool.options.connectionString,
    application_name: 'enlace-worker',
    keepAlive: true,
  })
  const release = (): void => {
    identities.delete(pool)
  }
  client.on('error', release)
  client.on('end', release)
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

/** The dead workers among some: their lock is free. */
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
