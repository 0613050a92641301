import { PassThrough, type Readable } from 'node:stream'
import { Client, Query } from 'pg'
import { StartFailure } from '../start-failure.ts'

/** Holds the log of the database from the first copied page on, however long the copy takes; it goes with the connection. */
const SLOT = 'CREATE_REPLICATION_SLOT enlace_backup TEMPORARY PHYSICAL RESERVE_WAL'
/** With the log that makes it consistent. PostgreSQL checks the checksum of each page that it sends. */
const BASE_BACKUP = "BASE_BACKUP (LABEL 'enlace', CHECKPOINT 'fast', WAL true, MANIFEST 'no')"

/** First byte of a message: PostgreSQL's manual, 'Streaming Replication Protocol'. */
const ARCHIVE_DATA = 'd'.charCodeAt(0)

/** pg's own types leave out what the protocol sends besides rows. */
interface Wire {
  readonly stream: { pause(): void; resume(): void }
}

/** A query whose messages of data go into a stream; the server waits while the stream is full. */
class CopiedQuery extends Query {
  readonly #into: PassThrough
  #isWaiting = false

  constructor(text: string, into: PassThrough) {
    super(text)
    this.#into = into
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Wire): void {
    // a copy: pg reads the next message into the same memory
    if (chunk[0] !== ARCHIVE_DATA || this.#into.write(Buffer.from(chunk.subarray(1)))) return
    // several messages have been read at once
    if (this.#isWaiting) return
    this.#isWaiting = true
    stream.pause()
    this.#into.once('drain', () => {
      this.#isWaiting = false
      stream.resume()
    })
  }
}

export interface BaseBackup {
  /** the database's folder as a tar archive; a fault of the database ends it with an error */
  readonly tar: Readable
  /** the position in the database's log up to which it is complete, once the archive has ended */
  readonly end: Promise<string>
}

/** Copies a running database, which goes on working: pg_basebackup's own way, of whose programs the embedded one brings none. */
export async function startBaseBackup(connectionString: string): Promise<BaseBackup> {
  const client = new Client({ connectionString, replication: 'true' } as ConstructorParameters<typeof Client>[0])
  await client.connect()
  const tar = new PassThrough()
  // a lost connection also fails the query
  client.on('error', () => undefined)
  // a reader that stops ends the copy
  tar.once('close', () => void client.end())
  const end = copy(client, tar)
  end.catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
  return { tar, end }
}

async function copy(client: Client, tar: PassThrough): Promise<string> {
  try {
    await client.query(SLOT)
    let end = ''
    await new Promise<void>((resolve, reject) => {
      const query = new CopiedQuery(BASE_BACKUP, tar)
      // the first row has the begin, the last one the end
      query.on('row', (row: { recptr?: string }) => {
        end = row.recptr ?? end
      })
      query.on('end', () => resolve())
      query.on('error', reject)
      client.query(query)
    })
    tar.end()
    return end
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(`The database could not be copied: ${reason}.`, { cause: error })
  } finally {
    await client.end()
  }
}
