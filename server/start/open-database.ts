import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import type { Config } from '#server/config.ts'
import { createBackgroundPool } from '#server/db/background-pool.ts'
import { createDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { holderOf } from '#server/embedded-postgres/data-lock.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { ensureReferenceData } from '#server/records/reference-data.ts'
import { databaseFailure, describeServer } from '../db/database-failure.ts'
import { StartFailure } from '../start-failure.ts'

const OLDEST_VERSION = 15

export interface OpenDatabase {
  readonly pool: Pool
  /** for background work; it opens no connection until it is used */
  readonly backgroundPool: Pool
  readonly close: () => Promise<void>
}

type Options = {
  /** a command may share the embedded database of a running Enlace */
  mayShare?: boolean
  /** called when the connection is lost for good (`isFatal`) or one idle client is */
  onLoss?: (reason: string, isFatal: boolean) => void
}

/**
 * Opens the configured database, running and migrated: the embedded one, or the one of DATABASE_URL.
 * @throws StartFailure with one sentence for each foreseeable reason
 */
export async function openDatabase(config: Config, { mayShare = false, onLoss }: Options = {}): Promise<OpenDatabase> {
  const source = await openServer(config, { mayShare, ...(onLoss && { onLoss }) })
  const pool = createPool({ connectionString: source.connectionString, max: config.DATABASE_POOL })
  try {
    await checkServer(source.connectionString)
    await migrate(source.connectionString)
    await ensureReferenceData(createDatabase(pool))
  } catch (error) {
    await pool.end()
    await source.stop()
    throw databaseFailure(error, config.DATABASE_URL)
  }
  pool.on('error', (error) => onLoss?.(error.message, false))
  const backgroundPool = createBackgroundPool({ connectionString: source.connectionString, max: config.DATABASE_POOL })
  const close = async (): Promise<void> => {
    await withTimeout(Promise.all([pool.end(), backgroundPool.end()]), 5_000)
    await source.stop()
  }
  return { pool, backgroundPool, close }
}

type Source = { connectionString: string; stop: () => Promise<void> }

/** The configured server as it is: neither migrated nor filled. */
export async function openServer(config: Config, { mayShare = false, onLoss }: Options = {}): Promise<Source> {
  const shared = config.DATABASE_URL ?? (mayShare ? await sharedDatabase(config.DATA_DIR) : undefined)
  if (shared !== undefined) return { connectionString: shared, stop: async () => undefined }
  return startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    memoryMb: config.DATABASE_MEMORY_MB,
    onUnexpectedEnd: (reason) => onLoss?.(reason, true),
  })
}

/** How long a command waits for a starting Enlace; making a data folder takes some seconds. */
const SHARE_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 100

/** The embedded database of the Enlace that runs or starts on a data folder; undefined without one. */
async function sharedDatabase(dataDir: string): Promise<string | undefined> {
  const end = performance.now() + SHARE_TIMEOUT_MS
  for (let holder = holderOf(dataDir); holder !== undefined; holder = holderOf(dataDir)) {
    const connectionString = runningEmbeddedPostgres(dataDir)
    if (connectionString !== undefined && (await answers(connectionString))) return connectionString
    if (performance.now() > end)
      throw new StartFailure(
        `The Enlace (process ${holder.pid}) that uses ${dataDir} does not open its database; look at what it says, or stop it.`,
      )
    await sleep(POLL_INTERVAL_MS)
  }
  return undefined
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return true
  } catch {
    // not ready, or the database does not exist yet: the caller polls again
    return false
  } finally {
    await client.end()
  }
}

async function checkServer(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; number: number }>(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
    )
    const { version = '?', number = 0 } = rows[0] ?? {}
    if (number >= OLDEST_VERSION * 10_000) return
    throw new StartFailure(
      `The database at ${describeServer(connectionString)} is PostgreSQL ${version}; Enlace needs ${OLDEST_VERSION} or newer.`,
    )
  } finally {
    await client.end()
  }
}

/**
 * Waits for work up to a time limit: a held connection must not keep the process from ending, and stopping the server cuts it off.
 */
async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
