import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { startPoller } from '../../jobs/poller.ts'
import { takeFile } from './take-file.ts'

interface Options {
  readonly db: Database
  readonly log: Pick<Logger, 'error' | 'info'>
  readonly clock: () => Date
  /** files are dropped here; those that were taken go to `done`, the others to `failed` below it */
  readonly folder: string
  /** something was kept */
  readonly onKept: () => void
}

const LOOK_MS = 2_000
/** A file that changed so lately may still be growing. */
const SETTLED_MS = 1_500
const NAMES = /\.(csv|tsv|txt|xlsx)$/i

/** Takes in files of charging records as they are dropped in a folder, one after the other, until it is ended. */
export function watchForCharging(options: Options): () => Promise<void> {
  const { folder, log } = options
  const work = async (): Promise<void> => {
    await mkdir(folder, { recursive: true })
    await takeAll(options)
  }
  return startPoller(work, {
    everyMs: LOOK_MS,
    isFirstAtOnce: true,
    log,
    failure: 'charging records could not be taken in; their files stay',
  })
}

/** Takes what is there now. */
export async function takeAll(options: Options, settledMs = SETTLED_MS): Promise<void> {
  const { folder, db, clock, log, onKept } = options
  const names = (await listed(folder)).filter((name) => NAMES.test(name)).sort()
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (clock().getTime() - mtimeMs < settledMs) continue
    const { records, badLines, problem } = await takeFile(db, path, name, clock())
    if (records > 0) onKept()
    const target = join(folder, problem === '' ? 'done' : 'failed')
    await mkdir(target, { recursive: true })
    // moved last: after a crash it is taken again, and changes nothing
    if (badLines.length > 0 || problem !== '') await writeFile(join(target, `${name}.problems.txt`), report(problem, badLines))
    await rename(path, join(target, name))
    log.info({ file: name, records, badLines: badLines.length, problem }, 'charging records were taken in')
  }
}

/** Names in the folder; none while it is not there. */
async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function report(problem: string, badLines: readonly { readonly line: number; readonly problem: string }[]): string {
  const lines = badLines.map((bad) => `${bad.line}\t${bad.problem}`)
  return `${[...(problem ? [problem] : []), ...lines].join('\n')}\n`
}
