import { Client, type Pool } from 'pg'

/** A PostgreSQL advisory lock, held by one process at a time; it ends with its connection. */
export interface AdvisoryLock extends AsyncDisposable {
  /** false: another process holds it */
  readonly isAcquired: boolean
  readonly isHeld: () => boolean
  readonly lost: AbortSignal
}

/** Tries to acquire a lock by name, on a connection of its own. */
export async function tryAdvisoryLock(pool: Pool, name: string): Promise<AdvisoryLock> {
  const client = new Client({ connectionString: pool.options.connectionString, application_name: name })
  const loss = new AbortController()
  const onLoss = (): void => loss.abort()
  client.on('error', onLoss)
  client.on('end', onLoss)
  const statement = 'SELECT pg_try_advisory_lock(hashtext($1)) AS "isLocked"'
  try {
    await client.connect()
    const { rows } = await client.query<{ isLocked: boolean }>(statement, [name])
    const isLocked = rows[0]?.isLocked === true
    return {
      isAcquired: isLocked,
      isHeld: () => isLocked && !loss.signal.aborted,
      lost: loss.signal,
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
