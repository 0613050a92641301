import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import { fileWork, makeFolder } from '#server/start-failure.ts'
import { embeddedBinaries } from './binaries.ts'
import { ensureCluster, SUPERUSER } from './cluster.ts'
import { holderOf, lockDataFolder } from './data-lock.ts'
import { readPostmaster, removeSocketFolder, stopLeftover } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'
import { runServer, type ServerProcess } from './server-process.ts'
import { serverSettings } from './settings.ts'

const DATABASE = 'enlace'

export type EmbeddedPostgres = {
  connectionString: string
  /** ends the server in order: open transactions are rolled back, everything acknowledged is on the disk */
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** false only for tests: faster, and a crash may lose or break everything */
  durable?: boolean
  /** memory it may count on; without it all of the machine or container */
  memoryMb?: number | undefined
  /** called when the server ends without having been asked to */
  onUnexpectedEnd?: (reason: string) => void
}

/**
 * Starts the embedded PostgreSQL on `<dataDir>/postgres`, making the cluster and the database on the first run, and waits until
 * it answers. It listens on a unix socket only, and it ends with this process, even when that is killed.
 * @throws StartFailure with one sentence for each foreseeable reason
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  fileWork(`make the data folder ${dataDir}`, () => makeFolder(resolve(dataDir)))
  const root = realpathSync(dataDir)
  const lock = fileWork(`write to the data folder ${dataDir}`, () => lockDataFolder(root))
  try {
    const server = await startIn(root, options)
    const stop = async (): Promise<void> => {
      await server.stop()
      lock.release()
    }
    return { connectionString: server.connectionString, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Where the embedded PostgreSQL of a running Enlace on this data folder can be reached, if one runs. */
export function runningEmbeddedPostgres(dataDir: string): string | undefined {
  if (!holderOf(dataDir)) return undefined
  const server = readPostmaster(join(dataDir, 'postgres'))
  return server?.ready ? connectionString(server.socketFolder, DATABASE) : undefined
}

async function startIn(root: string, { durable = true, memoryMb, onUnexpectedEnd }: Options): Promise<EmbeddedPostgres> {
  const dataFolder = join(root, 'postgres')
  const binaries = embeddedBinaries()
  const runAs = chooseRunAs(dataFolder, [root, dirname(binaries.postgres), realpathSync(tmpdir())])
  await stopLeftover(dataFolder)
  await ensureCluster(dataFolder, binaries, runAs, durable)
  const socketFolder = makeSocketFolder(runAs.give)
  const [program, args] = runAs.command(binaries.postgres, [
    '-D',
    dataFolder,
    ...serverSettings(socketFolder, { durable, memoryMb }),
  ])
  let server: ServerProcess | undefined
  try {
    server = await runServer({
      program,
      args,
      options: runAs.options,
      dataFolder,
      socketFolder,
      logFile: join(root, 'postgres.log'),
    })
    await ensureDatabase(socketFolder)
  } catch (error) {
    await server?.stop()
    removeSocketFolder(socketFolder)
    throw error
  }
  if (onUnexpectedEnd) server.onUnexpectedEnd(onUnexpectedEnd)
  const stop = async (): Promise<void> => {
    await server.stop()
    removeSocketFolder(socketFolder)
  }
  return { connectionString: connectionString(socketFolder, DATABASE), stop }
}

/** A socket's path may have some 100 bytes only, so it does not live in the data folder, however deep that is. */
function makeSocketFolder(give: (path: string) => void): string {
  const base = tmpdir().length > 70 ? '/tmp' : tmpdir()
  return fileWork(`make a folder in ${base}`, () => {
    const folder = mkdtempSync(join(base, 'enlace-'))
    give(folder)
    return folder
  })
}

async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new Client({ connectionString: connectionString(socketFolder, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function connectionString(socketFolder: string, database: string): string {
  return `postgres://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}
