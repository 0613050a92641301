import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, type Fleet, type FleetUser, PASSWORD } from '#test/fleet.ts'
import { API_KEY } from '#test/portal.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { openReceiver, type Receiver } from '#test/webhook-receiver.ts'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: { stringValue?: string; intValue?: number } }[]
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<ReceivedSpan, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

/** OTLP over HTTP with JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
const exported: Export[] = []
const collector = createServer(async (request, response) => {
  if (request.url === '/v1/traces') exported.push((await json(request)) as Export)
  response.setHeader('content-type', 'application/json').end('{}')
})
const spans = (): ReceivedSpan[] =>
  exported.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
const attributeOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>, key: string): unknown => {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
const find = (matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
  expect
    .poll(() => spans().find(matches))
    .toBeDefined()
    .then(() => spans().find(matches) as ReceivedSpan)

const folder = mkdtempSync(join(tmpdir(), 'enlace-tracing-'))
let database: TestDatabase
let fleet: Fleet
let server: TestServerProcess
let worker: TestServerProcess | undefined
let env: Record<string, string>
let receiver: Receiver
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  receiver = await openReceiver()
  database = await createTestDatabase()
  fleet = await createFleet(createDatabase(database.pool), new Date())
  env = {
    PORT: '0',
    RADIUS_PORT: '0',
    SEED: 'none',
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    WEBHOOK_NETWORKS: '127.0.0.1',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  }
  // not one of all roles: beside a slow request its worker would take the operation's line, in a trace of its own
  server = startProcess({ ...env, ROLE: 'web' })
  await server.address
})
afterAll(async () => {
  for (const process of [server, worker]) process?.child.kill('SIGKILL')
  await Promise.all([server.ended, worker?.ended])
  collector.close()
  await receiver.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${await server.address}/api${path}`, {
    method: 'POST',
    headers: { ...API_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function logIn(person: FleetUser): Promise<string> {
  const login = await post('/users/session/', { email: fleet.people[person].email, password: PASSWORD })
  return login.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('a request and its statements are one trace, which continues that of the caller', async () => {
  const endpoint = { companyId: COMPANIES.andes, url: receiver.url, events: [...WEBHOOK_EVENTS] }
  expect((await post('/webhooks', endpoint, { cookie: await logIn('reseller') })).status).toBe(200)
  const cookie = await logIn('ana')
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
  const icc = fleet.sims.find((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)?.iccid
  const hibernated = await post(`/sim/hibernate/${icc}`, { reason: 'Taller' }, { cookie, traceparent })
  expect(hibernated.status).toBe(200)

  const request = await find(({ name }) => name === 'POST /api/sim/hibernate/{id}')
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' })
  expect(attributeOf(request, 'http.response.status_code')).toBe(200)
  expect(attributeOf(request, 'enlace.request.id')).toBe(hibernated.headers.get('x-request-id'))
  const statement = await find(({ name, parentSpanId }) => name === 'SELECT' && parentSpanId === request.spanId)
  expect(attributeOf(statement, 'db.query.text')).toMatch(/^select/i)

  // a single action is worked in its request: operation line, then network command
  const line = await find(({ name, traceId }) => name === 'operation line' && traceId === TRACE)
  expect(line.parentSpanId).toBe(request.spanId)
  const command = await find(({ name, traceId }) => name === 'network suspend' && traceId === TRACE)
  expect(command.parentSpanId).toBe(line.spanId)
  expect(attributeOf(command, 'enlace.network')).toMatch(/^simulated/)
  const [{ resource } = { resource: { attributes: [] } }] = exported[0]?.resourceSpans ?? []
  expect(['service.name', 'enlace.role', 'deployment.environment.name'].map((key) => attributeOf(resource, key))).toEqual([
    'enlace',
    'web',
    'test',
  ])
})

test('a webhook is a trace that its receiver can continue', async () => {
  worker = startProcess({ ...env, ROLE: 'worker' })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  const [, traceId = '', spanId] = String(receiver.received[0]?.headers.traceparent).split('-')
  const job = await find((span) => span.traceId === traceId && span.name === 'webhook')
  expect(job.spanId).toBe(spanId)
})

test('no value of a statement and no secret is sent', () => {
  const text = JSON.stringify(exported)
  expect(text).not.toContain(PASSWORD)
  expect(text).not.toContain(fleet.people.ana.email)
})

test('a job is a trace of its own, and pollers that find nothing leave none', async () => {
  const job = await find(({ name }) => name.startsWith('maintenance '))
  expect(job.parentSpanId ?? '').toBe('')
  const statement = await find(({ parentSpanId }) => parentSpanId === job.spanId)
  expect(statement.traceId).toBe(job.traceId)
  const roots = spans().filter(({ parentSpanId }) => !parentSpanId)
  expect(roots.filter(({ name }) => !/^(maintenance|operation|webhook|GET|POST)/.test(name))).toEqual([])
})
