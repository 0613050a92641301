import { readFileSync } from 'node:fs'

/** The version of this Enlace, as in CHANGELOG.md. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/**
 * The oldest version whose processes work on the schema of this one, beside it or in its place. The schema says so itself
 * (`Works with Enlace from … on`), so that an older version can read whether it goes on.
 */
export const OLDEST_BESIDE = '0.2.0'

/**
 * Migrations that no process of the version before may see: its SIMs and documents had their copies from triggers (44, 45), its rows
 * their numbers from identities (46); its searches would miss SIMs by the first digits of their ICC (51). scripts/check-migrations.ts refuses such steps from then on.
 */
export const NEED_A_STOP: ReadonlySet<number> = new Set([44, 45, 46, 51])

/** Whether a version is at least as new as another, both as `1.2.3`. */
export function isFrom(version: string, oldest: string): boolean {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0
}
