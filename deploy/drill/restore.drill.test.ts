import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { massHibernation } from '#contract/operations/mass-actions.calls.ts'
import { createDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { COMPANIES, createFleet, type Fleet } from '#test/fleet.ts'
import { freeTcpPort } from '#test/free-port.ts'
import { followToEnd, type LoadTarget, logInAt, requestUntilAnswered } from '#test/portal-load.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { openStandIn, SORACOM_ACCOUNT, type StandIn } from '#test/soracom/stand-in.ts'
import { postgresPrograms } from './database-nodes.ts'
import { canDrill, eventually, ownedByPostgres, type Program, runAsPostgres, startAsPostgres } from './programs.ts'

const SECRET_KEY = randomBytes(32).toString('hex')
const [SIMS, KEPT, LOST] = [400, 20, 30]
/** Peru, of which the fleet has no SIMs: those of the network that is not in this database. */
const [ORIGIN, PLAN] = [2, 'PE20']
const CONFIG = join(import.meta.dirname, '../backup/pgbackrest.conf')

const folder = canDrill ? ownedByPostgres(mkdtempSync('/var/tmp/enlace-drill-')) : ''
const data = join(folder, 'data')
let [url, port] = ['', 0]
let backupEnv: Record<string, string>
let postgres: Program
let pool: Pool
let fleet: Fleet
let standIn: StandIn
let portal: TestServerProcess
let target: LoadTarget

async function startPostgres(): Promise<void> {
  const settings = {
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder },
    ...{ archive_mode: 'on', archive_command: 'pgbackrest --stanza=enlace archive-push %p', archive_timeout: '60' },
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  postgres = startAsPostgres([join(postgresPrograms(), 'postgres'), '-D', data, ...args], {
    env: backupEnv,
    log: join(folder, 'postgres.log'),
  })
  await eventually(async () => {
    const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
    await client.connect()
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS recovers').finally(() => client.end())
    if (rows[0]?.recovers) throw new Error('recovery is under way')
  }, 60_000)
}

async function startPortal(): Promise<void> {
  portal = startProcess({
    ...{ PORT: '0', RADIUS_PORT: '0', SEED: 'none', DATA_DIR: join(folder, 'portal'), DATABASE_URL: url, SECRET_KEY },
    ...{ PERSON_REQUESTS_PER_MINUTE: '1000000', STOP_DELAY_SECONDS: '0' },
  })
  target = await logInAt(await portal.address, fleet.people.admin.email)
}

const backUp = (...args: string[]): string => runAsPostgres(['pgbackrest', ...args], backupEnv)
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> =>
  requestUntilAnswered(target, method, path, body)

/** Adds the network at the stand-in, and takes its SIMs into the portal. */
async function addNetwork(): Promise<void> {
  const limits = { name: 'Soracom', enabled: true, requestsPerSecond: null, maxInFlight: 8, timeoutMs: 20_000, maxAttempts: 2 }
  const { authKeyId, authKey } = SORACOM_ACCOUNT
  const access = { settings: { apiUrl: standIn.url, authKeyId }, secrets: { authKey } }
  await ask('POST', '/networks', { networkId: 'soracom', kind: 'soracom', ...limits, ...access })
  // what it polls by itself would find differences, too
  await pool.query(`UPDATE networks SET settings = settings || '{"walkSeconds": 86400}' WHERE network_id = 'soracom'`)
  await ask('PUT', '/networks/rules', { rules: [{ originId: ORIGIN, simTypeId: 2, networkId: 'soracom' }] })
  await sleep(6_000)
  const { importId } = (await ask('POST', '/inventory/networks/soracom', {
    ...{ companyId: COMPANIES.andes, planCode: PLAN, apnId: 1 },
  })) as { importId: number }
  const untilImport = (expected: string): Promise<void> =>
    eventually(async () => {
      const { state } = (await ask('GET', `/inventory/imports/${importId}`)) as { state: string }
      if (state !== expected) throw new Error(`the import is ${state}`)
    }, 60_000)
  await untilImport('checked')
  await ask('POST', `/inventory/imports/${importId}/apply`, { mode: 'skipBad' })
  await untilImport('applied')
}

async function hibernate(icc: string[]): Promise<void> {
  const { operationId } = (await ask('POST', massHibernation.path, { icc })) as { operationId: number }
  expect((await followToEnd(target, operationId)).counts).toMatchObject({ succeeded: icc.length })
}

const hibernated = async (): Promise<string[]> =>
  (await pool.query(`SELECT iccid FROM sims WHERE origin_id = ${ORIGIN} AND administrative_status = 11 ORDER BY 1`)).rows.map(
    ({ iccid }) => iccid,
  )

beforeAll(async () => {
  if (!canDrill) return
  port = await freeTcpPort()
  url = `postgres://postgres@127.0.0.1:${port}/enlace`
  backupEnv = {
    ...{ PGBACKREST_CONFIG: CONFIG, PGBACKREST_STANZA: 'enlace', PGBACKREST_PG1_PATH: data, PGBACKREST_PG1_PORT: String(port) },
    ...{ PGBACKREST_PG1_SOCKET_PATH: folder, PGBACKREST_REPO1_PATH: join(folder, 'repository') },
    ...{ PGBACKREST_LOG_PATH: folder, PGBACKREST_LOCK_PATH: join(folder, 'lock') },
  }
  const initdb = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums']
  runAsPostgres([join(postgresPrograms(), 'initdb'), '-D', data, ...initdb])
  await startPostgres()
  runAsPostgres([join(postgresPrograms(), 'createdb'), '-h', folder, '-p', String(port), 'enlace'])
  backUp('stanza-create')
  await migrate(url)
  pool = createPool({ connectionString: url, max: 3 })
  const db = createDatabase(pool)
  fleet = await createFleet(db, new Date(), {})
  await insertPlans(db, [
    { plan_code: PLAN, name: 'Perú 20 MB', data_mb: 20, pooled: false, price_minor: 900, origin_id: ORIGIN, sim_type_id: 2 },
  ])
  standIn = await openStandIn()
  for (let n = 0; n < SIMS; n++) standIn.addSim()
  await startPortal()
  await addNetwork()
})
afterAll(async () => {
  portal?.child.kill('SIGKILL')
  await portal?.ended
  await pool?.end()
  await standIn?.close()
  await postgres?.kill()
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

const secondsOf = async (work: () => Promise<unknown> | unknown): Promise<string> => {
  const begin = performance.now()
  await work()
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`
}

test.skipIf(!canDrill)(
  'a database that is lost is restored to a second, and what happened since is found by asking the networks',
  async () => {
    const iccs = [...standIn.sims.keys()]
    const [kept, lost] = [iccs.slice(0, KEPT), iccs.slice(KEPT, KEPT + LOST)]
    const backupTime = await secondsOf(() => backUp('--type=full', 'backup'))
    await hibernate(kept)
    await sleep(1_500)
    const { rows } = await pool.query("SELECT to_char(now(), 'YYYY-MM-DD HH24:MI:SS') || '+00' AS second")
    await sleep(1_500)
    await hibernate(lost)
    expect(await hibernated()).toEqual([...kept, ...lost].sort())
    backUp('check')

    portal.child.kill('SIGKILL')
    await postgres.kill()
    rmSync(data, { recursive: true })

    const restoreTime = await secondsOf(async () => {
      backUp('--type=time', `--target=${rows[0].second}`, '--target-action=promote', 'restore')
      await startPostgres()
    })
    await pool.end()
    pool = createPool({ connectionString: url, max: 3 })
    expect(await hibernated()).toEqual(kept.sort())

    await startPortal()
    let printed = ''
    const compareTime = await secondsOf(async () => {
      const command = startProcess({ DATABASE_URL: url, SECRET_KEY, DATA_DIR: join(folder, 'portal') }, [
        'server/after-restore.ts',
      ])
      const { code, stdout, stderr } = await command.ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      printed = stdout
    })
    expect(printed.trimEnd().split('\n').at(-1)).toBe(`${SIMS} of ${SIMS} SIMs compared, ${LOST} differ`)
    const { rows: drifts } = await pool.query('SELECT iccid, network_state FROM sim_drifts WHERE settled_at IS NULL ORDER BY 1')
    expect(drifts).toEqual(lost.sort().map((iccid) => ({ iccid, network_state: 'suspended' })))

    await ask('POST', '/networks/drifts/settle', { goal: 'network', all: true })
    await expect.poll(hibernated).toEqual([...kept, ...lost].sort())
    await expect.poll(async () => (await pool.query('SELECT iccid FROM sim_drifts WHERE settled_at IS NULL')).rows).toEqual([])
    console.log(`  full backup ${backupTime}; restored to ${rows[0].second} and started: ${restoreTime}
  ${SIMS} SIMs compared with their networks: ${compareTime}; ${LOST} differed, as many as were changed since, and were settled`)
  },
  600_000,
)
