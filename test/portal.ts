import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { type Call, type CallArguments, type CallData, callPath } from '#contract/call.ts'
import type { Envelope } from '#contract/envelope.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { buildApp } from '#server/app.ts'
import { openCells } from '#server/cells/cells.ts'
import { openReadReplica } from '#server/cells/read-replica.ts'
import { loadConfig } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/database.ts'
import { Notifications } from '#server/db/notifications.ts'
import { createPool } from '#server/db/pool.ts'
import { closeInOrder } from '#server/jobs/close-in-order.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { openNetworkRegistry, type RegistryOptions } from '#server/networks/registry.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { readSecretKey } from '#server/secrets/secret-key.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createFleet, type Fleet, type FleetUser, PASSWORD } from './fleet.ts'

type AnyArguments = { params?: unknown; query?: unknown; body?: unknown }

export interface Portal {
  readonly app: FastifyInstance
  readonly db: Database
  readonly fleet: Fleet
  /** what the server works with: for tests that work beside it */
  readonly services: Services
  /** the server's clock; tests set it */
  readonly clock: { now: Date }
  /** a call as a user (undefined: without a session), the whole response */
  request(
    call: Call,
    person: FleetUser | undefined,
    args?: AnyArguments,
    options?: InjectOptions,
  ): Promise<LightMyRequestResponse>
  /** the same, its envelope */
  envelope<C extends Call>(call: C, person: FleetUser | undefined, args?: CallArguments<C>): Promise<Envelope<CallData<C>>>
  /** the same, its data; fails the test when the call failed */
  data<C extends Call>(call: C, person: FleetUser, args?: CallArguments<C>): Promise<CallData<C>>
  close(): Promise<void>
}

/** The API key that the page sends. */
export const API_KEY = { 'x-api-key': 'enlace-web' }

/** Another process over the same database, as far as it answers people. */
export async function startBeside({ services }: Portal): Promise<FastifyInstance> {
  const { connectionString = '' } = services.pool.options
  const pool = createPool({ connectionString, max: 2 })
  const log = pino({ level: 'silent' })
  const cells = await openCells(pool, (other) => createPool({ connectionString: other, max: 2 }))
  const app = await buildApp({ ...services, cells, pool, log })
  app.addHook('onClose', async () => {
    await cells.close()
    await pool.end()
  })
  return app
}

export interface PortalOptions {
  /** settings of the embedded networks; without them they answer at once and rightly */
  readonly network?: object
  /** of the configuration, beside database and folder */
  readonly env?: Readonly<Record<string, string>>
  /** how many SIMs each company has; without it a few */
  readonly simsOf?: Readonly<Record<number, number>>
  /** what the clock of the server shows as the fleet is made: its cycles are those of this time */
  readonly now?: Date
  /** a database that has the fleet already */
  readonly prepared?: { readonly database: TestDatabase; readonly fleet: Fleet; readonly now: Date }
  /** of networks, where a test brings its own */
  readonly kinds?: RegistryOptions['kinds']
}

/** The server over a database of its own with a small known fleet; nothing listens, requests are injected. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const { network = { faults: { latencyMs: [0, 0] } }, env, kinds, simsOf, now, prepared } = options
  const { pool, connectionString, drop } = prepared?.database ?? (await createTestDatabase())
  const db = createDatabase(pool)
  const clock = { now: prepared?.now ?? now ?? new Date() }
  const fleet = prepared?.fleet ?? (await createFleet(db, clock.now, simsOf))
  const dataDir = await mkdtemp(join(tmpdir(), 'enlace-portal-'))
  // tests ask faster than any person, often by one clock that stands still
  const rates = { PERSON_REQUESTS_PER_MINUTE: '1000000' }
  const config = loadConfig({ ...rates, ...env, DATABASE_URL: connectionString, DATA_DIR: dataDir })
  await ensureNetworks(db, clock.now)
  await db
    .updateTable('networks')
    .set({ settings: JSON.stringify(network) })
    .execute()
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const timer = () => clock.now
  const secrets = createSecretBox(readSecretKey(config))
  const cells = await openCells(pool, (other) => createPool({ connectionString: other, max: 2 }))
  const networks = await openNetworkRegistry({ db, pool, cells, log, clock: timer, secrets, ...(kinds && { kinds }) })
  const notifications = new Notifications({ connectionString, log })
  // what only reads has connections that write nothing
  const readOnly = `${connectionString}%20-c%20default_transaction_read_only%3Don`
  const replica = await openReadReplica({
    connectionString: readOnly,
    max: 2,
    connectionTimeoutMs: 120_000,
    primary: pool,
    log,
  })
  const services: Services = {
    config,
    cells,
    replica,
    pool,
    db,
    clock: timer,
    checkAnswers: true,
    networks,
    secrets,
    notifications,
  }
  const app = await buildApp({ ...services, log })
  const cookies = new Map<FleetUser, Promise<string>>()

  const logInAs = async (person: FleetUser): Promise<string> => {
    const response = await request(logIn, undefined, { body: { email: fleet.people[person].email, password: PASSWORD } })
    const cookie = response.cookies[0]
    if (!cookie) throw new Error(`${person} could not log in: ${response.body}`)
    return `${cookie.name}=${cookie.value}`
  }
  /** Who is asked for many times at once logs in once. */
  const cookieOf = (person: FleetUser): Promise<string> => {
    const known = cookies.get(person) ?? logInAs(person)
    cookies.set(person, known)
    return known
  }

  const request: Portal['request'] = async (call, person, args = {}, options = {}) =>
    app.inject({
      method: call.method,
      url: `/api${callPath(call, args.params as Record<string, string>)}`,
      ...(args.query ? { query: args.query as Record<string, string> } : {}),
      ...(args.body === undefined ? {} : { payload: args.body as object }),
      ...options,
      headers: {
        ...API_KEY,
        ...(call.upload ? { 'content-type': call.upload[0] } : {}),
        ...(person ? { cookie: await cookieOf(person) } : {}),
        ...options.headers,
      },
    })

  const envelope: Portal['envelope'] = async (call, person, args) => (await request(call, person, args as AnyArguments)).json()

  const data: Portal['data'] = async (call, person, args) => {
    const answer = await envelope(call, person, args)
    if (!answer.status) throw new Error(`${call.method} ${call.path}: ${JSON.stringify(answer)}`)
    return answer.data as CallData<typeof call>
  }

  return {
    app,
    db,
    fleet,
    services,
    clock,
    request,
    envelope,
    data,
    close: () =>
      closeInOrder(
        [
          ['requests', () => app.close()],
          ['networks', networks.close],
          ['the connection that listens', () => notifications.close()],
          ['connections to the replica', replica.close],
          ['connections to cells', cells.close],
          ['the database', drop],
          ['the data folder', () => rm(dataDir, { recursive: true })],
        ],
        pino({ level: 'warn' }),
      ),
  }
}
