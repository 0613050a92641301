import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { openCells } from '#server/cells/cells.ts'
import { loadConfig } from '#server/config.ts'
import { createDatabase } from '#server/db/database.ts'
import { Notifications } from '#server/db/notifications.ts'
import { createPool } from '#server/db/pool.ts'
import { openNetworkRegistry } from '#server/networks/registry.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { readSecretKey } from '#server/secrets/secret-key.ts'
import { startWork } from '#server/start/start-work.ts'

/**
 * A process to kill: on a command on its standard input it processes operations in the given database, and prints when it has
 * started.
 */
const [connectionString = ''] = process.argv.slice(2)
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const pool = createPool({ connectionString, max: 10 })
const db = createDatabase(pool)
const clock = (): Date => new Date()
const config = loadConfig({ DATABASE_URL: connectionString, SECRET_KEY: randomBytes(32).toString('hex') })
const secrets = createSecretBox(readSecretKey(config))
const networks = await openNetworkRegistry({ db, pool, log, clock, secrets })
const notifications = new Notifications({ connectionString, log })
// a process that is killed writes nothing at its end
flushCompileCache()
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const cells = await openCells(pool, (other) => createPool({ connectionString: other, max: 2 }))
await startWork(
  { config, cells, pool, backgroundPool: pool, db, clock, checkAnswers: false, networks, secrets, notifications },
  log,
)
process.stdout.write('working\n')
