import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type Backup, openBackup } from './backup/backup-file.ts'
import { refuseOwnDatabase } from './backup/own-database.ts'
import { checkFits, dataIn, restoreBackup } from './backup/restore-backup.ts'
import type { Config } from './config.ts'
import { holderOf } from './embedded-postgres/data-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { runCommand } from './start/run-command.ts'
import { StartFailure } from './start-failure.ts'

const USAGE = `Usage: npm run restore -- FILE [--yes] [--replace]

Reads a backup of npm run backup to its end and says what restoring it would do; with --yes it does it. The data folder must be empty;
with --replace what is in it is set aside in a folder within it, which you may delete afterwards.`

function readArguments() {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: flag, replace: flag } })
    const [path] = positionals
    if (path !== undefined && positionals.length === 1) return { path, isMeant: values.yes, mayReplace: values.replace }
  } catch (error) {
    throw new StartFailure(USAGE, { cause: error })
  }
  throw new StartFailure(USAGE)
}

function say({ contents: { madeAt, version }, files }: Backup, { DATA_DIR, SECRET_KEY }: Config): void {
  const present = dataIn(DATA_DIR)
  console.log(
    `A whole backup of ${madeAt} by Enlace ${version}: the database, the secret key and ${files.length - 1} other files.`,
  )
  if (present.length > 0) console.log(`In ${DATA_DIR} are ${present.join(', ')}: set aside by --replace.`)
  if (SECRET_KEY !== undefined) console.log('SECRET_KEY is set and counts more than the key of the backup.')
}

/** Lets PostgreSQL apply the log of the backup once, so that a start finds it done. */
async function recover({ DATA_DIR: dataDir, DATABASE_MEMORY_MB: memoryMb }: Config): Promise<void> {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, memoryMb })
  const client = new Client({ connectionString })
  try {
    await client.connect()
    const { rows } = await client.query<{ users: number; name: string }>(
      'SELECT (SELECT count(*)::int FROM users) AS users, name FROM schema_migrations ORDER BY version DESC LIMIT 1',
    )
    console.log(`Restored: ${rows[0]?.users} users, last migration ${rows[0]?.name}. Start the portal now.`)
  } finally {
    await client.end()
    await stop()
  }
}

async function run(config: Config): Promise<void> {
  const { path, isMeant, mayReplace } = readArguments()
  const { DATA_DIR } = config
  refuseOwnDatabase(config)
  const holder = holderOf(DATA_DIR)
  if (holder) throw new StartFailure(`Enlace (process ${holder.pid}) uses ${DATA_DIR}; stop it first.`)
  if (!existsSync(path)) throw new StartFailure(`There is no file ${path}.`)
  const backup = await openBackup(path)
  try {
    checkFits(backup.contents)
    say(backup, config)
    if (!isMeant) return console.log(`With --yes it is restored into ${DATA_DIR}.`)
    const aside = await restoreBackup(backup, { dataDir: DATA_DIR, mayReplace, now: new Date() })
    if (aside !== undefined) console.log(`What was there is in ${aside}.`)
    await recover(config)
  } finally {
    backup.close()
  }
}

await runCommand(run)
