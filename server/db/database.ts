import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import type { DB } from './types.generated.ts'

export type Database = Kysely<DB>
export type DatabaseTransaction = Transaction<DB>

/** A statement with which each transaction begins; undefined for none. */
export type FirstStatement = () => string | undefined

/**
 * Kysely over a pool that the caller owns and ends.
 * @param firstStatement a constant, never user input
 */
export function createDatabase(pool: Pool, firstStatement?: FirstStatement): Database {
  return new Kysely<DB>({
    dialect: firstStatement ? new FirstStatementDialect(pool, firstStatement) : new PostgresDialect({ pool }),
  })
}

class FirstStatementDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #firstStatement: FirstStatement

  constructor(pool: Pool, firstStatement: FirstStatement) {
    super({ pool })
    this.#pool = pool
    this.#firstStatement = firstStatement
  }

  override createDriver(): PostgresDriver {
    return new FirstStatementDriver(this.#pool, this.#firstStatement)
  }
}

class FirstStatementDriver extends PostgresDriver {
  readonly #firstStatement: FirstStatement

  constructor(pool: Pool, firstStatement: FirstStatement) {
    super({ pool })
    this.#firstStatement = firstStatement
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    const statement = this.#firstStatement()
    if (statement !== undefined) await connection.executeQuery(CompiledQuery.raw(statement))
  }
}
