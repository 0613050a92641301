import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartFailure } from '#server/start-failure.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmaster } from './postmaster.ts'

let dataDir: string
const children: ChildProcess[] = []
const dataFolder = (): string => join(dataDir, 'postgres')

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'enlace-lifecycle-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask<T>(connectionString: string, query: string): Promise<T[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(query)).rows as T[]
  } finally {
    await client.end()
  }
}

/** Starts a process that writes rows, in a process group of its own, and waits for the first `count` acknowledged ones. */
async function startWriter(count: number): Promise<{ group: number; acknowledged: () => number }> {
  const writer = spawn(process.execPath, ['test/postgres-writer.ts', dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(writer)
  let last = 0
  await new Promise<void>((resolve, reject) => {
    writer.once('exit', () => reject(new Error('the writer ended by itself')))
    createInterface({ input: writer.stdout }).on('line', (line) => {
      last = Number(line)
      if (last >= count) resolve()
    })
  })
  return { group: writer.pid ?? 0, acknowledged: () => last }
}

/** Kills the whole process group as `kill -9 -<group>` does, and waits until it is gone. */
async function killGroup(group: number): Promise<void> {
  const writer = children.find((child) => child.pid === group)
  if (!writer) throw new Error(`no process ${group}`)
  const ended = once(writer, 'close')
  process.kill(-group, 'SIGKILL')
  await ended
}

/** The shell that would stop the server in order when its owner dies. */
function killGuard(serverPid: number): void {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const guard = lines.find((line) => line.includes('read -r never') && line.includes(` ${serverPid} `))
  process.kill(Number.parseInt(guard ?? '', 10), 'SIGKILL')
}

test('what was written is there after an orderly stop, and nothing of it still runs', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await ask(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS number')
  const { pid, socketFolder } = readPostmaster(dataFolder()) ?? { pid: 0, socketFolder: '' }
  expect(runningEmbeddedPostgres(dataDir)).toBe(first.connectionString)
  await first.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(existsSync(socketFolder)).toBe(false)
  expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.log'])
  expect(runningEmbeddedPostgres(dataDir)).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir })
  expect(await ask(second.connectionString, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
  await second.stop()
})

test('a quarter of the memory that it may count on is its cache', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir, memoryMb: 512 })
  const shown = await ask<{ shared_buffers: string }>(postgres.connectionString, 'SHOW shared_buffers')
  await postgres.stop()
  expect(shown).toEqual([{ shared_buffers: '128MB' }])
})

test('nothing listens on the network, and what is promised stays promised', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const settings = await ask<{ name: string; setting: string }>(
    postgres.connectionString,
    "SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name",
  )
  await postgres.stop()
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', '', 'on'])
})

test('a second Enlace on the same folder is refused with a sentence', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const second = startEmbeddedPostgres({ dataDir })
  await expect(second).rejects.toThrow(StartFailure)
  await expect(second).rejects.toThrow(`Another Enlace (process ${process.pid}) is already using ${dataDir}`)
  expect(await ask(postgres.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('after kill -9 of the process group the server ends by itself, and every acknowledged row is there', async () => {
  const { group, acknowledged } = await startWriter(200)
  await killGroup(group)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const numbers = await ask<{ number: string }>(postgres.connectionString, 'SELECT number FROM written')
  await postgres.stop()
  expect(numbers.length).toBeGreaterThanOrEqual(acknowledged())
  expect(new Set(numbers.map(({ number }) => Number(number))).has(acknowledged())).toBe(true)
})

test('a server that was left alone is found, stopped and started anew', async () => {
  const { group, acknowledged } = await startWriter(50)
  const { pid, socketFolder } = readPostmaster(dataFolder()) ?? { pid: 0, socketFolder: '' }
  killGuard(pid)
  await killGroup(group)
  process.kill(pid, 0)
  const postgres = await startEmbeddedPostgres({ dataDir })
  expect(readPostmaster(dataFolder())?.pid).not.toBe(pid)
  expect(existsSync(socketFolder)).toBe(false)
  expect(await ask(postgres.connectionString, `SELECT 1 AS found FROM written WHERE number = ${acknowledged()}`)).toEqual([
    { found: 1 },
  ])
  await postgres.stop()
})

test('kill -9 of server and owner alike loses nothing that was acknowledged', async () => {
  const { group, acknowledged } = await startWriter(200)
  const { pid, socketFolder } = readPostmaster(dataFolder()) ?? { pid: 0, socketFolder: '' }
  killGuard(pid)
  process.kill(pid, 'SIGKILL')
  await killGroup(group)
  const postgres = await startEmbeddedPostgres({ dataDir })
  expect(existsSync(socketFolder)).toBe(false)
  expect(await ask(postgres.connectionString, `SELECT 1 AS found FROM written WHERE number = ${acknowledged()}`)).toEqual([
    { found: 1 },
  ])
  await postgres.stop()
})

test('a process number in postmaster.pid that now belongs to a stranger does not stop the start', async () => {
  await (await startEmbeddedPostgres({ dataDir })).stop()
  const stranger = [process.pid, dataFolder(), 1, 5432, '/tmp/nowhere', '', '  0 0', 'ready   '].join('\n')
  writeFileSync(join(dataFolder(), 'postmaster.pid'), stranger)
  const postgres = await startEmbeddedPostgres({ dataDir })
  expect(await ask(postgres.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('an attempt to make the cluster that was cut off is thrown away', async () => {
  const draft = `${dataFolder()}.new`
  await (await startEmbeddedPostgres({ dataDir })).stop()
  execFileSync('mv', [dataFolder(), draft])
  rmSync(join(draft, 'global'), { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.stop()
  expect(existsSync(draft)).toBe(false)
})

test('files of another PostgreSQL version are refused with a sentence', async () => {
  await (await startEmbeddedPostgres({ dataDir })).stop()
  writeFileSync(join(dataFolder(), 'PG_VERSION'), '12\n')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /its files were made by PostgreSQL 12, and this Enlace brings another/,
  )
})

test('an unexpected end of the server is reported with its reason', async () => {
  const reason = await new Promise<string>((resolve, reject) => {
    startEmbeddedPostgres({ dataDir, onUnexpectedEnd: resolve }).then(() => {
      process.kill(Number(readFileSync(join(dataFolder(), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGTERM')
    }, reject)
  })
  expect(reason).toContain('shut down')
})
