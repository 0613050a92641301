import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { luhnDigit } from '#domain/identifiers.ts'
import { runningEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY } from '#test/portal.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-beside-'))
const started: TestServerProcess[] = []
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dataDir = (name: string): string => join(folder, name)
function run(env: Record<string, string>, args?: string[]): TestServerProcess {
  const program = startProcess({ PORT: '0', SEED: 'none', ...env }, args)
  started.push(program)
  return program
}
const startPortal = (name: string) => run({ DATA_DIR: dataDir(name) })
const runImport = (name: string, file: string, ...options: string[]) =>
  run({ DATA_DIR: dataDir(name) }, ['server/import-inventory.ts', file, ...options])

const iccid = (n: number): string => {
  const digits = `8956030888${String(n).padStart(9, '0')}`
  return digits + luhnDigit(digits)
}
function fileOf(lines: number): string {
  const file = join(folder, `${lines}.csv`)
  const rows = Array.from({ length: lines }, (_, n) => `${iccid(n)};Enlace;IOT250;M2M;Beside ${n}`)
  writeFileSync(file, ['ICC;Empresa;Plan;APN;Etiqueta', ...rows].join('\n'))
  return file
}

function connectionOf(name: string): string {
  const url = runningEmbeddedPostgres(dataDir(name))
  if (url === undefined) throw new Error('no database runs there')
  return url
}
/** A company, an administrator, an APN and a plan for the portal that runs on a folder. */
async function fill(name: string): Promise<void> {
  const admin = ['server/create-admin.ts', '--email', 'jefa@enlace.test', '--name', 'Jefa', '--company', 'Enlace']
  expect(await run({ DATA_DIR: dataDir(name), ENLACE_ADMIN_PASSWORD: PASSWORD }, admin).ended).toMatchObject({ code: 0 })
  const client = new Client({ connectionString: connectionOf(name) })
  await client.connect()
  await client.query("INSERT INTO apns (apn_id, name, apn) VALUES (1, 'M2M', 'm2m.enlace')")
  await client.query(
    `WITH plan AS (INSERT INTO plans (plan_code, name, data_mb, origin_id, sim_type_id, price_minor)
       VALUES ('IOT250', 'IoT 250 MB', 250, 1, 2, 1200) RETURNING *)
     INSERT INTO plan_terms (plan_code, valid_from, data_mb, price_minor) SELECT plan_code, '1970-01-01', data_mb, price_minor FROM plan`,
  )
  await client.end()
}

test('beside a running portal the command imports into its database, and the portal shows it', async () => {
  const portal = startPortal('together')
  const address = await portal.address
  await fill('together')
  const { code, stdout, stderr } = await runImport('together', fileOf(40)).ended
  expect([code, stderr.includes('Error')]).toEqual([0, false])
  expect(stdout).toContain('Imported: 40 new and 0 changed SIMs.')
  const headers = { ...API_KEY, 'content-type': 'application/json' }
  const logIn = await fetch(`${address}/api/users/session/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'jefa@enlace.test', password: PASSWORD }),
  })
  const cookie = logIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const sim = await fetch(`${address}/api/sim/${iccid(7)}`, { headers: { ...API_KEY, cookie } })
  expect(await sim.json()).toMatchObject({ status: true, data: { icc: iccid(7), customField1: 'Beside 7' } })
})

test('while the portal is still starting the command waits for its database', async () => {
  const portal = startPortal('starting')
  await expect.poll(() => existsSync(join(dataDir('starting'), 'enlace.lock')), { interval: 5 }).toBe(true)
  const early = runImport('starting', fileOf(3))
  await portal.address
  const { code, stderr } = await early.ended
  expect(stderr.trim()).toBe('There are no companies yet; make the first administrator with `npm run create-admin`.')
  expect(code).toBe(1)
})

test('a portal that ends meanwhile is reported in one sentence, and nothing is half-imported', async () => {
  const portal = startPortal('ending')
  await portal.address
  await fill('ending')
  const importing = runImport('ending', fileOf(60_000))
  const client = new Client({ connectionString: connectionOf('ending') })
  client.on('error', () => undefined)
  await client.connect()
  await expect
    .poll(async () => (await client.query("SELECT FROM imports WHERE state IN ('checking', 'applying')")).rowCount, {
      interval: 20,
    })
    .toBe(1)
  portal.child.kill('SIGTERM')
  await portal.ended
  const { code, stderr } = await importing.ended
  expect(stderr.trim().split('\n').at(-1)).toBe(
    'The database was stopped meanwhile. Nothing was imported; start the portal and import the file again.',
  )
  expect([code, stderr.includes('    at ')]).toEqual([1, false])

  const again = startPortal('ending')
  await again.address
  const later = new Client({ connectionString: connectionOf('ending') })
  await later.connect()
  expect((await later.query('SELECT FROM sims WHERE iccid = $1', [iccid(0)])).rowCount).toBe(0)
  await later.end()
})
