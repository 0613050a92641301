import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { readPostmaster } from '#server/embedded-postgres/postmaster.ts'
import { processCommand } from '#server/embedded-postgres/process-identity.ts'
import { API_KEY } from '#test/portal.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { openReceiver, type Receiver } from '#test/webhook-receiver.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-backup-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'backup.zip')
const EMAIL = 'jefa@enlace.test'
const PASSWORD = 'Segura2026'
let receiver: Receiver
let server: TestServerProcess
let address: string
let cookie: string

const env = (): Record<string, string> => ({
  ...{ PORT: '0', RADIUS_PORT: '0', SEED: 'none', DATA_DIR: dataDir, WEBHOOK_NETWORKS: '127.0.0.0/8' },
})
const run = (program: string, args: string[], more: Record<string, string> = {}) =>
  startProcess({ ...env(), ...more }, [`server/${program}.ts`, ...args]).ended
const restore = (...args: string[]) => run('restore', [file, ...args])

async function startServer(): Promise<void> {
  server = startProcess(env())
  address = await server.address
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { ...API_KEY, cookie, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${address}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  expect(response.status, `${path} ${text}`).toBe(200)
  return JSON.parse(text).data
}

async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: runningEmbeddedPostgres(dataDir) })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}

interface Answered {
  readonly id: number
  /** position in the database's log after the answer */
  readonly at: string
}

const CLIENT = { name: 'GGSN', addresses: '10.20.0.0/24', interimSeconds: 900, disconnectPort: null, secret: 'Secreto-9Qz' }

/** Adds one RADIUS client after the other until it is ended. */
function keepWriting(): { readonly answered: Answered[]; readonly end: () => Promise<void> } {
  const answered: Answered[] = []
  let isOver = false
  const work = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const client = { ...CLIENT, name: `GGSN ${n}`, addresses: `10.21.${Math.floor(n / 256)}.${n % 256}` }
      const { clientId } = await ask<{ clientId: number }>('POST', '/networks/accounting/clients', client)
      const [row] = await query<{ at: string }>('SELECT pg_current_wal_lsn() AS at')
      answered.push({ id: clientId, at: row?.at ?? '' })
    }
  }
  const done = work()
  // a test that has failed stops the server
  done.catch(() => undefined)
  const end = async (): Promise<void> => {
    isOver = true
    await done
  }
  return { answered, end }
}

beforeAll(async () => {
  receiver = await openReceiver()
  await startServer()
  const admin = ['--email', EMAIL, '--name', 'Jefa']
  expect(await run('create-admin', admin, { ENLACE_ADMIN_PASSWORD: PASSWORD })).toMatchObject({ code: 0, stderr: '' })
  const headers = { ...API_KEY, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
  const login = await fetch(`${address}/api/users/session/`, { method: 'POST', headers, body })
  cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

test('what was answered before the end of a backup is there after the data folder was lost; sessions and secrets go on', async () => {
  await ask('POST', '/networks/accounting/clients', CLIENT)
  mkdirSync(join(dataDir, 'cdr/done'), { recursive: true })
  writeFileSync(join(dataDir, 'cdr/done/mayo.csv'), 'iccid;bytes\n')
  const hook = { companyId: 1, url: receiver.url, events: ['sms.received'] }
  const { endpointId, secret } = await ask<{ endpointId: number; secret: string }>('POST', '/webhooks', hook)

  const writer = keepWriting()
  await expect.poll(() => writer.answered.length).toBeGreaterThan(5)
  const before = writer.answered.length
  const made = await run('back-up', [file])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const countAtEnd = writer.answered.length
  await expect.poll(() => writer.answered.length).toBeGreaterThan(countAtEnd + 5)
  await writer.end()
  expect(statSync(file).mode & 0o777).toBe(0o600)

  expect(await restore('--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Enlace \(process \d+\) uses .*; stop/),
  })
  const postmaster = readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0
  server.child.kill('SIGKILL')
  await server.ended
  // files that PostgreSQL removes at its end make rmSync stop early, without an error
  await expect.poll(() => processCommand(postmaster), { timeout: 60_000 }).toBe('')
  rmSync(dataDir, { recursive: true })
  expect(existsSync(dataDir)).toBe(false)

  const said = await restore()
  expect(said.stdout).toMatch(
    /^A whole backup of .* by Enlace .*: the database, the secret key and \d+ other files\.\nWith --yes /,
  )
  expect(existsSync(dataDir)).toBe(false)
  expect(await restore('--yes')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Restored: 1 users') })
  expect(readFileSync(join(dataDir, 'cdr/done/mayo.csv'), 'utf8')).toBe('iccid;bytes\n')

  await startServer()
  const found = await query<{ id: number }>('SELECT client_id AS id FROM radius_clients')
  const kept = new Set(found.map(({ id }) => id))
  const end = /up to (\S+) in/.exec(made.stdout)?.[1] ?? ''
  const due = await query<{ id: number }>(
    'SELECT id FROM json_to_recordset($1) AS a(id int, at pg_lsn) WHERE at <= $2::pg_lsn',
    [JSON.stringify(writer.answered), end],
  )
  expect(due.length).toBeGreaterThanOrEqual(before)
  expect(due.filter(({ id }) => !kept.has(id))).toEqual([])
  // the backup ends: not everything is in it
  expect(kept.size).toBeLessThan(writer.answered.length)

  // the login of before, and the secrets of before
  const { clients } = await ask<{ clients: { name: string }[] }>('GET', '/networks/accounting')
  expect(clients).toContainEqual(expect.objectContaining({ name: 'GGSN' }))
  receiver.received.length = 0
  await ask('POST', `/webhooks/${endpointId}/ping`, {})
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
})

test('a damaged file, one that is cut off and a folder with data are refused before anything is changed', async () => {
  server.child.kill('SIGTERM')
  await server.ended
  const present = readdirSync(dataDir)
  expect(await restore('--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty; say --replace') })
  const whole = readFileSync(file)
  for (const [name, bytes] of [
    ['cut.zip', whole.subarray(0, whole.length - 100_000)],
    ['changed.zip', Buffer.from(whole).fill(0x55, whole.length >> 1, (whole.length >> 1) + 9)],
    ['empty.zip', Buffer.alloc(0)],
  ] as const) {
    writeFileSync(join(folder, name), bytes)
    const refused = await run('restore', [join(folder, name), '--yes', '--replace'])
    expect([name, refused.code, refused.stderr]).toEqual([name, 1, expect.stringContaining('is no backup or is damaged')])
  }
  expect(readdirSync(dataDir)).toEqual(present)
  const replaced = await restore('--yes', '--replace')
  expect(replaced).toMatchObject({ code: 0, stderr: '' })
  const aside = /What was there is in (.*)\./.exec(replaced.stdout)?.[1] ?? ''
  expect(readdirSync(aside)).toEqual(expect.arrayContaining(['cdr', 'postgres', 'secret.key']))
})

test('a backup of a portal that does not run is made, and never over another one or into the data folder', async () => {
  const second = join(folder, 'second.zip')
  expect(await run('back-up', [second])).toMatchObject({ code: 0, stderr: '' })
  expect(await run('back-up', [second])).toMatchObject({ code: 1, stderr: `${second} is there already.\n` })
  const inside = await run('back-up', [join(dataDir, 'third.zip')])
  expect(inside.stderr).toContain('is in the data folder')
  const elsewhere = await run('back-up', [join(folder, 'none.zip')], { DATA_DIR: join(folder, 'none') })
  expect(elsewhere.stderr).toBe(`There is no database in ${join(folder, 'none')} to back up.\n`)
})

test('for a database of one’s own both commands name pgBackRest', async () => {
  const DATABASE_URL = 'postgres://enlace@127.0.0.1:1/enlace'
  for (const program of ['back-up', 'restore']) {
    const { code, stderr } = await run(program, [file], { DATABASE_URL })
    expect([code, stderr]).toEqual([1, expect.stringContaining('backed up and restored by pgBackRest')])
  }
})
