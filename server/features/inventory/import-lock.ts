import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '#server/db/database.ts'
import { dropStaging } from './import-parts.ts'
import { type ImportProgress, type ImportState, updateImport } from './import-row.ts'

/** First key of the advisory locks of imports; any number that no other lock uses. */
const LOCK_CLASS = 517_206
const PERSIST_INTERVAL_MS = 250
/** Two seconds: a step ends with one statement, which a busy database may keep waiting. */
const TRIES = 40
const TRY_AGAIN_MS = 50
export const UNFINISHED: readonly ImportState[] = ['checking', 'applying']

/** Held while an import is being worked on. The lock ends with its connection, so a crash releases it. */
export interface ImportLock {
  readonly report: (progress: ImportProgress) => void
  readonly end: () => Promise<void>
}

/** Locks an import while it is worked on; undefined when another process has it. */
export async function lockImport(
  { pool, db, clock }: { pool: Pool; db: Database; clock: () => Date },
  importId: number,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportLock | undefined> {
  const lockConnection = await pool.connect()
  const isHeld = await tryLock(lockConnection, importId).catch((error: Error) => {
    lockConnection.release(error)
    throw error
  })
  if (!isHeld) {
    lockConnection.release()
    return undefined
  }
  let lastWrite = 0
  let writing: Promise<unknown> = Promise.resolve()
  const report = (progress: ImportProgress): void => {
    onProgress(progress)
    if (Date.now() - lastWrite < PERSIST_INTERVAL_MS) return
    lastWrite = Date.now()
    // a late write must not overwrite the 'done' that was stored with the outcome
    writing = writing.then(() => updateImport(db, importId, { progress }, { from: UNFINISHED, now: clock() }))
    // a missed progress update does not stop the import; the next write succeeds
    writing.catch(() => {})
  }
  const end = async (): Promise<void> => {
    await Promise.allSettled([writing])
    await lockConnection.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_CLASS, importId]).then(
      () => lockConnection.release(),
      (error: Error) => lockConnection.release(error),
    )
  }
  return { report, end }
}

/** False when an import is being worked on. A step that has just stored its end holds the lock a moment longer, which is waited for. */
async function tryLock(client: PoolClient, importId: number): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rows } = await client.query<{ held: boolean; state: ImportState }>(
      'SELECT pg_try_advisory_lock($1, $2) AS held, (SELECT state FROM imports WHERE import_id = $2) AS state',
      [LOCK_CLASS, importId],
    )
    if (rows[0]?.held) return true
    if (!rows[0] || UNFINISHED.includes(rows[0].state)) return false
    await sleep(TRY_AGAIN_MS)
  }
  return false
}

export interface AbandonedImports {
  /** only this import; all otherwise */
  readonly importId?: number
  readonly failure?: string
  /** only those without progress for this long: a younger one may be about to take its lock */
  readonly silentMs?: number
}

/**
 * Marks imports without a worker as failed, as after a crash. The fleet has nothing of them: writing them and their state is one
 * transaction.
 */
export async function failAbandonedImports(
  services: { pool: Pool; db: Database; clock: () => Date },
  { importId: only, failure = 'interrupted', silentMs }: AbandonedImports = {},
): Promise<number[]> {
  const { db, clock } = services
  const rows = await db
    .selectFrom('imports')
    .select('import_id')
    .where('state', 'in', [...UNFINISHED])
    .$if(silentMs !== undefined, (query) => query.where('updated_at', '<', new Date(clock().getTime() - (silentMs ?? 0))))
    .$if(only !== undefined, (query) => query.where('import_id', '=', only ?? 0))
    .execute()
  const failed: number[] = []
  for (const { import_id: importId } of rows) {
    const watch = await lockImport(services, importId)
    if (!watch) continue
    try {
      const isMine = await updateImport(db, importId, { state: 'failed', failure }, { from: UNFINISHED, now: clock() })
      if (isMine) {
        await dropStaging(db, importId)
        failed.push(importId)
      }
    } finally {
      // a lock that is kept would keep its connection, and no pool ends with one
      await watch.end()
    }
  }
  return failed
}
