import { Client, type Pool } from 'pg'

/** The right to do what one process at a time does; it goes with the connection that has it. */
export interface Hold extends AsyncDisposable {
  /** false: another process has it */
  readonly isLocked: boolean
  readonly isHeld: () => boolean
  readonly lost: AbortSignal
}

/** Tries to get a lock of a name, on a connection of its own. */
export async function holdAlone(pool: Pool, name: string): Promise<Hold> {
  const client = new Client({ connectionString: pool.options.connectionString, application_name: name })
  const losing = new AbortController()
  const onLoss = (): void => losing.abort()
  client.on('error', onLoss)
  client.on('end', onLoss)
  const ask = 'SELECT pg_try_advisory_lock(hashtext($1)) AS "isLocked"'
  try {
    await client.connect()
    const { rows } = await client.query<{ isLocked: boolean }>(ask, [name])
    const isLocked = rows[0]?.isLocked === true
    return {
      isLocked,
      isHeld: () => isLocked && !losing.signal.aborted,
      lost: losing.signal,
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
