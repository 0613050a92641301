import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#test/fleet.ts'
import { createFleetDatabase, type FleetDatabase } from '#test/fleet-database.ts'
import { API_KEY } from '#test/portal.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'

type Package = typeof import('./client.ts')
type Client = ReturnType<Package['createClient']>

const ROOT = join(import.meta.dirname, '..')
const QUOTA = 100
const folder = mkdtempSync(join(tmpdir(), 'enlace-client-'))
let database: FleetDatabase
let server: TestServerProcess
let url = ''
let key = ''
let icc = ''
/** as npm installs it */
let installed: Package
let client: Client

async function makeKey(name: string): Promise<string> {
  const headers = { ...API_KEY, 'content-type': 'application/json' }
  const login = JSON.stringify({ email: database.people.ana.email, password: PASSWORD })
  const session = await fetch(`${url}/api/users/session/`, { method: 'POST', headers, body: login })
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
  const body = JSON.stringify({ name, permits: ['sims', 'alarmas', 'plans'], canHibernate: true })
  const answer = await fetch(`${url}/api/apiKeys`, { method: 'POST', headers: { ...headers, cookie }, body })
  return ((await answer.json()) as { data: { key: string } }).data.key
}

beforeAll(async () => {
  database = await createFleetDatabase(new Date())
  server = startProcess({
    ...{ PORT: '0', RADIUS_PORT: '0', SEED: 'none', LOG_LEVEL: 'info', API_KEY_REQUESTS_PER_MINUTE: String(QUOTA) },
    ...{ DATABASE_URL: database.connectionString, DATA_DIR: join(folder, 'data') },
  })
  url = await server.address
  key = await makeKey('Program')
  icc = database.sims.find(({ companyId, status }) => companyId === 3 && status === 2)?.iccid ?? ''
  const packed = execFileSync(process.execPath, [join(ROOT, 'scripts/client-package.ts'), folder], { encoding: 'utf8' })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', '--silent', packed.trim()])
  installed = await import(pathToFileURL(join(folder, 'node_modules/enlace-client/client.js')).href)
  client = installed.createClient({ baseUrl: `${url}/`, key, language: 'en' })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('a list is read over its pages, from the first cell to the last', async () => {
  const sizes: number[] = []
  const iccs: string[] = []
  for await (const { rows } of client.sims.list({ sort: 'icc', limit: 20 }).pages()) {
    sizes.push(rows.length)
    iccs.push(...rows.map((row) => row.icc))
  }
  const own = database.sims.filter(({ companyId }) => companyId === 3 || companyId === 4).map(({ iccid }) => iccid)
  expect([sizes, iccs]).toEqual([[20, 20, 20, 20, 5], own.toSorted()])
  const skipped = await client.sims.list({ sort: 'icc', limit: 20, skip: 30 }).toArray()
  expect(skipped.map((row) => row.icc)).toEqual(own.toSorted().slice(30))
  const [row] = skipped
  expect(row).toMatchObject({
    planMb: expect.any(Number),
    companyId: expect.any(Number),
    activationDate: expect.toSatisfy(isTextOrNull),
  })
})
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'

test('one SIM is read, changed and has its notes; an operation is shown before it starts', async () => {
  await client.sims.update({ icc, customField1: 'Truck 17' })
  const sim = await client.sims.get(icc)
  expect(sim).toMatchObject({ icc, customField1: 'Truck 17', simAdministrativeStatusId: 2 })
  await client.notes.create(icc, { text: 'Front axle' })
  expect(await client.notes.list(icc)).toMatchObject([{ text: 'Front axle' }])

  const draft = await client.operations.hibernate({ icc: [icc], preview: true })
  expect(draft).toMatchObject({ accepted: 1, state: 'draft' })
  const { operationId } = await client.operations.confirm(draft.operationId)
  for await (const { state } of client.operations.follow({ operationId })) if (state === 'finished') break
  expect(await client.operations.get(operationId)).toMatchObject({ counts: { succeeded: 1 } })
  expect((await client.sims.get(icc)).simAdministrativeStatusId).toBe(11)
  expect(await client.sims.reactivate(icc)).toMatchObject({ state: 'succeeded' })
})

test('a request with an own Idempotency-Key has its effect once', async () => {
  const options = { idempotencyKey: 'note-1' }
  const both = [
    await client.notes.create(icc, { text: 'Once' }, options),
    await client.notes.create(icc, { text: 'Once' }, options),
  ]
  expect(both[1]).toEqual(both[0])
  expect((await client.notes.list(icc)).filter(({ text }) => text === 'Once')).toHaveLength(1)
})

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason) => reason)
  expect(error).toBeInstanceOf(installed.EnlaceError)
  return error as InstanceType<Package['EnlaceError']>
}

test('what is refused has a code, a sentence in the language, and the problem of each field', async () => {
  const wrong = await failureOf(client.sims.list({ limit: 5000 }).toArray())
  expect(wrong).toMatchObject({ status: 400, code: 'invalid_request', fields: { limit: expect.stringContaining('1000') } })
  const spanish = installed.createClient({ baseUrl: url, key })
  expect((await failureOf(spanish.sims.get('89560300000000000000'))).message).not.toBe(
    (await failureOf(client.sims.get('89560300000000000000'))).message,
  )
  expect(await failureOf(client.companies.list().toArray())).toMatchObject({ status: 403, code: 'not_allowed' })
  const revoked = installed.createClient({ baseUrl: url, key: `${key.slice(0, -3)}xyz` })
  expect(await failureOf(revoked.sims.get(icc))).toMatchObject({ code: 'invalid_api_key' })
  const elsewhere = installed.createClient({ baseUrl: `${url}/sims`, key })
  expect(await failureOf(elsewhere.sims.get(icc))).toMatchObject({ code: 'unexpected_answer' })
})

test('a key whose rate is used up waits as long as it is asked to, or says so', async () => {
  const other = await makeKey('Hurried')
  const hurried = installed.createClient({ baseUrl: url, key: other, retries: 0 })
  const refused = await failureOf(Promise.all(Array.from({ length: 2 * QUOTA + 1 }, () => hurried.session.get())))
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(refused.retryAfter).toBeLessThanOrEqual(60)

  const sent: (string | null)[] = []
  const busyAtFirst: typeof fetch = async (input, init) => {
    sent.push(new Headers(init?.headers).get('idempotency-key'))
    return sent.length === 1 ? new Response('{}', { status: 429, headers: { 'retry-after': '1' } }) : fetch(input, init)
  }
  const waiting = installed.createClient({ baseUrl: url, key, fetch: busyAtFirst })
  expect(await waiting.sims.update({ icc, customField1: 'Truck 18' })).toMatchObject({})
  expect([sent.length, new Set(sent).size]).toEqual([2, 1])
})

test('a signal ends a call, a wait, and a stream', async () => {
  await expect(client.sims.get(icc, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  const busy: typeof fetch = async () => new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
  const waiting = installed.createClient({ baseUrl: url, key, fetch: busy })
  await expect(waiting.sims.get(icc, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' })
  const stop = new AbortController()
  const read = async () => {
    for await (const _ of client.dashboard.follow(undefined, { signal: stop.signal })) stop.abort()
  }
  await expect(read()).rejects.toMatchObject({ name: 'AbortError' })
})

/** Of the installed declarations, for a program of Node and for a page. */
function typeErrors(file: string, environment: 'node' | 'page'): string {
  const types = environment === 'node' ? { lib: ['es2024'], types: ['node'] } : { lib: ['es2024', 'dom'], types: [] }
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: environment === 'node' },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, typeRoots: [join(ROOT, 'node_modules/@types')] },
    ...types,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' }).stdout
}

test('what does not fit a call does not compile, in a program and in a page', () => {
  const wrong = [
    'client.sims.hibernate()',
    'client.sims.hibernate(895603)',
    "client.sims.hibernate('8956', { why: 'winter' })",
    'client.sims.list({ filter: { planCode: [] } })',
    "client.sims.list({ sort: 'colour' })",
    "client.sims.export({ columns: ['icc'], format: 'pdf' })",
    'client.alarms.create({})',
    "client.tags.list({ signal: 'now' })",
    "client.operations.uploadFile({ fileName: 'a.pdf', type: 'application/pdf', file: '' })",
    '(await client.sims.get("8956")).colour',
    'for await (const row of client.sims.list()) row.icc.toFixed()',
    'await client.apiKeys.create({})',
    "createClient({ baseUrl: 'https://portal.example.com' })",
  ]
  const head = "import { createClient } from 'enlace-client'\nconst client = createClient({ baseUrl: '', key: '' })\n"
  const right = "for await (const row of client.sims.list({ filter: { search: 'abc' } })) row.icc.toUpperCase()\n"
  writeFileSync(join(folder, 'wrong.ts'), head + right + wrong.map((line) => `// @ts-expect-error\n${line};\n`).join(''))
  expect([typeErrors('wrong.ts', 'node'), typeErrors('wrong.ts', 'page')]).toEqual(['', ''])
})

test('docs/client.md: every example compiles and works as it stands there, in its order', () => {
  const text = readFileSync(join(ROOT, 'docs/client.md'), 'utf8')
  const examples = [...text.matchAll(/```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map(([, lines]) => lines).join('\n')
  expect(examples.split('\n').length).toBeGreaterThan(50)
  writeFileSync(join(folder, 'examples.ts'), examples)
  expect(typeErrors('examples.ts', 'node')).toBe('')
  const env = { PATH: process.env.PATH, ENLACE_URL: url, ENLACE_KEY: key, ICC: icc }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['examples.ts'], { cwd: folder, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('400 invalid_request')
})
