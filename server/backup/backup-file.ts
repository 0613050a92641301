import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { StartFailure } from '../start-failure.ts'

/** The cluster's folder, as PostgreSQL sends it. */
export const DATABASE_ENTRY = 'postgres.tar'
/** Other files of the data folder are below it. */
export const FILES_ENTRY = 'files/'
/** Written last: a backup that was cut off has none. */
export const CONTENTS_ENTRY = 'contents.json'
/** Data files are the same only on the same platform and major version of PostgreSQL. */
export const PLATFORM = `${process.platform}-${process.arch}`
const FORMAT = 1
const MAX_CONTENTS_BYTES = 100_000_000

const contents = z.object({
  format: z.literal(FORMAT),
  /** of the portal that wrote it */
  version: z.string(),
  madeAt: z.iso.datetime(),
  platform: z.string(),
  /** major version */
  postgres: z.number().int(),
  /** the position in the database's log up to which it is complete */
  logEnd: z.string(),
  /** SHA-256 of each entry */
  sha256: z.record(z.string(), z.string()),
})
export type BackupContents = z.output<typeof contents>
export const newContents = (values: Omit<BackupContents, 'format'>): BackupContents => ({ format: FORMAT, ...values })

/** SHA-256 of a stream, which is read to its end. */
export async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

export interface Backup {
  readonly contents: BackupContents
  /** names of the entries below FILES_ENTRY, without it */
  readonly files: readonly string[]
  readonly open: (entry: string) => Promise<Readable>
  readonly close: () => void
}

/**
 * Opens a backup and reads all of it once.
 * @throws StartFailure when anything in it differs from what was written
 */
export async function openBackup(path: string): Promise<Backup> {
  const broken = (cause: unknown): StartFailure =>
    new StartFailure(`${path} is no backup or is damaged: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch((error) =>
    Promise.reject(broken(error)),
  )
  try {
    const backup = await readContents(zip)
    await checkEntries(backup)
    return backup
  } catch (error) {
    zip.close()
    throw broken(error)
  }
}

async function readContents(zip: ZipFile): Promise<Backup> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const open = async (name: string): Promise<Readable> => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`${name} is missing`)
    return await zip.openReadStreamPromise(entry)
  }
  if ((entries.get(CONTENTS_ENTRY)?.uncompressedSize ?? 0) > MAX_CONTENTS_BYTES) throw new Error('its contents are too long')
  const text = Buffer.concat(await (await open(CONTENTS_ENTRY)).toArray()).toString()
  const read = contents.parse(JSON.parse(text))
  const names = [...entries.keys()].filter((name) => name.startsWith(FILES_ENTRY))
  return { contents: read, files: names.map((name) => name.slice(FILES_ENTRY.length)), open, close: () => zip.close() }
}

async function checkEntries({ contents: { sha256 }, files, open }: Backup): Promise<void> {
  const unknown = files.find((name) => sha256[FILES_ENTRY + name] === undefined)
  if (unknown !== undefined) throw new Error(`${unknown} is not in its contents`)
  for (const name of new Set([DATABASE_ENTRY, ...Object.keys(sha256)])) {
    if ((await digestOf(await open(name))) !== sha256[name]) throw new Error(`${name} has changed`)
  }
}
