import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from './types.generated.ts'

export type Database = Kysely<DB>
export type DatabaseTransaction = Transaction<DB>

/** Kysely over a pool that the caller owns and ends. */
export function createDatabase(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
