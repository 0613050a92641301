import type { Pool, PoolClient } from 'pg'
import type { Database } from '../../db/database.ts'
import { type ImportProgress, type ImportState, updateImport } from './import-row.ts'
import { dropStaging, stagingOf } from './staging.ts'

/** First key of the advisory locks that say 'somebody works on this import'; any number that nothing else takes. */
const LOCK_CLASS = 517_206
const PERSIST_EVERY_MS = 250
const UNFINISHED: readonly ImportState[] = ['checking', 'applying']

/** Held while an import is being worked on. The lock ends with the connection, so a crash frees it. */
export interface ImportWatch {
  readonly report: (progress: ImportProgress) => void
  readonly end: () => Promise<void>
}

/** Takes hold of an import for as long as work on it lasts; undefined when somebody else has it. */
export async function watchImport(
  { pool, db, clock }: { pool: Pool; db: Database; clock: () => Date },
  importId: number,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportWatch | undefined> {
  const keeper = await pool.connect()
  if (!(await tryLock(keeper, importId))) {
    keeper.release()
    return undefined
  }
  let lastWrite = 0
  let writing: Promise<unknown> = Promise.resolve()
  const report = (progress: ImportProgress): void => {
    onProgress(progress)
    if (Date.now() - lastWrite < PERSIST_EVERY_MS) return
    lastWrite = Date.now()
    // one that comes late must not undo the 'done' that was written with the outcome
    writing = writing.then(() => updateImport(db, importId, { progress }, { from: UNFINISHED, now: clock() }))
    // a bar that stands still is no reason to stop; the next write tries again
    writing.catch(() => {})
  }
  const end = async (): Promise<void> => {
    await Promise.allSettled([writing])
    await keeper.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_CLASS, importId]).then(
      () => keeper.release(),
      (error: Error) => keeper.release(error),
    )
  }
  return { report, end }
}

async function tryLock(client: PoolClient, importId: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [LOCK_CLASS, importId])
  return rows[0]?.held === true
}

export interface Abandoned {
  /** only this one; all of them otherwise */
  readonly importId?: number
  readonly failure?: string
}

/**
 * Marks imports as failed whose worker is gone, as after a crash. Nothing of them is in the fleet: writing is one transaction,
 * and that it is done stands in the same one.
 */
export async function failAbandoned(
  services: { pool: Pool; db: Database; clock: () => Date },
  { importId: only, failure = 'interrupted' }: Abandoned = {},
): Promise<number[]> {
  const { db, clock } = services
  const rows = await db
    .selectFrom('imports')
    .select('import_id')
    .where('state', 'in', [...UNFINISHED])
    .$if(only !== undefined, (query) => query.where('import_id', '=', only ?? 0))
    .execute()
  const failed: number[] = []
  for (const { import_id: importId } of rows) {
    const watch = await watchImport(services, importId)
    if (!watch) continue
    const isMine = await updateImport(db, importId, { state: 'failed', failure }, { from: UNFINISHED, now: clock() })
    if (isMine) {
      await dropStaging(db, stagingOf(importId))
      failed.push(importId)
    }
    await watch.end()
  }
  return failed
}
