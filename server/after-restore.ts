import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openCells } from './cells/cells.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createPool } from './db/pool.ts'
import { type Comparison, listComparisons, startComparison } from './networks/orders/compare-sims.ts'
import { openDatabase } from './start/open-database.ts'
import { runCommand } from './start/run-command.ts'

/**
 * Numbers that were given between the backup and now are not given again: networks keep the ids of commands, and receivers those of
 * webhooks. More than any portal gives in a week.
 */
const SKIPPED_NUMBERS = { bigint: 1_000_000_000, integer: 1_000_000 } as const
const PROGRESS_MS = 2_000

/** After the database was restored to an earlier moment: skips the lost numbers, and asks the networks for every SIM. */
async function run(config: Config): Promise<void> {
  const { pool, close } = await openDatabase(config, { mayShare: true })
  const cells = await openCells(pool, (connectionString) => createPool({ connectionString, max: 2 }))
  try {
    console.log(`${await skipNumbers(cells.home.db)} sequences set forward`)
    const now = new Date()
    for (const { db } of cells.all) await renewLockOrders(db)
    for (const { db } of cells.all) await startComparison(db, { actor: 'after-restore', now })
    for (;;) {
      const all = (await Promise.all(cells.all.map(({ db }) => listComparisons(db, 1)))).flat()
      console.log(progressOf(all))
      if (all.every(({ finishedAt }) => finishedAt)) return
      await sleep(PROGRESS_MS)
    }
  } finally {
    await cells.close()
    await close()
  }
}

function progressOf(all: readonly Comparison[]): string {
  const sum = (figure: (one: Comparison) => number): number => all.reduce((total, one) => total + figure(one), 0)
  return `${sum(({ compared }) => compared)} of ${sum(({ total }) => total)} SIMs compared, ${sum(({ open }) => open)} differ`
}

/** @returns how many sequences there are; those of 16 bits number a few settings and stay */
async function skipNumbers(db: Database): Promise<number> {
  const { rows } = await sql<{ name: string; type: keyof typeof SKIPPED_NUMBERS }>`
    SELECT format('%I.%I', schemaname, sequencename) AS name, data_type::text AS type FROM pg_sequences
    WHERE last_value IS NOT NULL AND data_type IN ('bigint'::regtype, 'integer'::regtype)`.execute(db)
  for (const { name, type } of rows)
    await sql`SELECT setval(${name}::regclass, nextval(${name}::regclass) + ${SKIPPED_NUMBERS[type]}::bigint)`.execute(db)
  return rows.length
}

/** The same for locks of SIMs to their devices that were being sent: their ids are no numbers. */
async function renewLockOrders(db: Database): Promise<void> {
  await sql`UPDATE network_locks SET order_id = ${randomUUID()} WHERE due_at IS NOT NULL`.execute(db)
}

await runCommand(run)
