import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { VERSION } from '../db/version.ts'
import { errorCode } from '../start-failure.ts'
import {
  type BackupContents,
  CONTENTS_ENTRY,
  DATABASE_ENTRY,
  FILES_ENTRY,
  newContents,
  openBackup,
  PLATFORM,
} from './backup-file.ts'
import { startBaseBackup } from './base-backup.ts'

/** Copied by PostgreSQL itself, of no use elsewhere, or set aside by a restore. */
const LEFT_OUT = /^(postgres(\.new|\.log)?|enlace\.lock.*|secret\.key.*|before-restore-.*)$/

interface Source {
  readonly connectionString: string
  readonly dataDir: string
  readonly secretKey: Buffer
  /** major version of PostgreSQL */
  readonly postgres: number
  readonly now: Date
}

/** Adds entries to a zip file one after the other, and keeps their SHA-256. */
class EntryWriter {
  readonly zip = new ZipFile()
  readonly sha256: Record<string, string> = {}
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  async add(name: string, content: Readable): Promise<void> {
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    // level 1: as fast as a disk, and a database shrinks to a quarter already
    this.zip.addReadStream(hashed, name, { compressionLevel: 1, mode: 0o100600 })
    await pipeline(content, hashed, { signal: this.#signal })
    this.sha256[name] = hash.digest('hex')
  }
}

/**
 * Writes a backup of a running portal into one file, which only its owner may read, and reads it once to be sure of it.
 * @param path of the file, which does not exist yet; a backup that fails leaves nothing there
 */
export async function writeBackup(path: string, source: Source): Promise<BackupContents> {
  const draft = `${path}.part`
  try {
    await writeDraft(draft, source)
    const backup = await openBackup(draft)
    backup.close()
    await rename(draft, path)
    return backup.contents
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDraft(draft: string, source: Source): Promise<void> {
  const stop = new AbortController()
  const entries = new EntryWriter(stop.signal)
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(entries.zip.outputStream, file, { signal: stop.signal })
  // a full disk, and a database that is stopped, end both
  const works = [addEntries(entries, source), written]
  for (const work of works) work.catch((error: unknown) => stop.abort(error))
  await Promise.allSettled(works)
  if (stop.signal.aborted) throw stop.signal.reason
}

async function addEntries(entries: EntryWriter, source: Source): Promise<void> {
  const { connectionString, dataDir, secretKey, postgres, now } = source
  // files before the database: what is imported meanwhile is then in both, and is imported again without effect
  await entries.add(`${FILES_ENTRY}secret.key`, Readable.from([Buffer.from(`${secretKey.toString('hex')}\n`)]))
  for (const name of await filesOf(dataDir)) await addFile(entries, dataDir, name)
  const { tar, end } = await startBaseBackup(connectionString)
  await entries.add(DATABASE_ENTRY, tar)
  const contents = newContents({
    version: VERSION,
    madeAt: now.toISOString(),
    platform: PLATFORM,
    postgres,
    logEnd: await end,
    sha256: entries.sha256,
  })
  entries.zip.addBuffer(Buffer.from(`${JSON.stringify(contents, null, 2)}\n`), CONTENTS_ENTRY)
  entries.zip.end()
}

async function filesOf(dataDir: string): Promise<string[]> {
  const found = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = found.filter((entry) => entry.isFile()).map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
  return names.filter((name) => !LEFT_OUT.test(name.split(sep)[0] ?? '')).sort()
}

/** A file that was read and deleted meanwhile is left out. */
async function addFile(entries: EntryWriter, dataDir: string, name: string): Promise<void> {
  try {
    const file = await open(join(dataDir, name))
    await entries.add(FILES_ENTRY + name.split(sep).join('/'), file.createReadStream())
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
