import { type Readable, Transform } from 'node:stream'
import { type Entry, open, type ZipFile } from 'yauzl'
import { UnreadableFile } from './unreadable-file.ts'

const MAX_ENTRIES = 10_000
/** Beyond any genuine sheet: deflate gives at most 1032:1, spreadsheets of repeated values some 50:1. */
const MAX_RATIO = 400
const SMALL_BYTES = 64 * 1024 * 1024

/** An open zip file, with its entries by path. */
export interface ZipArchive {
  readonly has: (path: string) => boolean
  /**
   * The inflated content of an entry.
   * @param read counts the compressed bytes consumed so far, for progress
   * @throws UnreadableFile when it is larger than `maxBytes`, or its ratio is that of a zip bomb
   */
  readonly stream: (path: string, maxBytes: number, read?: { bytes: number }) => Promise<Readable>
  readonly close: () => void
}

const broken = (cause: unknown): UnreadableFile =>
  cause instanceof UnreadableFile ? cause : new UnreadableFile('broken_spreadsheet', { cause })

/** Opens a zip file. The caller closes it. */
export async function openZip(path: string): Promise<ZipArchive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, file) =>
      error ? reject(broken(error)) : resolve(file),
    )
  })
  try {
    const entries = await readEntries(zip)
    const stream: ZipArchive['stream'] = (name, maxBytes, read) => openEntry(zip, entries.get(name), maxBytes, read)
    return { has: (name) => entries.has(name), stream, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw broken(error)
  }
}

function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile('oversized_spreadsheet')
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error) => reject(broken(error)))
    zip.readEntry()
  })
}

async function openEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  maxBytes: number,
  read?: { bytes: number },
): Promise<Readable> {
  if (!entry) throw new UnreadableFile('broken_spreadsheet')
  if (entry.isEncrypted()) throw new UnreadableFile('encrypted_spreadsheet')
  const { uncompressedSize, compressedSize } = entry
  const isBomb = uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO
  if (uncompressedSize > maxBytes || isBomb) throw new UnreadableFile('oversized_spreadsheet')
  const inflated = await new Promise<Readable>((resolve, reject) => {
    // yauzl counts the bytes and fails where there are more than the entry claims
    zip.openReadStream(entry, (error, stream) => (error ? reject(broken(error)) : resolve(stream)))
  })
  if (!read) return inflated
  const share = uncompressedSize === 0 ? 0 : compressedSize / uncompressedSize
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      read.bytes += chunk.length * share
      done(null, chunk)
    },
  })
  inflated.on('error', (error) => counted.destroy(error))
  counted.on('close', () => inflated.destroy())
  return inflated.pipe(counted)
}
