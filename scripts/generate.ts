import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printClientCalls } from './client-calls.ts'
import { printConfiguration } from './configuration-page.ts'
import { readSchema } from './database-schema.ts'
import { readDatabaseTypes } from './database-types.ts'
import { withFreshDatabase } from './fresh-database.ts'
import { printPicture } from './house/picture.ts'
import { printTerminalCalls } from './terminal-calls.ts'

const root = join(import.meta.dirname, '..')

/** The files of the repository that are printed from others, by path. A test says when one is stale. */
async function generated(): Promise<Record<string, string>> {
  return withFreshDatabase(async (connectionString) => ({
    'server/db/types.generated.ts': await readDatabaseTypes(connectionString),
    'database/schema.sql': await readSchema(connectionString),
    'docs/configuration.md': printConfiguration(),
    'docs/pictures/house.svg': printPicture(),
    'client/calls.generated.ts': printClientCalls(),
    'terminal/calls.generated.ts': printTerminalCalls(),
  }))
}

for (const [path, content] of Object.entries(await generated())) {
  writeFileSync(join(root, path), content)
  console.log(`Wrote ${path}.`)
}
