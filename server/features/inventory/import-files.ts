import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_MAX_BYTES } from '#contract/inventory.calls.ts'
import { AppError } from '../../http/errors.ts'

/** The files of imports, one for each until it is applied or discarded. */
export class ImportFiles {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'imports')
  }

  pathOf(importId: number): string {
    return join(this.#folder, String(importId))
  }

  /** Takes a file in as it arrives; answers where it is and how long. The caller keeps or removes it. */
  async receive(content: Readable): Promise<{ path: string; bytes: number }> {
    await mkdir(this.#folder, { recursive: true })
    const path = join(this.#folder, `upload-${randomBytes(8).toString('hex')}`)
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length
        if (bytes > IMPORT_MAX_BYTES) done(new AppError('body_too_large'))
        else done(null, chunk)
      },
    })
    try {
      await pipeline(content, counted, createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      await this.remove(path)
      throw error
    }
    return { path, bytes }
  }

  keep(path: string, importId: number): Promise<void> {
    return rename(path, this.pathOf(importId))
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  /** Removes the files of imports that are over, and uploads that never ended. */
  async sweep(isWanted: (importId: number) => boolean): Promise<void> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names) if (!isWanted(Number(name))) await this.remove(join(this.#folder, name))
  }
}
