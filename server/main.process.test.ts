import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { startOldPostgres } from '#test/old-postgres.ts'
import { withDatabase } from '#test/postgres-admin.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-main-'))
const started: TestServerProcess[] = []
let database: TestDatabase
let taken: Server
let takenPort = 0

/** A start that would succeed if the given settings were not in its way. */
function start(env: Record<string, string>, args?: string[]): TestServerProcess {
  const server = startProcess(
    {
      PORT: '0',
      RADIUS_PORT: '0',
      SEED: 'none',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.connectionString,
      ...env,
    },
    args,
  )
  started.push(server)
  return server
}

beforeAll(async () => {
  database = await createTestDatabase()
  taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  takenPort = typeof address === 'object' && address ? address.port : 0
  writeFileSync(join(folder, 'file'), '')
})
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  taken.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function expectOneSentence(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stderr } = await start(env).ended
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(sentence)])
  expect(code).toBe(1)
}

test('a port in use is reported in one sentence', async () => {
  await expectOneSentence(
    { PORT: String(takenPort) },
    /^Cannot listen on 127\.0\.0\.1 port \d+: another program is using that port; choose another PORT\.$/,
  )
})

test('an address of another machine is reported in one sentence', async () => {
  await expectOneSentence(
    { HOST: '192.0.2.1' },
    /^Cannot listen on 192\.0\.2\.1 port 0: this machine has no such address; choose another HOST\.$/,
  )
})

test('an unreachable DATABASE_URL is reported in one sentence, without its password', async () => {
  taken.on('connection', (socket) => socket.destroy())
  await expectOneSentence(
    { DATABASE_URL: `postgres://enlace:Secreto1@127.0.0.1:${takenPort}/enlace` },
    /^Cannot use the database at 127\.0\.0\.1:\d+\/enlace \(DATABASE_URL\): the connection was cut\.$/,
  )
  await expectOneSentence(
    { DATABASE_URL: 'postgres://enlace:Secreto1@127.0.0.1:1/enlace' },
    /^Cannot use the database at 127\.0\.0\.1:1\/enlace \(DATABASE_URL\): nothing answers there\.$/,
  )
})

test('a missing database is reported in one sentence', async () => {
  const missing = withDatabase(inject('testPostgres').adminUrl, 'enlace_test_missing')
  await expectOneSentence(
    { DATABASE_URL: missing },
    /^Cannot use the database at .*enlace_test_missing \(DATABASE_URL\): it has no such database; create it first\.$/,
  )
})

test('a PostgreSQL that is too old is reported in one sentence', async () => {
  const { port, server } = await startOldPostgres('14.19 (Debian 14.19-1)', 140_019)
  await expectOneSentence(
    { DATABASE_URL: `postgres://enlace:Secreto1@127.0.0.1:${port}/enlace` },
    /^The database at 127\.0\.0\.1:\d+\/enlace is PostgreSQL 14\.19 \(Debian 14\.19-1\); Enlace needs 15 or newer\.$/,
  )
  server.close()
})

test('a data folder that cannot be created is reported in one sentence', async () => {
  await expectOneSentence(
    { DATABASE_URL: '', DATA_DIR: join(folder, 'file/data') },
    /^Cannot make the data folder .*: a part of its path is a file, not a folder\.$/,
  )
})

test('a wrong setting is reported in one sentence', async () => {
  await expectOneSentence({ PORT: 'x' }, /^PORT must be a whole number from 0 to 65535, not "x"\.$/)
})

test('a database of a newer version is reported in one sentence', async () => {
  const newer = await createTestDatabase()
  await newer.pool.query(
    "INSERT INTO schema_migrations (version, name, checksum) SELECT max(version) + 1, '9999_from_the_future', '' FROM schema_migrations",
  )
  await newer.pool.query("COMMENT ON TABLE schema_migrations IS 'Works with Enlace from 1000.0.0 on'")
  await expectOneSentence(
    { DATABASE_URL: newer.connectionString },
    /^The database was made by a newer version of Enlace \(its migration 9999_from_the_future/,
  )
  await newer.drop()
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it in order', async (signal) => {
  const server = start({})
  const response = await fetch(`${await server.address}/readyz`)
  expect(response.status).toBe(200)
  server.child.kill(signal)
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

test('one Ctrl-C that arrives twice still ends it in order', async () => {
  const server = start({})
  await server.address
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

test('with the embedded database it starts on an empty folder and again on a filled one', async () => {
  for (const _round of ['first', 'second']) {
    const server = start({ DATABASE_URL: '' })
    const response = await fetch(`${await server.address}/readyz`)
    expect(await response.json()).toMatchObject({ status: 'ready' })
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  }
})

test('without demo data no user can sign in until create-admin has created an administrator', async () => {
  const server = start({})
  const logIn = async (): Promise<boolean> => {
    const response = await fetch(`${await server.address}/api/users/session/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'enlace-web' },
      body: JSON.stringify({ email: 'Jefa@enlace.test', password: 'Segura2026' }),
    })
    return response.ok
  }
  expect(await logIn()).toBe(false)
  const admin = ['server/create-admin.ts', '--email', 'Jefa@enlace.test', '--name', 'Jefa']
  const made = await start({ ENLACE_ADMIN_PASSWORD: 'Segura2026' }, admin).ended
  expect(made).toMatchObject({ code: 0, stdout: 'Jefa@enlace.test can sign in now.\n', stderr: '' })
  expect(await logIn()).toBe(true)
  const again = await start({ ENLACE_ADMIN_PASSWORD: 'Segura2026' }, admin).ended
  expect(again).toMatchObject({ code: 1, stderr: 'There is already a user with the e-mail Jefa@enlace.test.\n' })
})

test('on SIGTERM it ends streams cleanly and finishes a running request', async () => {
  const server = start({})
  const address = await server.address
  const admin = ['server/create-admin.ts', '--email', 'fin@enlace.test', '--name', 'Fin']
  await start({ ENLACE_ADMIN_PASSWORD: 'Segura2026' }, admin).ended
  const headers = { 'x-api-key': 'enlace-web', 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'fin@enlace.test', password: 'Segura2026' })
  const login = await fetch(`${address}/api/users/session/`, { method: 'POST', headers, body })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const stream = await fetch(`${address}/api/dashboard/events`, { headers: { ...headers, cookie } })
  let finish = (): void => undefined
  const slowly = new ReadableStream({
    start: (sink) => {
      const bytes = new TextEncoder()
      sink.enqueue(bytes.encode('ICC;Nota\n'))
      finish = () => {
        sink.enqueue(bytes.encode('8956030000000000001;lenta\n'))
        sink.close()
      }
    },
  })
  const upload = fetch(`${address}/api/operations/files?fileName=lenta.csv`, {
    method: 'POST',
    headers: { ...headers, cookie, 'content-type': 'text/csv' },
    body: slowly,
    duplex: 'half',
  } as RequestInit)
  // a stream that is cut off throws here
  const streamed = stream.text()
  // the upload is there by now, also where others take half of the machine
  await sleep(1_000)
  server.child.kill('SIGTERM')
  expect(await streamed).toContain('retry: 2000')
  finish()
  expect((await upload).status).toBe(200)
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

test('on SIGTERM it first answers that it is stopping and serves on, until a second signal', async () => {
  const server = start({ STOP_DELAY_SECONDS: '300' })
  const address = await server.address
  const before = await fetch(`${address}/readyz`)
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 20 }).toBe(503)
  const stopping = await fetch(`${address}/readyz`)
  expect(await stopping.json()).toEqual({ status: 'stopping' })
  const served = await fetch(`${address}/api/client-config`, { headers: { 'x-api-key': 'enlace-web' } })
  const connections = [before, served].map(({ headers }) => headers.get('connection'))
  expect([served.status, ...connections]).toEqual([200, 'keep-alive', 'close'])
  // within a second it would be the same key press
  await sleep(1_100)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

test('after SIGTERM it ends by itself when the delay is over', async () => {
  const server = start({ STOP_DELAY_SECONDS: '1' })
  await server.address
  const signalled = performance.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  expect(performance.now() - signalled).toBeGreaterThan(990)
})

test('Ctrl-C is not delayed', async () => {
  const server = start({ STOP_DELAY_SECONDS: '300' })
  await server.address
  server.child.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

test('create-admin refuses a weak password and a start without a terminal', async () => {
  const admin = ['server/create-admin.ts', '--email', 'otra@enlace.test', '--name', 'Otra']
  expect(await start({ ENLACE_ADMIN_PASSWORD: 'segura' }, admin).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The password: At least 8/),
  })
  expect(await start({ ENLACE_ADMIN_PASSWORD: 'Enlace2026' }, admin).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The password: It can be guessed/),
  })
  expect(await start({}, admin).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^At a terminal this command asks/),
  })
})
