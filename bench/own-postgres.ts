import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'

/** Works on an empty portal's database in a PostgreSQL of its own, which is gone afterwards. */
export async function onOwnPostgres<T>(work: (pool: Pool, connectionString: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'enlace-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { connectionString } = postgres
  const pool = createPool({ connectionString, max: 2, applicationName: 'bench' })
  try {
    await migrate(connectionString)
    return await work(pool, connectionString)
  } finally {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
