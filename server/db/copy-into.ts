import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Pool } from 'pg'
import copyStreams from 'pg-copy-streams'

/** A COPY into a table, in its text format. */
export interface CopyTarget {
  /** takes whole lines; waits where the database is slower than the caller */
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
  /** takes back what was written so far */
  readonly abort: () => Promise<void>
}

/**
 * Opens a COPY on a connection of its own.
 * @param target table with its columns, as 'usage_days (company_id, iccid, day)'; text of ours, never of a caller's
 */
export async function copyInto(pool: Pool, target: string): Promise<CopyTarget> {
  const client = await pool.connect()
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
    client.release()
  }
  const abort = async (): Promise<void> => {
    if (copy.writableFinished) return
    copy.destroy()
    // a connection in the middle of a COPY can't be used again
    client.release(true)
  }
  return { write, end, abort }
}
