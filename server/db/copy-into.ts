import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import copyStreams from 'pg-copy-streams'

/** A COPY into a table, in text format, in the transaction of its connection. */
export interface CopyWriter {
  /** takes whole lines; waits while the database is slower than the caller */
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/** One on a connection of its own. */
export interface CopyTarget extends CopyWriter {
  /** discards what was written so far */
  readonly abort: () => Promise<void>
}

/**
 * Opens a COPY on the caller's connection. After a failure before its end the connection cannot be used any more.
 * @param target table with its columns, as 'usage_days (company_id, iccid, day)'; a constant, never user input
 */
export function copyOn(client: PoolClient, target: string): CopyWriter {
  return streamOn(client, target).target
}

/** Opens a COPY on a connection of its own. */
export async function copyInto(pool: Pool, target: string): Promise<CopyTarget> {
  const client = await pool.connect()
  const { copy, target: into } = streamOn(client, target)
  const end = async (): Promise<void> => {
    await into.end()
    client.release()
  }
  const abort = async (): Promise<void> => {
    if (copy.writableFinished) return
    copy.destroy()
    // a connection in the middle of a COPY can't be used again
    client.release(true)
  }
  return { write: into.write, end, abort }
}

function streamOn(client: PoolClient, target: string) {
  const copy = client.query(copyStreams.from(`COPY ${target} FROM STDIN`))
  let failure: Error | undefined
  copy.on('error', (error: Error) => {
    failure = error
  })
  const write = async (text: string): Promise<void> => {
    if (failure) throw failure
    if (!copy.write(text)) await once(copy, 'drain')
  }
  const end = async (): Promise<void> => {
    if (failure) throw failure
    copy.end()
    await finished(copy)
  }
  return { copy, target: { write, end } }
}
