import { readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holderOf } from '#server/embedded-postgres/data-lock.ts'

/** Long enough to inspect the databases of failed tests. */
const KEPT_FOR_MS = 3_600_000

/**
 * Removes data folders of earlier runs that were kept for inspection or left by a killed run, up to 2 GB each; those in use stay.
 * @param prefix of the folders' names
 */
export function removeStaleFolders(prefix: string, parent = tmpdir()): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (ageMs > KEPT_FOR_MS && !holderOf(folder)) rmSync(folder, { recursive: true, force: true })
  }
}
