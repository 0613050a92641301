import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { embeddedBinaries } from '../embedded-postgres/binaries.ts'
import { lockDataFolder } from '../embedded-postgres/data-lock.ts'
import { chooseRunAs } from '../embedded-postgres/run-as.ts'
import { fileWork, makeFolder, StartFailure } from '../start-failure.ts'
import { type Backup, type BackupContents, DATABASE_ENTRY, FILES_ENTRY, PLATFORM } from './backup-file.ts'

/** Left by a portal that ran here: no data. */
const NO_DATA = /^(enlace\.lock.*|postgres\.log|lost\+found|before-restore-.*)$/

/** What is in a data folder now, by name. */
export function dataIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  return fileWork(`read the data folder ${dataDir}`, () => readdirSync(dataDir).filter((name) => !NO_DATA.test(name)))
}

/** @throws StartFailure when this machine cannot run the database of a backup */
export function checkFits({ platform, postgres }: BackupContents): void {
  if (platform !== PLATFORM)
    throw new StartFailure(`This backup was made on ${platform} and can be restored only there; this is ${PLATFORM}.`)
  const printed = execFileSync(embeddedBinaries().postgres, ['--version'], { encoding: 'utf8' })
  const own = Number(/ (\d+)[.\w]/.exec(printed)?.[1])
  if (own !== postgres)
    throw new StartFailure(
      `This backup is of PostgreSQL ${postgres} and this Enlace brings ${own}; restore it with the version that made it.`,
    )
}

interface Options {
  readonly dataDir: string
  /** data that is there moves into a folder beside it; without it the folder must be empty */
  readonly mayReplace: boolean
  readonly now: Date
}

/**
 * Unpacks a backup into a data folder, aside first, so that one that was cut off leaves nothing that looks like a database.
 * @returns the folder with what was there before, if anything was
 * @throws StartFailure when the folder is in use, or has data that may not be replaced
 */
export async function restoreBackup(backup: Backup, { dataDir, mayReplace, now }: Options): Promise<string | undefined> {
  fileWork(`make the data folder ${dataDir}`, () => makeFolder(dataDir))
  const root = realpathSync(dataDir)
  const lock = fileWork(`write to the data folder ${dataDir}`, () => lockDataFolder(root))
  const draft = join(root, 'before-restore-draft')
  try {
    const present = dataIn(root)
    if (present.length > 0 && !mayReplace)
      throw new StartFailure(`${dataDir} is not empty; say --replace to set its data aside.`)
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    await unpackFiles(backup, draft)
    await unpackDatabase(backup, root, draft)
    const aside = present.length > 0 ? join(root, `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`) : undefined
    if (aside !== undefined) mkdirSync(aside, { mode: 0o700 })
    for (const name of aside === undefined ? [] : present) renameSync(join(root, name), join(aside ?? '', name))
    // the database last: a folder without one is not taken for restored
    const names = readdirSync(draft).sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))
    for (const name of names) renameSync(join(draft, name), join(root, name))
    return aside
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}

async function unpackFiles({ files, open }: Backup, draft: string): Promise<void> {
  for (const name of files) {
    // yauzl refuses names that lead out of the folder
    const path = join(draft, name)
    mkdirSync(dirname(path), { recursive: true })
    await pipeline(await open(FILES_ENTRY + name), createWriteStream(path, { mode: 0o600, flush: true }))
  }
}

async function unpackDatabase({ open }: Backup, root: string, draft: string): Promise<void> {
  const folder = join(draft, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  const tar = spawn('tar', ['-xpf', '-', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = once(tar, 'close')
  let complaint = ''
  tar.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  try {
    await pipeline(await open(DATABASE_ENTRY), tar.stdin)
    await ended
  } catch (error) {
    throw new StartFailure(`The database could not be unpacked by tar: ${complaint.trim() || error}.`, { cause: error })
  }
  if (tar.exitCode !== 0) throw new StartFailure(`The database could not be unpacked by tar: ${complaint.trim()}.`)
  const runAs = chooseRunAs(join(root, 'postgres'), [root, dirname(embeddedBinaries().postgres), realpathSync(tmpdir())])
  for (const entry of [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))])
    runAs.give(entry)
}
