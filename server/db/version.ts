import { readFileSync } from 'node:fs'

/** The version of this Enlace, as in CHANGELOG.md. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
