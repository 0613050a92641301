import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { IMPORT_MAX_BYTES } from '#contract/inventory/inventory.calls.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { type StoredUpload, storeUpload } from '#server/files/store-upload.ts'

const PART_BYTES = 1024 * 1024
/** An upload that was left behind this long ago is of a process that died. */
const LEFT_MS = DAY_MS

interface ImportKey {
  readonly companyId: number
  readonly importId: number
}

/**
 * The files of imports, one each until it is applied or discarded. They are in the database, so that any process checks them; on disk
 * only while they are received or read.
 */
export class ImportFiles {
  readonly #folder: string
  readonly #db: Database

  constructor(dataDir: string, db: Database) {
    this.#folder = join(dataDir, 'imports')
    this.#db = db
  }

  /** Stores a file on disk as it arrives and returns path and size. The caller removes it. */
  store(content: Readable): Promise<StoredUpload> {
    return storeUpload(this.#folder, content, IMPORT_MAX_BYTES)
  }

  /** Copies a file from disk. */
  async keep(path: string, { companyId, importId }: ImportKey): Promise<void> {
    let part = 0
    for await (const content of createReadStream(path, { highWaterMark: PART_BYTES })) {
      await this.#db
        .insertInto('import_parts')
        .values({ company_id: companyId, import_id: importId, part: part++, content: content as Buffer })
        .execute()
    }
  }

  /**
   * Copies a file to disk, to be read there. The caller removes it.
   * @returns its path; undefined when the database has lost it in a crash
   */
  async fetch({ companyId, importId }: ImportKey, bytes: number): Promise<string | undefined> {
    await mkdir(this.#folder, { recursive: true })
    const path = join(this.#folder, `upload-${randomBytes(8).toString('hex')}`)
    const file = await open(path, 'wx', 0o600)
    let written = 0
    try {
      for (let part = 0; written < bytes; part++) {
        const row = await this.#db
          .selectFrom('import_parts')
          .select('content')
          .where('company_id', '=', companyId)
          .where('import_id', '=', importId)
          .where('part', '=', part)
          .executeTakeFirst()
        if (!row) break
        await file.write(row.content)
        written += row.content.length
      }
    } finally {
      await file.close()
    }
    if (written === bytes) return path
    await this.remove(path)
    return undefined
  }

  /** Removes a file from disk. */
  async remove(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  async delete(importId: number): Promise<void> {
    await this.#db.deleteFrom('import_parts').where('import_id', '=', importId).execute()
  }

  /** Deletes files of imports that need none any more, and uploads of processes that died. */
  async deleteStale(kept: readonly number[], now: Date): Promise<void> {
    await sql`DELETE FROM import_parts WHERE import_id <> ALL(${[...kept]}::int[])`.execute(this.#db)
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names) {
      const path = join(this.#folder, name)
      // another process of this folder may be receiving it
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (now.getTime() - mtimeMs > LEFT_MS) await this.remove(path)
    }
  }
}
