import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { buildApp } from '#server/app.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, startPortal } from '#test/portal.ts'
import { drainAtEnd, limitSlowBodies, TIMEOUTS } from './timeouts.ts'

const portal = await startPortal()
const { services } = portal
const timeOuts = { ...TIMEOUTS, headersMs: 300, checkMs: 100, bodyMs: 300, bodyBytesPerSecond: 1_000 }
const app = await buildApp({ ...services, log: portal.app.log, timeOuts })
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await portal.close()
})

const portOf = ({ server }: FastifyInstance): number => (server.address() as AddressInfo).port

async function open(at = app): Promise<Socket & { said: () => string }> {
  const socket = connect(portOf(at), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  return Object.assign(socket, { said: () => text })
}

/** Its end, by whatever way. */
const ended = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

/** 408, or nothing: bytes that arrive with the end reset the connection, and that can overtake the answer (RFC 9112, 9.6). */
const TOO_SLOW = /^(HTTP\/1\.1 408 |$)/

test('a request whose headers never end is ended, whatever still comes', async () => {
  const socket = await open()
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  const drip = setInterval(() => socket.write('x-slow: 1\r\n'), 50)
  await ended(socket)
  clearInterval(drip)
  expect(socket.said()).toMatch(TOO_SLOW)
})

test('a body that drips is ended', async () => {
  const socket = await open()
  const head = `POST /api/users/session/ HTTP/1.1\r\nhost: x\r\nx-api-key: enlace-web\r\ncontent-type: application/json\r\ncontent-length: 400\r\n\r\n`
  socket.write(head)
  const drip = setInterval(() => socket.write(' '), 50)
  await ended(socket)
  clearInterval(drip)
  expect(socket.said()).toMatch(TOO_SLOW)
})

test('a body that has arrived is not the client’s delay: a server that is late to read it answers', async () => {
  const late = Fastify()
  limitSlowBodies(late, timeOuts)
  late.addContentTypeParser('text/csv', async (_request: FastifyRequest, body: IncomingMessage) => body)
  late.post<{ Body: IncomingMessage }>('/file', async ({ body }) => {
    await sleep(3 * timeOuts.bodyMs)
    return text(body)
  })
  await late.listen({ port: 0, host: '127.0.0.1' })
  const sent = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'icc\n' }
  const answer = await fetch(`http://127.0.0.1:${portOf(late)}/file`, sent)
  expect([answer.status, await answer.text()]).toEqual([200, 'icc\n'])
  await late.close()
})

test('a connection that was opened in reserve is answered when it asks, however late', async () => {
  const socket = await open()
  await sleep(800)
  expect(socket.said()).toBe('')
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(socket.said).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
})

test('what is no HTTP is answered by 400', async () => {
  const socket = await open()
  socket.write('not a request\r\n\r\n')
  await ended(socket)
  expect(socket.said()).toMatch(/^HTTP\/1\.1 400 /)
})

test('a connection that says nothing is ended, and one that asks is answered meanwhile', async () => {
  const timeOuts = { ...TIMEOUTS, headersMs: 300, checkMs: 100, idleMs: 1_000 }
  const slowApp = await buildApp({ ...portal.services, log: portal.app.log, timeOuts })
  await slowApp.listen({ port: 0, host: '127.0.0.1' })
  const closed = ended(await open(slowApp))
  expect((await fetch(`http://127.0.0.1:${portOf(slowApp)}/healthz`)).status).toBe(200)
  await closed
  await slowApp.close()
})

test('every answer has the headers against sniffing, framing and referrers', async () => {
  const answers = [
    await portal.app.inject('/healthz'),
    await portal.app.inject('/api/nothing'),
    await portal.request(getSession, undefined),
    await portal.request(listSims, 'ana', { body: {} }),
  ]
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
  }
  for (const { headers } of answers.slice(1))
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('behind TLS answers have HSTS; a proxy’s word for TLS is trusted only where configured', async () => {
  const { services } = portal
  const said = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  const credentials = { email: 'ana@andes.test', password: PASSWORD }
  const answerOf = async (env: object) => {
    const other = await buildApp({ ...services, log: portal.app.log, config: { ...services.config, ...env } })
    other.get('/who', async ({ ip }) => ip)
    const headers = { ...API_KEY, ...said }
    const login = await other.inject({ method: 'POST', url: `/api${logIn.path}`, headers, payload: credentials })
    const who = await other.inject({ url: '/who', headers })
    return { transport: login.headers['strict-transport-security'], secure: login.cookies[0]?.secure === true, ip: who.body }
  }
  const year = 'max-age=31536000; includeSubDomains'
  expect(await answerOf({})).toEqual({ transport: undefined, secure: false, ip: '127.0.0.1' })
  expect(await answerOf({ TRUST_PROXY: 1 })).toEqual({ transport: year, secure: true, ip: '198.51.100.7' })
  expect(await answerOf({ TRUST_PROXY: 2 })).toMatchObject({ ip: '203.0.113.9' })
  expect(await answerOf({ TRUST_PROXY: ['10.0.0.0/8'] })).toMatchObject({ transport: undefined, ip: '127.0.0.1' })
  expect(await answerOf({ PUBLIC_URL: 'https://portal.example' })).toEqual({ transport: year, secure: true, ip: '127.0.0.1' })
})

test('at the end a request under way is finished, a new one is refused, and one without end is cut off', async () => {
  const ending = Fastify({ forceCloseConnections: 'idle' })
  drainAtEnd(ending, { ...TIMEOUTS, drainMs: 2_000 })
  let begun = 0
  ending.get('/slow', async () => {
    begun += 1
    await sleep(200)
    return 'done'
  })
  ending.get('/endless', async () => {
    begun += 1
    await new Promise(() => undefined)
  })
  const address = await ending.listen({ port: 0, host: '127.0.0.1' })
  const slow = fetch(`${address}/slow`)
  const endless = fetch(`${address}/endless`).then(
    () => 'answered',
    () => 'cut off',
  )
  while (begun < 2) await sleep(5)
  const closed = ending.close()
  expect(await (await slow).text()).toBe('done')
  await expect(fetch(`${address}/slow`)).rejects.toThrow()
  await closed
  expect(await endless).toBe('cut off')
})

test('at the end nothing waits for a connection whose request is answered, whether its answer began before or after', async () => {
  const lines: string[] = []
  const ending = Fastify({ forceCloseConnections: 'idle', logger: { stream: { write: (line: string) => lines.push(line) } } })
  drainAtEnd(ending, { ...TIMEOUTS, drainMs: 5_000 })
  let begun = 0
  ending.get('/slow', async () => {
    begun += 1
    await sleep(200)
    return 'done'
  })
  ending.get('/stream', (_request, reply) => {
    begun += 1
    reply.hijack()
    reply.raw.write('first ')
    setTimeout(() => reply.raw.end('last'), 200)
  })
  const address = await ending.listen({ port: 0, host: '127.0.0.1' })
  const answers = ['/slow', '/stream'].map((path) => fetch(address + path).then((answer) => answer.text()))
  while (begun < 2) await sleep(5)
  await ending.close()
  expect(await Promise.all(answers)).toEqual(['done', 'first last'])
  expect(lines.join('')).not.toContain('cut off')
})
