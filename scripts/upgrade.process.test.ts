import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { decodeTsv } from '#contract/list-codec.ts'
import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { NEED_A_STOP } from '#server/db/version.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { API_KEY } from '#test/portal.ts'
import { administer, withDatabase } from '#test/postgres-admin.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { IS_SOAK } from '#test/share.ts'
import { lastRelease, migrationsAfter, type ReleasedVersion } from './check-migrations.ts'

const ROOT = join(import.meta.dirname, '..')
/** Another commit to upgrade from, as `COMMIT:MIGRATIONS`. */
const [givenRef, givenMigrations] = (process.env.ENLACE_UPGRADE_FROM ?? '').split(':')
const from: ReleasedVersion = givenRef
  ? { version: givenRef, ref: givenRef, migrations: Number(givenMigrations) }
  : lastRelease()
const needsStop = migrationsAfter(from.migrations).some(({ name }) => NEED_A_STOP.has(Number(name.slice(0, 4))))
const isKnown = spawnSync('git', ['cat-file', '-e', `${from.ref}^{commit}`], { cwd: ROOT }).status === 0
/** They test how the schema comes about, and what of the sources is where. */
const OF_THE_SCHEMA = ['server/db/**', 'scripts/**', 'test/make-cell.test.ts', 'server/demo/**']

describe.skipIf(!IS_SOAK || !isKnown)(`from ${from.version} to this version`, () => {
  const database = `enlace_upgrade_${process.pid}`
  let old: string
  let url: string
  let cookie = ''
  const running = new Set<TestServerProcess>()

  function start(folder: string): TestServerProcess {
    const env = { PORT: '0', RADIUS_PORT: '0', SEED: 'demo', DATABASE_URL: url, DATA_DIR: join(old, 'upgrade-data') }
    const server = startProcess({ ...env, LOG_LEVEL: 'info' }, [join(folder, 'server/main.ts')])
    running.add(server)
    return server
  }
  async function stop(server: TestServerProcess): Promise<void> {
    server.child.kill('SIGTERM')
    await server.ended
    running.delete(server)
  }
  /** What people see, of which nothing may change by an upgrade. Later versions have more columns. */
  async function seen(address: string): Promise<object> {
    const read = async (path: string, body?: object): Promise<string> => {
      const headers = { ...API_KEY, cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(`${address}/api${path}`, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
      expect([path, response.status]).toEqual([path, 200])
      return response.text()
    }
    const rowsOf = (tsv: string) => {
      const [names = [], ...rows] = decodeTsv(tsv)
      return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell])))
    }
    const { userEmail, userName, companyName, admin } = JSON.parse(await read('/users/session/')).data
    const charges = rowsOf(await read('/charges?limit=50'))
    expect(charges.length).toBeGreaterThan(9)
    const list = rowsOf(await read('/sim/sims', { limit: 50 }))
    const sims = list.map(({ icc, msisdn, companyId }) => ({ icc, msisdn, companyId }))
    expect(sims).toHaveLength(50)
    return { userEmail, userName, companyName, admin, charges, sims }
  }
  async function logIn(address: string): Promise<void> {
    const headers = { ...API_KEY, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'admin@enlace.test', password: 'Enlace2026' })
    const response = await fetch(`${address}/api/users/session/`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  async function copiesDiffer(): Promise<string[]> {
    const pool = createPool({ connectionString: url, max: 1 })
    try {
      return (await differingCopies(createDatabase(pool))).map(String)
    } finally {
      await pool.end()
    }
  }

  beforeAll(async () => {
    old = mkdtempSync('/var/tmp/enlace-upgrade-')
    const archive = execFileSync('git', ['archive', from.ref], { cwd: ROOT, maxBuffer: 1e9 })
    execFileSync('tar', ['-xf', '-', '-C', old], { input: archive })
    execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: old, stdio: 'ignore' })
    const { adminUrl } = inject('testPostgres')
    await administer(adminUrl, `CREATE DATABASE ${database}`)
    url = withDatabase(adminUrl, database)
  }, 900_000)
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL')
    for (const { ended } of running) await ended
    await administer(inject('testPostgres').adminUrl, `DROP DATABASE ${database} WITH (FORCE)`)
    rmSync(old, { recursive: true, force: true })
  })

  test.runIf(needsStop)(
    'this version waits until the old one is stopped, then shows the same, and the old one starts no more',
    async () => {
      const before = start(old)
      const address = await before.address
      await logIn(address)
      const shown = await seen(address)
      expect(await start(ROOT).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('needs all of them stopped') })
      // and has changed nothing
      expect(await seen(address)).toMatchObject(shown)
      await stop(before)
      const after = start(ROOT)
      expect(await seen(await after.address)).toMatchObject(shown)
      expect(await copiesDiffer()).toEqual([])
      expect(await start(old).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('a newer version of Enlace') })
      await stop(after)
    },
    900_000,
  )

  test.runIf(!needsStop)(
    'both run side by side on the new schema, and the old one goes on alone after a step back',
    async () => {
      const before = start(old)
      const address = await before.address
      await logIn(address)
      const shown = await seen(address)
      const after = start(ROOT)
      expect(await seen(await after.address)).toMatchObject(shown)
      expect(await seen(address)).toMatchObject(shown)
      await stop(before)
      const again = start(old)
      expect(await seen(await again.address)).toMatchObject(shown)
      await stop(after)
      expect(await seen(await again.address)).toMatchObject(shown)
      expect(await copiesDiffer()).toEqual([])
      await stop(again)
    },
    900_000,
  )

  test.runIf(!needsStop)(
    'the old version passes its own tests on the new schema',
    () => {
      const migrations = 'database/migrations'
      const [last = ''] = readdirSync(join(ROOT, migrations)).sort().reverse()
      cpSync(join(ROOT, migrations), join(old, migrations), { recursive: true })
      const skipped = OF_THE_SCHEMA.flatMap((files) => ['--exclude', files])
      const args = [join(old, 'node_modules/vitest/vitest.mjs'), 'run', '--project=database', ...skipped, 'server', 'test']
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: old, encoding: 'utf8', maxBuffer: 1e9 })
      expect([last, status, status === 0 ? '' : stdout.slice(-4_000)]).toEqual([last, 0, ''])
    },
    3_600_000,
  )
})
