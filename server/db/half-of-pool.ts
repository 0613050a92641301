import { type DatabaseConnection, Kysely, PostgresDialect, PostgresDriver } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from './database.ts'
import type { DB } from './types.generated.ts'

/** Its statements wait while it has its share of the pool's connections. */
class FrugalDriver extends PostgresDriver {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(pool: Pool, most: number) {
    super({ pool })
    this.#free = most
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await super.acquireConnection()
    } catch (error) {
      this.#pass()
      throw error
    }
  }

  override async releaseConnection(...[connection]: Parameters<PostgresDriver['releaseConnection']>): Promise<void> {
    await super.releaseConnection(connection)
    this.#pass()
  }

  /** Gives a place to who has waited longest. */
  #pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

class FrugalDialect extends PostgresDialect {
  readonly #create: () => PostgresDriver

  constructor(pool: Pool, most: number) {
    super({ pool })
    this.#create = () => new FrugalDriver(pool, most)
  }

  override createDriver(): PostgresDriver {
    return this.#create()
  }
}

const halves = new WeakMap<Pool, Database>()

/**
 * The same database for calls with many statements side by side: all of them together take half of the pool's connections, and leave
 * the others to people whose call needs one.
 */
export function halfOf(pool: Pool): Database {
  const known = halves.get(pool)
  if (known) return known
  const most = Math.max(1, Math.floor(pool.options.max / 2))
  const half = new Kysely<DB>({ dialect: new FrugalDialect(pool, most) })
  halves.set(pool, half)
  return half
}
