import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartFailure } from '../start-failure.ts'

const RECOVERY = 'docs/recovery.md'

/** @throws StartFailure when the portal uses a database of the operator's own, which has tools of its own */
export function refuseOwnDatabase({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): void {
  if (DATABASE_URL === undefined) return
  const where = existsSync(join(import.meta.dirname, '../..', RECOVERY)) ? `${RECOVERY} says how` : 'see its user guide'
  throw new StartFailure(
    `These commands are for the embedded database. The one of DATABASE_URL is backed up and restored by pgBackRest: ${where}. Keep SECRET_KEY apart from it.`,
  )
}
