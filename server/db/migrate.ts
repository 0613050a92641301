import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type ClientBase } from 'pg'
import { StartFailure } from '#server/start-failure.ts'
import { splitStatements } from './split-statements.ts'
import { isFrom, NEED_A_STOP, OLDEST_BESIDE, VERSION } from './version.ts'

export class MigrationError extends StartFailure {
  override name = 'MigrationError'
}

type Migration = { version: number; name: string; checksum: string; isForCells: boolean; text: string }
/** First line of a migration of tables that each cell has; one that is without it is of the others. */
export const IN_EACH_CELL = '-- in each cell'

type Applied = { version: number; name: string; checksum: string }

/** Any number that no other program takes for its advisory lock on the same database. */
const LOCK_KEY = 5_172_063_411n

const ownMigrations = fileURLToPath(new URL('../../database/migrations', import.meta.url))

/**
 * Brings a database up to date: runs the plain SQL files `NNNN_verb_noun.sql` it has not seen, in order, each in a transaction
 * of its own; those that begin with IN_EACH_CELL once in each cell. Several processes may call it at once; one works, the others
 * wait.
 * @param target connection string, or a connected client outside a transaction
 * @returns the names of the migrations that were applied now
 * @throws MigrationError when the database was migrated by a version that this one cannot work beside, or a file was changed after it
 *   had been applied
 */
export async function migrate(target: string | ClientBase, folder: string = ownMigrations): Promise<string[]> {
  const migrations = readMigrations(folder)
  if (typeof target !== 'string') return applyAll(target, migrations)
  const client = new Client({ connectionString: target })
  await client.connect()
  try {
    return await applyAll(client, migrations)
  } finally {
    await client.end()
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return names.map((file, index) => {
    const match = /^(\d{4})_([a-z0-9]+(?:_[a-z0-9]+)+)\.sql$/.exec(file)
    if (!match) throw new MigrationError(`The migration ${file} must be named like 0001_create_sims.sql.`)
    const version = Number(match[1])
    if (version !== index + 1)
      throw new MigrationError(`The migration ${file} should have the number ${String(index + 1).padStart(4, '0')}.`)
    // a checkout may have turned line ends
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(text).digest('hex')
    return { version, name: file.slice(0, -'.sql'.length), checksum, isForCells: text.startsWith(IN_EACH_CELL), text }
  })
}

async function applyAll(client: ClientBase, migrations: Migration[]): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const name = await applyNext(client, migrations)
    if (name === undefined) return applied
    applied.push(name)
  }
}

/** One migration per transaction, and the lock ends with it: that also holds behind a pooler that shares connections. */
async function applyNext(client: ClientBase, migrations: Migration[]): Promise<string | undefined> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY.toString()])
    await client.query('SET LOCAL search_path = public')
    const applied = await readApplied(client)
    const next = nextMigration(migrations, applied, await oldestBeside(client))
    if (next && applied.length > 0 && NEED_A_STOP.has(next.version)) await refuseProcesses(client)
    if (next) await apply(client, next)
    await client.query('COMMIT')
    return next?.name
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function readApplied(client: ClientBase): Promise<Applied[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
  const { rows } = await client.query<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
  return rows
}

/** How the comment of `schema_migrations` begins; the version follows. A column would itself be a migration. */
const WORKS_FROM = 'Works with Enlace from '

async function oldestBeside(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ comment: string | null }>(
    "SELECT obj_description('schema_migrations'::regclass, 'pg_class') AS comment",
  )
  return rows[0]?.comment?.slice(WORKS_FROM.length).split(' ')[0] ?? ''
}

/** @throws MigrationError while another process of Enlace is connected, which by now can only be one of the version before */
async function refuseProcesses(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ processes: number }>(`
    SELECT count(*)::int AS processes FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'enlace%'`)
  if (rows[0]?.processes === 0) return
  throw new MigrationError(
    'Processes of the version before are connected to the database, and this update needs all of them stopped; stop them, then start this version.',
  )
}

function nextMigration(migrations: Migration[], applied: Applied[], oldest: string): Migration | undefined {
  for (const [index, done] of applied.entries()) {
    const known = migrations[index]
    if (!known) {
      // a newer version has migrated, and says that this one may go on
      if (oldest !== '' && isFrom(VERSION, oldest)) return undefined
      throw new MigrationError(
        `The database was made by a newer version of Enlace (its migration ${done.name} is unknown here); start that version, or restore an older backup.`,
      )
    }
    if (known.name !== done.name || known.checksum !== done.checksum) {
      throw new MigrationError(
        `The migration ${known.name} is not the one that was applied to this database (${done.name}); migrations are never changed, write a new one.`,
      )
    }
  }
  return migrations[applied.length]
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  const { version, name, checksum, isForCells } = migration
  for (const schema of isForCells ? await cellSchemas(client) : ['public']) {
    await client.query(`SET LOCAL search_path = ${schema}, public`)
    await run(client, migration)
  }
  await client.query('SET LOCAL search_path = public')
  await client.query(`COMMENT ON TABLE schema_migrations IS '${WORKS_FROM}${OLDEST_BESIDE} on'`)
  await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [version, name, checksum])
}

async function cellSchemas(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>('SELECT schema_name AS schema FROM cells ORDER BY cell_id')
  return rows.map(({ schema }) => schema)
}

async function run(client: ClientBase, { name, text }: Migration): Promise<void> {
  for (const statement of splitStatements(text)) {
    try {
      await client.query(statement)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new MigrationError(
        `The migration ${name} failed at "${statement.slice(0, 80).replaceAll(/\s+/g, ' ')} …": ${reason}.`,
        { cause: error },
      )
    }
  }
}
