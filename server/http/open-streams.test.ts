import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { streamOperations } from '#contract/operations/operations.calls.ts'
import { type FleetUser, PASSWORD } from '#test/fleet.ts'
import { type LiveStream, openStream } from '#test/live-stream.ts'
import { cookieOf } from '#test/newcomers.ts'
import { API_KEY, startPortal } from '#test/portal.ts'

const portal = await startPortal()
await portal.app.listen({ host: '127.0.0.1', port: 0 })
const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}/api`
afterAll(async () => {
  // fetch opens connections anew for those that it has cut, and sends nothing over them
  portal.app.server.closeAllConnections()
  await portal.close()
})

async function logInAs(person: FleetUser) {
  const body = { email: portal.fleet.people[person].email, password: PASSWORD }
  const headers = { ...API_KEY, cookie: cookieOf(await portal.request(logIn, undefined, { body })) }
  return (): Promise<LiveStream<unknown>> => openStream(`${address}${streamOperations.path}`, headers)
}
const askOnce = () => portal.request(streamDashboard, 'ana', { query: { seconds: '0' } })

test('a person has forty streams open at once, in all sessions together; one that ends makes room', async () => {
  const [ana, again, luis] = [await logInAs('ana'), await logInAs('ana'), await logInAs('luis')]
  const streams = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? ana() : again())))
  const open = streams.filter(({ status }) => status === 200)
  expect([open.length, streams.filter(({ status }) => status === 429).length]).toEqual([40, 10])
  const beyond = await askOnce()
  expect([beyond.statusCode, beyond.headers['retry-after'], beyond.json()]).toMatchObject([
    429,
    '10',
    { code: 'too_many_requests', error: 'Demasiadas conexiones en vivo abiertas a la vez: 40 como máximo' },
  ])
  const other = await luis()
  expect(other.status).toBe(200)
  open[0]?.leave()
  await expect.poll(async () => (await askOnce()).statusCode).toBe(200)
  for (const stream of [...open, other]) stream.leave()
})

test('streams that have ended and those that were refused are not counted', async () => {
  const once = () => portal.request(streamOperations, 'flota', { query: { seconds: '0' } })
  const unknown = () => portal.request(streamOperations, 'flota', { query: { operationId: '999', seconds: '0' } })
  const statuses = new Set<number>()
  for (let n = 0; n < 45; n++) for (const ask of [once, unknown]) statuses.add((await ask()).statusCode)
  expect(statuses).toEqual(new Set([200, 404]))
})
