import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#test/fleet.ts'
import { createFleetDatabase, type FleetDatabase } from '#test/fleet-database.ts'
import { API_KEY } from '#test/portal.ts'
import { COMPILED, startProcess, type TestServerProcess } from '#test/server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'enlace-terminal-'))
const HOME = join(folder, 'installed')
/** As npm installs it. */
const PROGRAM = join(HOME, 'node_modules/enlace-terminal/terminal/enlace.js')
let database: FleetDatabase
let server: TestServerProcess
let url = ''
let key = ''
/** of a key without the permit for SIMs */
let weak = ''
let icc = ''

const headers = { ...API_KEY, 'content-type': 'application/json' }
async function logIn(person: 'ana' | 'luis'): Promise<string> {
  const login = JSON.stringify({ email: database.people[person].email, password: PASSWORD })
  const session = await fetch(`${url}/api/users/session/`, { method: 'POST', headers, body: login })
  return session.headers.get('set-cookie')?.split(';')[0] ?? ''
}
async function post(person: 'ana' | 'luis', path: string, body: object) {
  const cookie = await logIn(person)
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { data: { key: string } }
}
const makeKey = async (person: 'ana' | 'luis', body: object): Promise<string> => (await post(person, '/apiKeys', body)).data.key

beforeAll(async () => {
  database = await createFleetDatabase(new Date())
  const env = { PORT: '0', RADIUS_PORT: '0', SEED: 'none', DATABASE_URL: database.connectionString }
  server = startProcess({ ...env, LOG_LEVEL: 'info', DATA_DIR: join(folder, 'data') })
  url = await server.address
  const permits = ['sims', 'alarmas', 'plans', 'users', 'companies']
  key = await makeKey('ana', { name: 'Terminal', permits, canHibernate: true })
  // made here: while a program runs, this process does not see that the server has closed a connection
  weak = await makeKey('ana', { name: 'Weak', permits: ['alarmas'], canHibernate: false })
  icc = database.sims.find(({ companyId, status }) => companyId === 3 && status === 2)?.iccid ?? ''
  writeFileSync(join(folder, 'key.txt'), `${key}\n`)
  const packed = execFileSync(process.execPath, [join(ROOT, 'scripts/terminal-package.ts'), folder], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  execFileSync('npm', ['install', '--prefix', HOME, '--offline', '--no-audit', '--no-fund', '--silent', packed.trim()])
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...COMPILED,
  PATH: [join(HOME, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: folder,
  LANG: 'en_US.UTF-8',
  ...more,
})
const withKey = (more: Record<string, string> = {}) => environment({ ENLACE_URL: url, ENLACE_KEY: key, ...more })

function enlace(args: readonly string[], env = withKey(), input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env,
    input,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
/** A command line as a shell runs it, with a screen of so many columns around it. */
function onScreen(
  command: string,
  columns: number,
  { input = '', more = {} }: { input?: string; more?: Record<string, string> } = {},
) {
  const line = `stty cols ${columns}; ${command}`
  const options = { cwd: folder, env: withKey(more), input, encoding: 'utf8' } as const
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], options)
  return stdout.replaceAll('\r', '')
}

test('a login is tried, and saved where only its owner can read it', () => {
  const config = { XDG_CONFIG_HOME: join(folder, 'config') }
  expect(enlace(['sims', 'list'], environment(config))).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('Not logged in'),
  })
  const wrong = enlace(['login', '--url', url], environment(config), `${key}x`)
  expect(wrong).toMatchObject({ status: 3, stdout: '', stderr: 'enlace: The x-api-key header is missing or invalid.\n' })
  expect(enlace(['login', '--url', url, '--profile', 'test'], environment(config), key)).toMatchObject({ status: 0 })
  const file = join(folder, 'config/enlace/profiles.json')
  expect([statSync(file).mode & 0o777, JSON.parse(readFileSync(file, 'utf8')).current]).toEqual([0o600, 'test'])
  expect(enlace(['whoami'], environment(config)).stdout).toContain('api-key:Terminal')
  // a key goes to no other portal than its own
  expect(enlace(['whoami'], environment({ ...config, ENLACE_URL: 'https://other.example' }))).toMatchObject({ status: 3 })
  expect(enlace(['profiles', '--json'], environment(config)).stdout).toBe(
    `${JSON.stringify([{ profile: 'test', url, current: true }])}\n`,
  )
  expect(enlace(['logout'], environment(config)).status).toBe(0)
  expect(enlace(['whoami'], environment(config)).status).toBe(3)
})

/** A login by a code, which a person answers. */
async function deviceLogin(config: Record<string, string>, answer: (userCode: string) => Promise<unknown>) {
  const program = spawn(process.execPath, [PROGRAM, 'login', '--device', '--url', url], { env: environment(config) })
  let said = ''
  let code = ''
  program.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    const shown = /device=(\S+)/.exec(said)?.[1] ?? ''
    if (code === '' && shown !== '' && said.includes('Waiting')) {
      code = shown
      void answer(shown)
    }
  })
  const status = await new Promise<number | null>((resolve) => program.once('exit', resolve))
  return { status, said, code }
}

test('a terminal logs in by a code that a person confirms, with the permits that they leave it', async () => {
  const config = { XDG_CONFIG_HOME: join(folder, 'device') }
  const { status, said, code } = await deviceLogin(config, (userCode) =>
    post('ana', `/deviceLogins/${userCode}/approve`, { name: 'By code', permits: ['sims'] }),
  )
  expect(said).toContain(`Open ${url}/integrations?device=${code}`)
  expect(said).toContain(`Logged in to ${url}`)
  expect(status).toBe(0)
  expect(enlace(['whoami'], environment(config)).stdout).toContain('api-key:By code')
  expect(enlace(['sims', 'list', '--limit', '1', '--tsv'], environment(config)).status).toBe(0)
  expect(enlace(['call', 'getAlarms'], environment(config)).status).toBe(3)
})

test('a terminal that a person refuses says so, and saves nothing', async () => {
  const config = { XDG_CONFIG_HOME: join(folder, 'refused') }
  const { status, said } = await deviceLogin(config, (userCode) => post('ana', `/deviceLogins/${userCode}/refuse`, {}))
  expect([status, said]).toEqual([3, expect.stringContaining('refused')])
  expect(enlace(['whoami'], environment(config)).status).toBe(3)
})

test('a list is a table for people, and whole in both forms for programs', () => {
  const inScope = database.sims.filter(({ companyId }) => companyId === 3 || companyId === 4)
  const table = enlace(['sims', 'list', '--limit', '3']).stdout.split('\n')
  expect(table[0]).toMatch(/^ICC +LABEL +STATUS/)
  expect(table).toHaveLength(5)
  const tsv = enlace(['sims', 'list', '--tsv']).stdout.trimEnd().split('\n')
  expect(tsv).toHaveLength(inScope.length + 1)
  const rows = enlace(['sims', 'list', '--json'])
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.map((row) => row.icc).toSorted()).toEqual(inScope.map(({ iccid }) => iccid).toSorted())
  expect(rows[0].planMb).toEqual(expect.any(Number))
  expect(enlace(['sims', 'list', '--tsv', '--columns', 'icc,nothing'])).toMatchObject({ status: 2, stdout: '' })
  expect(enlace(['sims', 'list', '--search', 'nowhere'])).toMatchObject({ status: 0, stdout: '', stderr: 'None.\n' })
})

// macOS has a `script` with other options
test.runIf(process.platform === 'linux')(
  'a table fits its screen: identifiers stay whole, and colours end with NO_COLOR',
  () => {
    const narrow = onScreen('enlace sims list --limit 5', 44)
    const lines = narrow
      .replaceAll(/\u001b\[\d+m/g, '')
      .trimEnd()
      .split('\n')
      .slice(0, 6)
    expect(lines.map((line) => line.length <= 44)).toEqual(lines.map(() => true))
    expect(lines[1]).toMatch(/^\d{19,20} {2}/)
    expect(narrow).toContain('\u001b[1mICC')
    expect(onScreen('enlace sims list --limit 5', 200, { more: { NO_COLOR: '1' } })).not.toContain('\u001b[1m')
  },
)

test('what the portal says is in the language of LANG', () => {
  const spanish = withKey({ LANG: 'es_CL.UTF-8' })
  expect(enlace(['sims', 'show', '123'], spanish).stderr).toMatch(/^enlace: icc: El ICC debe tener/)
  expect(enlace(['sims', 'list', '--limit', '1'], spanish).stdout).toMatch(/^ICC +ETIQUETA +ESTADO/)
})

test('many SIMs are changed after a preview and a yes, and followed to the end', () => {
  const filter = ['sims', 'hibernate', '--status', 'active', '--company', '3']
  const counted = () => JSON.parse(enlace(['sims', 'count', '--status', 'active', '--company', '3', '--json']).stdout).total
  const active = counted()
  const preview = enlace([...filter, '--preview'])
  expect(preview).toMatchObject({ status: 0, stderr: expect.stringContaining(`hibernate: ${active} SIMs of ${active}`) })
  expect(enlace(filter)).toMatchObject({ status: 9, stderr: expect.stringContaining('--yes confirms') })
  expect(enlace(['sims', 'hibernate'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Say which SIMs') })
  expect(counted()).toBe(active)
  const done = enlace([...filter, '--yes', '--reason', 'Winter'])
  expect(done).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(new RegExp(`^hibernate \\d+ finished: ${active} of ${active} done`)),
  })
  expect(counted()).toBe(0)
  // as a list from stdin, and again: no line is left
  const list = enlace(['sims', 'list', '--status', 'hibernated', '--company', '3', '--tsv']).stdout
  const back = enlace(['sims', 'reactivate', '--file', '-', '--yes', '--json'], withKey(), list)
  expect(back.status).toBe(0)
  expect(JSON.parse(back.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ kind: 'reactivate', state: 'finished' })
  expect(enlace(['sims', 'reactivate', '--file', '-', '--yes'], withKey(), list)).toMatchObject({ status: 5 })
})

test.runIf(process.platform === 'linux')('a person is asked, and a no changes nothing', () => {
  const count = () => enlace(['sims', 'count', '--status', 'active']).stdout
  const before = count()
  expect(onScreen(`enlace sims hibernate ${icc}; echo $?`, 80, { input: 'n\n' })).toMatch(
    /\[y\/N\][\s\S]*Nothing was changed\.\n9\n/,
  )
  expect(onScreen('enlace sims hibernate --all; echo $?', 80, { input: 'n\n' })).toMatch(
    /Start\? \[y\/N\][\s\S]*Nothing was changed\.\n9\n/,
  )
  expect(count().replace(/\nasOf.*|\nusageAsOf.*/g, '')).toBe(before.replace(/\nasOf.*|\nusageAsOf.*/g, ''))
})

test('a single SIM is changed at once, and errors say what is wrong by code and field', async () => {
  expect(enlace(['sims', 'hibernate', icc, '--yes'])).toMatchObject({ status: 0, stderr: 'The SIM was hibernated\n' })
  expect(enlace(['sims', 'hibernate', icc, '--yes'])).toMatchObject({ status: 5, stdout: '' })
  expect(enlace(['sims', 'reactivate', icc, '--yes']).status).toBe(0)
  expect(enlace(['sims', 'show', '123'])).toMatchObject({
    status: 2,
    stderr: 'enlace: icc: The ICC must have 18 to 20 digits.\n',
  })
  const foreign = database.sims.find(({ companyId }) => companyId === 5)?.iccid ?? ''
  expect(enlace(['sims', 'show', foreign])).toMatchObject({ status: 4, stderr: `enlace: SIM ${foreign} not found.\n` })
  expect(enlace(['sims', 'list'], withKey({ ENLACE_KEY: weak }))).toMatchObject({ status: 3, stdout: '' })
  expect(enlace(['sims', 'list'], withKey({ ENLACE_URL: 'http://127.0.0.1:9' }))).toMatchObject({ status: 7 })
})

test('a reader that ends early is no error, and Ctrl-C leaves the operation', async () => {
  const piped = spawnSync('bash', ['-c', 'enlace sims list --all | head -1; echo "$PIPESTATUS"'], {
    env: withKey(),
    encoding: 'utf8',
  })
  expect(piped.stdout).toMatch(/^ICC[^\n]*\n0\n$/)
  expect(piped.stderr).toBe('')
  const later = enlace(['sims', 'restart', icc, '--preview', '--json'])
  expect(later.status).toBe(0)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const started = enlace(['sims', 'edit', icc, '--device', 'Tracker', '--at', at, '--yes', '--json'])
  const { operationId } = JSON.parse(started.stdout)
  const child = spawn(process.execPath, [PROGRAM, 'ops', 'follow', String(operationId)], { env: withKey() })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
    if (/scheduled/.test(said)) child.kill('SIGINT')
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, said]).toEqual([130, expect.stringContaining(`enlace ops follow ${operationId}`)])
  expect(enlace(['ops', 'cancel', String(operationId)]).status).toBe(0)
})

test('a fleet file: the plan changes nothing, apply makes it so, and a second time there is nothing to do', () => {
  const file = join(folder, 'fleet.json')
  const plan = (...options: string[]) => enlace(['plan', 'fleet.json', ...options], withKey({ GUARD: 'guard@example.com' }))
  const apply = (...options: string[]) => enlace(['apply', 'fleet.json', ...options], withKey({ GUARD: 'guard@example.com' }))
  const write = (fleet: object) => writeFileSync(file, JSON.stringify({ company: 3, ...fleet }))
  const guard = `\${${'GUARD'}}`
  const alarm = { name: 'Of a file', limitMb: 4000, emails: [guard] }
  const rule = {
    name: 'Abroad',
    trigger: { kind: 'place', where: 'outside', areas: ['pe', 'CL', '730-01'] },
    actions: { tag: 'abroad' },
    active: false,
  }
  write({ groups: [{ path: 'File/Inner', tags: ['inner'] }], alarms: [alarm], rules: [rule] })
  const first = plan('--check')
  expect(first).toMatchObject({ status: 10, stderr: expect.stringContaining('3 to create, 0 to change, 0 to delete.') })
  expect(first.stdout).toContain(`emails: ["${guard}"]`)
  expect(first.stdout).not.toContain('guard@example.com')
  expect(apply()).toMatchObject({ status: 9, stderr: expect.stringContaining('--yes confirms') })
  expect(plan('--check').status).toBe(10)
  expect(apply('--yes')).toMatchObject({ status: 0, stderr: expect.stringContaining('rule Abroad created') })
  expect(plan('--check')).toMatchObject({ status: 0, stderr: 'Nothing to do: the portal is as the file says.\n' })
  const rules = enlace(['call', 'getRules', '--json', 'search=Abroad']).stdout
  expect(JSON.parse(rules)).toMatchObject({ name: 'Abroad', active: false })

  write({ groups: [{ path: 'File' }], alarms: [{ ...alarm, limitMb: 5000 }], rules: [{ ...rule, active: true }] })
  const changes = plan('--prune', '--json').stdout.trimEnd()
  expect(JSON.parse(changes).map((one: { does: string; name: string }) => `${one.does} ${one.name}`)).toEqual([
    'change Of a file',
    'change Abroad',
    'delete File/Inner',
  ])
  expect(apply('--prune', '--yes').status).toBe(0)
  expect(plan('--prune', '--check').status).toBe(0)
  // refused within: what was made before stays, and the code is that of the refusal
  write({ groups: [{ path: 'File/Other' }], alarms: [{ ...alarm, limitMb: -1 }] })
  expect(apply('--yes')).toMatchObject({ status: 2, stderr: expect.stringContaining('1 of 2 changes made') })
  expect(enlace(['fleet', '--company', '3']).stdout).toContain('path: File/Other')
  expect(enlace(['plan', 'nowhere.yaml'])).toMatchObject({ status: 2, stderr: 'enlace: There is no file nowhere.yaml.\n' })
  write({ groups: [{ path: 'A', company: 'Nobody’s' }] })
  expect(plan()).toMatchObject({ status: 2, stderr: 'enlace: There is no company Nobody’s.\n' })
})

test('companies of a fleet file: made with what is of them, found again by their tax ids, changed and never deleted', () => {
  const file = join(folder, 'companies.json')
  const run = (verb: 'plan' | 'apply', ...options: string[]) => enlace([verb, 'companies.json', ...options])
  const write = (fleet: object) => writeFileSync(file, JSON.stringify({ company: 3, ...fleet }))
  const norte = { tin: '76.354.771-K', businessName: 'Archivo Norte SpA', country: 'CL', website: 'norte.test' }
  const puerto = { tin: '77.215.640-5', businessName: 'Archivo Puerto SpA', company: '76354771-k' }
  const group = { path: 'Grúas', company: 'Archivo Puerto SpA' }
  const alarm = { name: 'Grúas', limitMb: 900, emails: ['guardia@norte.test'], company: '77.215.640-5', group: 'Grúas' }
  // the inner one first: the order in a file says nothing
  write({ companies: [puerto, norte], groups: [group], alarms: [alarm] })
  const first = run('plan', '--check')
  expect(first).toMatchObject({ status: 10, stderr: expect.stringContaining('4 to create, 0 to change, 0 to delete.') })
  expect(first.stdout).toMatch(/\+ company 76\.354\.771-K .*\n[\s\S]*\+ company 77\.215\.640-5 \(Archivo Norte SpA\)\n/)
  expect(first.stdout).toContain('+ group Grúas (Archivo Puerto SpA)')
  const applied = run('apply', '--yes')
  expect(applied, applied.stderr).toMatchObject({ status: 0, stderr: expect.stringContaining('alarm Grúas created') })
  expect(run('plan', '--check')).toMatchObject({ status: 0, stderr: 'Nothing to do: the portal is as the file says.\n' })
  expect(run('apply', '--yes')).toMatchObject({ status: 0 })

  const made = JSON.parse(enlace(['call', 'getCompanies', '--json', 'search=76.354.771']).stdout)
  expect(made).toMatchObject({ businessName: 'Archivo Norte SpA', tin: '76.354.771-K', parentId: 3 })

  // what the file leaves out stays as it is
  const { website: _, ...less } = norte
  write({ companies: [{ ...less, city: 'Arica' }] })
  const drift = JSON.parse(run('plan', '--json').stdout)
  const field = { name: 'city', from: '', to: 'Arica' }
  expect(drift).toMatchObject([{ does: 'change', kind: 'company', name: '76.354.771-K', fields: [field] }])
  expect(run('apply', '--yes')).toMatchObject({ status: 0, stderr: expect.stringContaining('company 76.354.771-K changed') })
  expect(run('plan', '--check', '--prune').status).toBe(0)
  const changed = JSON.parse(enlace(['call', 'getCompany', `id=${made.companyId}`, '--json']).stdout)
  expect(changed).toMatchObject({ city: 'Arica', website: 'https://norte.test', currency: expect.stringMatching(/^[A-Z]{3}$/) })

  // without a company it is the key's own, also when the key sees several by now
  writeFileSync(file, JSON.stringify({ companies: [less] }))
  expect(run('plan', '--check').status).toBe(0)

  // left out is not deleted, moved is refused, and what the API refuses is said at the company
  write({ companies: [{ ...puerto, company: '3' }] })
  expect(run('plan')).toMatchObject({ status: 2, stderr: expect.stringContaining('a file moves none') })
  write({ companies: [{ ...norte, currency: 'XXXX' }] })
  expect(run('apply', '--yes')).toMatchObject({ status: 2, stderr: expect.stringContaining('company 76.354.771-K:') })
  write({ companies: [{ ...norte, country: 'QQ' }] })
  expect(run('apply', '--yes')).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no country QQ') })
  write({ companies: [{ tin: '1-9', businessName: 'Sola', company: '1-9' }] })
  expect(run('plan')).toMatchObject({ status: 2, stderr: expect.stringContaining('would be below itself') })

  const now = enlace(['fleet', '--company', 'Archivo Norte SpA']).stdout
  expect(now).toContain('businessName: Archivo Puerto SpA')
  expect(now).not.toContain('customField1Name')
  const seen = enlace(['fleet', '--company', '3'], withKey({ ENLACE_KEY: weak }))
  expect(seen).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('companies are left out: the key may not see them.'),
  })
})

/** A million SIMs as the API streams them, from a server that makes them up. */
function serveMillion(): Server {
  const header = 'icc\tcustomField1\tsimAdministrativeStatusId\n'
  const page = Array.from(
    { length: 1000 },
    (_, index) => `895603000000000${String(index).padStart(5, '0')}\tTruck ${index}\t2\n`,
  ).join('')
  return createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/tab-separated-values' })
    response.write(header)
    for (let sent = 0; sent < 1000; sent++) {
      if (!response.write(page)) await new Promise((resolve) => response.once('drain', resolve))
    }
    response.end()
  }).listen(0, '127.0.0.1')
}

test('a million SIMs take no more memory than the first thousand', async () => {
  const million = serveMillion()
  await new Promise((resolve) => million.once('listening', resolve))
  const address = `http://127.0.0.1:${(million.address() as AddressInfo).port}`
  const env = withKey({ ENLACE_URL: address, NODE_OPTIONS: '--max-old-space-size=96' })
  const lines = await new Promise<string>((resolve) => {
    const child = spawn('bash', ['-c', 'set -o pipefail; enlace sims list --json | wc -l'], { env })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.once('close', (code) => resolve(`${code} ${out.trim()}`))
  })
  million.close()
  expect(lines).toBe('0 1000000')
})

test('docs/terminal.md: every example works as it stands there, in its order', () => {
  const text = readFileSync(join(ROOT, 'docs/terminal.md'), 'utf8')
  const examples = [...text.matchAll(/```sh\n([^`]+)```/g)].map(([, lines]) => lines).join('')
  expect(examples.split('\n').length).toBeGreaterThan(20)
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', examples], {
    cwd: folder,
    env: environment({ XDG_CONFIG_HOME: join(folder, 'docs'), PORTAL: url, ICC: icc }),
    encoding: 'utf8',
  })
  expect([status, stderr.split('\n').filter((line) => line.startsWith('enlace:'))]).toEqual([0, []])
})

test('its table of exit codes is that of --help', () => {
  const rows = [...readFileSync(join(ROOT, 'docs/terminal.md'), 'utf8').matchAll(/^\| (\d+) \| (.+) \|$/gm)]
  const help = enlace(['--help']).stdout
  expect(rows.length).toBeGreaterThan(8)
  for (const [, code, about] of rows)
    expect(help).toMatch(new RegExp(`^ +${code} +${about?.replaceAll(/[()]/g, '\\$&')}$`, 'm'))
})
