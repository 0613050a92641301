import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { refuseOwnDatabase } from './backup/own-database.ts'
import { writeBackup } from './backup/write-backup.ts'
import type { Config } from './config.ts'
import { readSecretKey } from './secrets/secret-key.ts'
import { openServer } from './start/open-database.ts'
import { runCommand } from './start/run-command.ts'
import { fileWork, makeFolder, StartFailure } from './start-failure.ts'

const USAGE = `Usage: npm run backup -- [FILE]

Copies database, secret key and files of the portal into one file, also while it runs, and reads the file once to be sure of it. The
file has all data and opens all secrets: only its owner may read it. Without FILE it is put into the folder backups.`

function readPath(now: Date): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    if (positionals.length > 1) throw new StartFailure(USAGE)
    return positionals[0] ?? join('backups', `enlace-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`)
  } catch (error) {
    throw new StartFailure(USAGE, { cause: error })
  }
}

function checkPath(path: string, dataDir: string): void {
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartFailure(`There is no database in ${dataDir} to back up.`)
  fileWork(`make the folder ${dirname(path)}`, () => makeFolder(dirname(resolve(path))))
  if (existsSync(path)) throw new StartFailure(`${path} is there already.`)
  if (`${realpathSync(dirname(path))}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`))
    throw new StartFailure(
      `${path} is in the data folder, which a restore replaces; choose another place, best on another disk.`,
    )
}

async function majorVersion(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ major: number }>("SELECT current_setting('server_version_num')::int / 10000 AS major")
    return rows[0]?.major ?? 0
  } finally {
    await client.end()
  }
}

async function run(config: Config): Promise<void> {
  const now = new Date()
  const path = readPath(now)
  refuseOwnDatabase(config)
  checkPath(path, config.DATA_DIR)
  const secretKey = readSecretKey(config)
  // neither migrated nor filled: a backup is made before that
  const { connectionString, stop } = await openServer(config, { mayShare: true })
  try {
    const postgres = await majorVersion(connectionString)
    const contents = await writeBackup(path, { connectionString, dataDir: config.DATA_DIR, secretKey, postgres, now })
    const megabytes = (statSync(path).size / 1024 ** 2).toFixed(1)
    console.log(
      `${path} has all data up to ${contents.logEnd} in the database’s log: ${megabytes} MB, read again and found whole.`,
    )
  } finally {
    await stop()
  }
}

await runCommand(run)
