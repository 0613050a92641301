import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { IMPORT_MAX_BYTES } from '#contract/inventory/inventory.calls.ts'
import { type StoredUpload, storeUpload } from '#server/files/store-upload.ts'

/** The files of imports, one each until it is applied or discarded. */
export class ImportFiles {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'imports')
  }

  pathOf(importId: number): string {
    return join(this.#folder, String(importId))
  }

  /** Stores a file as it arrives and returns path and size. The caller keeps or removes it. */
  store(content: Readable): Promise<StoredUpload> {
    return storeUpload(this.#folder, content, IMPORT_MAX_BYTES)
  }

  keep(path: string, importId: number): Promise<void> {
    return rename(path, this.pathOf(importId))
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  /** Removes files of finished imports, and incomplete uploads. */
  async removeStale(isKept: (importId: number) => boolean): Promise<void> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names) if (!isKept(Number(name))) await this.remove(join(this.#folder, name))
  }
}
