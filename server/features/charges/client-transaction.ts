import type { Pool, PoolClient } from 'pg'

/**
 * One transaction on a connection by itself, for work that COPY is a part of. When it fails, the connection is given up: in the middle
 * of a COPY it takes no other word, and without it the database undoes everything.
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
