import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../app-error.ts'

export interface StoredUpload {
  readonly path: string
  readonly bytes: number
}

/**
 * Writes an upload below a folder as it arrives. The caller keeps or removes the file.
 * @throws AppError body_too_large beyond `mostBytes`; the partial file is removed
 */
export async function storeUpload(folder: string, content: Readable, mostBytes: number): Promise<StoredUpload> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `upload-${randomBytes(8).toString('hex')}`)
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > mostBytes) done(new AppError('body_too_large'))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(content, counted, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, bytes }
}
