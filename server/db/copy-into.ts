import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import copyStreams from 'pg-copy-streams'

/** A COPY into a table, in its text format, in whatever transaction its connection is. */
export interface CopyWriter {
  /** takes whole lines; waits where the database is slower than the caller */
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/** One on a connection of its own. */
export interface CopyTarget extends CopyWriter {
  /** takes back what was written so far */
  readonly abort: () => Promise<void>
}

/**
 * Opens a COPY on a connection that somebody else holds. When something fails before its end, the connection is of no use any more.
 * @param target table with its columns, as 'usage_days (company_id, iccid, day)'; text of ours, never of a caller's
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
