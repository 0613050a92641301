import { afterAll, expect, test } from 'vitest'
import { openReceiver, sayOk } from '#test/webhook-receiver.ts'
import { createAddressResolver } from '../outbound/public-addresses.ts'
import { attemptDelivery } from './attempt-delivery.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())

const send = (url = receiver.url, resolve = createAddressResolver(['127.0.0.1']), timeoutMs = 15_000) =>
  attemptDelivery({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"type":"ping","text":"ñ"}' }, { resolve, timeoutMs })

test('the body arrives complete', async () => {
  receiver.answer = sayOk
  expect(await send()).toMatchObject({ status: 200, problem: '', answer: 'ok' })
  expect(receiver.received.at(-1)).toMatchObject({
    headers: { 'content-type': 'application/json', 'content-length': '27', 'webhook-id': 'msg_1' },
    body: '{"type":"ping","text":"ñ"}',
  })
})

test.each([
  [500, 'refused'],
  [404, 'refused'],
  [410, 'gone'],
  [204, ''],
])('an answer %i is %j', async (status, problem) => {
  receiver.answer = (response) => response.writeHead(status).end()
  expect(await send()).toMatchObject({ status, problem })
})

test('a redirect is not followed', async () => {
  receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end()
  const before = receiver.received.length
  expect(await send()).toMatchObject({ status: 307, problem: 'redirect' })
  expect(receiver.received).toHaveLength(before + 1)
})

test('a hanging receiver times out', async () => {
  receiver.answer = () => undefined
  expect(await send(receiver.url, createAddressResolver(['127.0.0.1']), 100)).toMatchObject({
    status: null,
    problem: 'timeout',
  })
})

test('an endless answer is cut off, and its status line counts', async () => {
  receiver.answer = (response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write('x\0é'.repeat(1_000)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const { status, problem, answer } = await send()
  expect([status, problem]).toEqual([200, ''])
  expect(answer.length).toBeGreaterThan(1_000)
  expect(answer.length).toBeLessThanOrEqual(4_096)
  expect(answer).not.toContain('\0')
})

test('unreachable hosts, unknown names and broken TLS are distinguished', async () => {
  expect(await send('http://127.0.0.1:1/')).toMatchObject({ status: null, problem: 'unreachable', answer: 'ECONNREFUSED' })
  expect(await send('https://nobody.invalid/')).toMatchObject({ problem: 'unknown_host' })
  expect(await send(receiver.url.replace('http:', 'https:'))).toMatchObject({ problem: 'tls' })
})

test('the connection uses the checked address: a name that resolves to a private address is refused', async () => {
  receiver.answer = sayOk
  const before = receiver.received.length
  const closed = createAddressResolver()
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
    expect(await send(receiver.url.replace('127.0.0.1', host), closed)).toMatchObject({ problem: 'blocked_address' })
  // the name is looked up once, by who judges it: what it says a moment later is not asked for
  const rebinding = await send('http://rebinding.invalid:9/', async () => [{ address: '127.0.0.1', family: 4 }])
  expect(rebinding).toMatchObject({ problem: 'unreachable', answer: 'ECONNREFUSED' })
  expect(receiver.received).toHaveLength(before)
})
