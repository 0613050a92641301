import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Kysely's table types of a migrated database, with the JavaScript types that `server/db/pool.ts` parses values to. */
export async function readDatabaseTypes(connectionString: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'enlace-types-'))
  const file = join(folder, 'types.ts')
  const command = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')
  const mapping = JSON.stringify({ int8: 'number' })
  const options = [
    '--dialect',
    'postgres',
    '--date-parser',
    'string',
    '--type-mapping',
    mapping,
    '--exclude-pattern',
    '{schema_migrations,simulated_network.*}',
  ]
  try {
    await promisify(execFile)(process.execPath, [command, '--url', connectionString, '--out-file', file, ...options])
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
