import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { createPool, inSchema } from '#server/db/pool.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { miscountedTags } from '#server/records/tag-counts.ts'
import { closeTemplate } from './citus.ts'
import { hasFailed } from './file-outcome.ts'
import { administer, withDatabase } from './postgres-admin.ts'

export type TestDatabase = {
  pool: Pool
  connectionString: string
  /**
   * Closes the pool and removes the database; after a failed test the database stays for inspection.
   * @throws Error when a SIM's copies differ from its row or a tag's count from its SIMs, whatever the tests did
   */
  drop: () => Promise<void>
}

/** Leaves a database with its first cell alone, as migrations make it. */
export async function dropSecondCell({ pool }: TestDatabase): Promise<void> {
  const { schema } = inject('testPostgres')
  await pool.query(`DROP SCHEMA ${schema} CASCADE`)
  await pool.query('ALTER TABLE companies ALTER cell_id SET DEFAULT 1')
  await pool.query('DELETE FROM cells WHERE schema_name = $1', [schema])
  await pool.query('UPDATE cells SET takes_new = true')
}

/**
 * A migrated database of one's own: a copy of the run's template, made in some tens of milliseconds.
 * @param source another one to copy, with its rows; its pool is closed
 */
export async function createTestDatabase(source?: TestDatabase): Promise<TestDatabase> {
  const { adminUrl, nodeUrls, template, schema } = inject('testPostgres')
  const copied = source ? new URL(source.connectionString).pathname.slice(1) : template
  const name = `${template}_${randomBytes(5).toString('hex')}`
  if (source && nodeUrls.length > 1) await closeTemplate(nodeUrls, copied)
  // copying files beats writing the pages to the log as long as the server does not wait for the disk
  for (const node of nodeUrls) await administer(node, `CREATE DATABASE ${name} TEMPLATE ${copied} STRATEGY file_copy`)
  const connectionString = inSchema(withDatabase(adminUrl, name), schema)
  // a dashboard asks for a dozen connections: on a busy machine the queue for five can take longer than a user would wait
  const pool = createPool({ connectionString, max: 5, connectionTimeoutMs: 120_000 })
  const drop = async (): Promise<void> => {
    // one that was copied is closed already
    const differing = pool.ended ? [] : await differingCopies(createDatabase(pool))
    const miscounted = pool.ended ? [] : await miscountedTags(createDatabase(pool))
    if (!pool.ended) await pool.end()
    if (differing.length > 0) throw new Error(`${name}: copies differ from their SIM: ${differing.slice(0, 5).join(', ')}`)
    if (miscounted.length > 0)
      throw new Error(`${name}: tags with another number of SIMs: ${miscounted.slice(0, 5).join(', ')}`)
    if (!hasFailed()) for (const node of nodeUrls) await administer(node, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { pool, connectionString, drop }
}
