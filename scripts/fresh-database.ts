import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { DATABASE_MEMORY_MB } from '#test/database-memory.ts'

/** Does work on a migrated, empty database that is gone afterwards. */
export async function withFreshDatabase<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'enlace-fresh-'))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, memoryMb: DATABASE_MEMORY_MB })
  try {
    await migrate(postgres.connectionString)
    return await work(postgres.connectionString)
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}
