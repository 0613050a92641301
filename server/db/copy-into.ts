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

/** COPY into several tables by turns, in the transaction of one connection: it has one open at a time. */
export interface CopyByTurns {
  /** takes whole lines for the table of a target, as `copyOn` does */
  readonly write: (target: string, text: string) => Promise<void>
  readonly end: () => Promise<void>
}

export function copyByTurns(client: PoolClient): CopyByTurns {
  let open: { target: string; copy: CopyWriter } | undefined
  const end = async (): Promise<void> => {
    await open?.copy.end()
    open = undefined
  }
  const write = async (target: string, text: string): Promise<void> => {
    if (open?.target !== target) {
      await end()
      open = { target, copy: copyOn(client, target) }
    }
    await open.copy.write(text)
  }
  return { write, end }
}

/** Text gathered until it is worth a write. */
export class CopyBuffer {
  readonly #write: (text: string) => Promise<void>
  readonly #characters: number
  #text = ''

  constructor(write: (text: string) => Promise<void>, characters = 1 << 17) {
    this.#write = write
    this.#characters = characters
  }

  /** @param lines whole ones */
  add(lines: string): void {
    this.#text += lines
  }

  async flushIfFull(): Promise<void> {
    if (this.#text.length >= this.#characters) await this.flush()
  }

  async flush(): Promise<void> {
    const text = this.#text
    this.#text = ''
    if (text !== '') await this.#write(text)
  }
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
