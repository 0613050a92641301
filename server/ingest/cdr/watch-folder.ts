import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { importChargingFile } from './import-file.ts'

interface Options {
  readonly db: Database
  readonly log: Pick<Logger, 'error' | 'info'>
  readonly clock: () => Date
  /** where files are dropped; imported ones move to its subfolder `done`, the others to `failed` */
  readonly folder: string
  /** called after records were stored */
  readonly onStored: () => void
}

const POLL_INTERVAL_MS = 2_000
/** A file that changed this recently may still be growing. */
const SETTLED_MS = 1_500
const FILE_NAMES = /\.(csv|tsv|txt|xlsx)$/i

/** Imports files of charging records from a folder, one after the other, until the returned function is called. */
export function watchChargingFolder(options: Options): () => Promise<void> {
  const { folder, log } = options
  const work = async (): Promise<void> => {
    await mkdir(folder, { recursive: true })
    await importChargingFiles(options)
  }
  return startPoller(work, {
    everyMs: POLL_INTERVAL_MS,
    isFirstAtOnce: true,
    log,
    failure: 'charging records could not be imported; their files stay in the folder',
  })
}

/** Imports the files that are in the folder now, unless another process imports: several may watch one folder. */
export async function importChargingFiles(options: Options, settledMs = SETTLED_MS): Promise<void> {
  if ((await filesIn(options.folder)).length === 0) return
  await options.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('enlace:charging-folder')) AS locked`.execute(trx)
    if (rows[0]?.locked) await importEach(options, settledMs)
  })
}

async function importEach({ folder, db, clock, log, onStored }: Options, settledMs: number): Promise<void> {
  for (const name of await filesIn(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (clock().getTime() - mtimeMs < settledMs) continue
    const { records, badLines, problem } = await importChargingFile(db, path, name, clock())
    if (records > 0) onStored()
    const target = join(folder, problem === '' ? 'done' : 'failed')
    await mkdir(target, { recursive: true })
    // moved last: after a crash the file is imported again, which changes nothing
    if (badLines.length > 0 || problem !== '') await writeFile(join(target, `${name}.problems.txt`), report(problem, badLines))
    await rename(path, join(target, name))
    log.info({ file: name, records, badLines: badLines.length, problem }, 'charging records were imported')
  }
}

/** Names of files in the folder, in order; none while the folder does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => FILE_NAMES.test(name)).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function report(problem: string, badLines: readonly { readonly line: number; readonly problem: string }[]): string {
  const lines = badLines.map((bad) => `${bad.line}\t${bad.problem}`)
  return `${[...(problem ? [problem] : []), ...lines].join('\n')}\n`
}
