import type { ImportServices } from './check-import.ts'
import { findImport, updateImport } from './import-row.ts'
import { watchImport } from './import-watch.ts'
import { dropStaging, stagingOf } from './staging.ts'

/**
 * Throws away the lines of an import that nobody works on; answers whether it did. What was applied stays applied, and its
 * row stays, too: only the list of its bad lines goes.
 */
export async function discardImport(services: ImportServices, companyId: number, importId: number): Promise<boolean> {
  const { db, clock } = services
  const row = await findImport(db, companyId, importId)
  const watch = row && (await watchImport(services, importId))
  if (!watch) return false
  try {
    await updateImport(db, importId, { state: 'discarded' }, { from: ['uploaded', 'checked', 'failed'], now: clock() })
    await dropStaging(db, stagingOf(importId))
    return true
  } finally {
    await watch.end()
  }
}
