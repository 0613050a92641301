import type { ImportServices } from './check-import.ts'
import { lockImport } from './import-lock.ts'
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
  const watch = row && (await lockImport(services, importId))
  if (!watch) return false
  try {
    await updateImport(db, importId, { state: 'discarded' }, { from: ['uploaded', 'checked', 'failed'], now: clock() })
    await dropStaging(db, importId)
    return true
  } finally {
    await watch.end()
  }
}
