import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { watchNotices } from '#contract/alarms/alarms.calls.ts'
import type { Call } from '#contract/call.ts'
import { streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { streamOperations } from '#contract/operations/operations.calls.ts'
import { activateSim } from '#contract/operations/sim-actions.calls.ts'
import { COMPANIES, type FleetUser, PASSWORD } from './fleet.ts'
import { type LiveStream, openStream } from './live-stream.ts'
import { cookieOf } from './newcomers.ts'
import { API_KEY, startPortal } from './portal.ts'

let address = ''
const portal = await startPortal()
await portal.app.listen({ host: '127.0.0.1', port: 0 })
address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}/api`
afterAll(() => portal.close())

const cookies = new Map<FleetUser, string>()
async function open<T>(call: Call, person: FleetUser): Promise<LiveStream<T>> {
  const body = { email: portal.fleet.people[person].email, password: PASSWORD }
  const cookie = cookies.get(person) ?? cookieOf(await portal.request(logIn, undefined, { body }))
  cookies.set(person, cookie)
  return openStream<T>(`${address}${call.path}`, { ...API_KEY, cookie })
}
const simsOf = (companyId: number) => portal.fleet.sims.filter((sim) => sim.companyId === companyId && sim.status === 1)
const activate = (person: FleetUser, companyId: number, n: number) =>
  portal.data(activateSim, person, { params: { id: simsOf(companyId)[n]?.iccid ?? '' }, body: {} })

test('live operations are those of the reader’s companies, and of no other tenant', async () => {
  const stream = await open<{ operationId: number }>(streamOperations, 'flota')
  expect(stream.status).toBe(200)
  await activate('ana', COMPANIES.andes, 0)
  const theirs = await portal.db.selectFrom('operations').select('operation_id').execute()
  await activate('flota', COMPANIES.pacifico, 0)
  const rows = await portal.db.selectFrom('operations').select(['operation_id', 'company_id']).execute()
  const own = rows.find(({ company_id }) => company_id === COMPANIES.pacifico)?.operation_id
  await stream.find(({ operationId }) => operationId === own)
  expect(new Set(stream.events.map(({ operationId }) => operationId))).toEqual(new Set([own]))
  expect(theirs).not.toEqual([])
  stream.leave()
})

test('the live dashboard moves for its own companies, and for no others', async () => {
  interface Data {
    operatorStatus?: unknown
  }
  // how a network is belongs to no company, and may change meanwhile
  const textOf = ({ operatorStatus: _, ...own }: Data): string => JSON.stringify(own)
  // an activation of before that still goes on moves the dashboard of its own company
  await expect
    .poll(() => portal.db.selectFrom('operations').select('operation_id').where('pending', '>', 0).execute())
    .toEqual([])
  await expect
    .poll(() => portal.db.selectFrom('operations').select('operation_id').where('running', '>', 0).execute())
    .toEqual([])
  const [flota, ana] = [await open<Data>(streamDashboard, 'flota'), await open<Data>(streamDashboard, 'ana')]
  const first = await flota.find(() => true)
  const before = await ana.find(() => true)
  await activate('ana', COMPANIES.andes, 1)
  await ana.find((data) => textOf(data) !== textOf(before))
  // what has come to the stranger until then is what was there before
  expect(flota.events.filter((data) => textOf(data) !== textOf(first))).toEqual([])
  for (const mark of ['Andes', 'andes']) expect(JSON.stringify(flota.events)).not.toContain(mark)
  flota.leave()
  ana.leave()
})

test('a stream ends with its next event once the reader’s permit was revoked', async () => {
  const stream = await open<{ operationId: number }>(streamOperations, 'luis')
  expect(stream.status).toBe(200)
  const { userId } = portal.fleet.people.luis
  await portal.db.updateTable('users').set({ permits: [] }).where('user_id', '=', userId).execute()
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_000)
  await activate('ana', COMPANIES.andes, 2)
  await expect.poll(() => stream.isOver()).toBe(true)
  expect(stream.events).toEqual([])
})

test('live notices ask for the permit of notices', async () => {
  expect([(await open(watchNotices, 'luis')).status, (await open(watchNotices, 'nadie')).status]).toEqual([403, 403])
})
