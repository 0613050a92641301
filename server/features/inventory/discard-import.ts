import type { Database } from '#server/db/database.ts'
import type { ImportServices } from './check-import.ts'
import { lockImport, UNFINISHED } from './import-lock.ts'
import { dropStaging } from './import-parts.ts'
import { findImport, updateImport } from './import-row.ts'

/**
 * Discards the lines of an import that no process works on. What was applied stays, and so does its row; only the list of bad lines
 * is deleted.
 * @returns whether it was discarded
 */
export async function discardImport(services: ImportServices, companyId: number, importId: number): Promise<boolean> {
  const { db, clock } = services
  const row = await findImport(db, companyId, importId)
  // the thread of one that was accepted, and has not begun, is not kept from its lock
  if (!row || UNFINISHED.includes(row.state)) return false
  const watch = await lockImport(services, importId)
  if (!watch) return false
  try {
    const from = ['uploaded', 'checked', 'failed'] as const
    const isDiscarded = await updateImport(db, importId, { state: 'discarded' }, { from, now: clock() })
    if (!isDiscarded && (await isUnfinished(db, companyId, importId))) return false
    await dropStaging(db, importId)
    return true
  } finally {
    await watch.end()
  }
}

/** Accepted since it was read: its thread has no lock until it begins. */
async function isUnfinished(db: Database, companyId: number, importId: number): Promise<boolean> {
  const row = await findImport(db, companyId, importId)
  return row !== undefined && UNFINISHED.includes(row.state)
}
