import type { Pool, PoolClient } from 'pg'

/**
 * A transaction on a connection of its own, for work that includes COPY. After a failure the connection is dropped: in the middle
 * of a COPY it accepts no other command, and without it the database rolls everything back.
 */
export async function inClientTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
