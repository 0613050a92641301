import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { type Call, callPath } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { massHibernation, uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import { saveView } from '#contract/sims/views.calls.ts'
import { buildApp } from '#server/app.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, startPortal } from '#test/portal.ts'
import { TIMEOUTS } from './timeouts.ts'

const QUOTA = 40
const portal = await startPortal({ env: { PERSON_REQUESTS_PER_MINUTE: String(QUOTA) } })
const timeOuts = { ...TIMEOUTS, bodyMs: 500 }
const app = await buildApp({ ...portal.services, log: portal.app.log, timeOuts })
const admitted: string[] = []
app.addHook('preParsing', async ({ url }) => {
  admitted.push(url)
})
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await portal.close()
})

const JSON_TYPE = 'application/json'
const MEBIBYTE = 1024 * 1024

const UPLOADS = CONTRACT.filter((call) => call.upload)
const HUGE = [uploadOperationFile, massHibernation, ...UPLOADS]
const named = (calls: readonly Call[]) => [...new Set(calls)].map((call) => [`${call.method} ${call.path}`, call] as const)

async function logInAs(person: 'ana' | 'luis' | 'admin' | 'nadie'): Promise<string> {
  const { email } = portal.fleet.people[person]
  const [cookie] = (await portal.request(logIn, undefined, { body: { email, password: PASSWORD } })).cookies
  return `${cookie?.name}=${cookie?.value}`
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly bytes?: number
  readonly part?: string
}

/** A request of which so much is sent as is said, whatever length it promises. */
async function begin(call: Call, { headers = API_KEY, bytes = 30 * MEBIBYTE, part = '[[],[],' }: Sent) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']))
  const send = (more: string): void => {
    const all = { host: 'x', 'content-type': JSON_TYPE, 'content-length': String(bytes), ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${call.method} /api${callPath(call, params)} HTTP/1.1\r\n${lines.join('')}\r\n${more}`)
  }
  send(part)
  /** The last answer: status and code. */
  const answer = async (): Promise<[number, string]> => {
    await expect.poll(() => text, { timeout: 5_000 }).toMatch(/\r\n\r\n\{.*\}$/s)
    const last = text.slice(text.lastIndexOf('HTTP/1.1 '))
    const [, json = ''] = last.split('\r\n\r\n')
    text = ''
    return [Number(last.split(' ')[1]), JSON.parse(json).code]
  }
  return { socket, answer, closed, send }
}

describe('who calls is checked before the body is read', () => {
  test.each(named(HUGE))('%s without a session, with a huge body that does not come', async (_, call) => {
    const { answer, socket } = await begin(call, {})
    expect(await answer()).toEqual([401, 'not_logged_in'])
    socket.destroy()
  })

  test.each(named(HUGE))('%s without a key', async (_, call) => {
    const { answer, socket } = await begin(call, { headers: {} })
    expect(await answer()).toEqual([400, 'invalid_api_key'])
    socket.destroy()
  })

  test('without the permit', async () => {
    const { answer, socket } = await begin(massHibernation, { headers: { ...API_KEY, cookie: await logInAs('nadie') } })
    expect(await answer()).toEqual([403, 'not_allowed'])
    socket.destroy()
  })

  test('beyond the rate, which each request counts for once', async () => {
    const cookie = await logInAs('luis')
    const headers = { ...API_KEY, cookie }
    const small = { method: 'POST', url: `/api${saveView.path}`, headers, payload: { query: '' } } as const
    for (let n = 0; n < QUOTA; n += 1) expect((await app.inject(small)).statusCode).toBe(400)
    const { answer, socket } = await begin(massHibernation, { headers })
    expect(await answer()).toEqual([429, 'too_many_requests'])
    socket.destroy()
  })
})

test.each(named(UPLOADS))('%s refuses JSON unread', async (_, call) => {
  const { answer, socket } = await begin(call, { headers: { ...API_KEY, cookie: await logInAs('admin') } })
  expect(await answer()).toEqual([415, 'unsupported_media_type'])
  socket.destroy()
})

describe('after the answer', () => {
  test('the connection is closed although the rest of the body drips', async () => {
    const { answer, socket, closed } = await begin(massHibernation, {})
    await answer()
    const drip = setInterval(() => socket.write('[],'), 50)
    await closed
    clearInterval(drip)
  })

  test('the connection goes on when the body is there', async () => {
    const { answer, socket, send } = await begin(massHibernation, { bytes: MEBIBYTE, part: ' '.repeat(MEBIBYTE) })
    expect(await answer()).toEqual([401, 'not_logged_in'])
    await sleep(2 * timeOuts.bodyMs)
    send(' '.repeat(MEBIBYTE))
    expect(await answer()).toEqual([401, 'not_logged_in'])
    socket.destroy()
  })
})

test('whose session ends while the body is sent is refused', async () => {
  const cookie = await logInAs('ana')
  const headers = { ...API_KEY, cookie }
  const { answer, socket } = await begin(massHibernation, { headers, bytes: 2, part: '{' })
  await expect.poll(() => admitted.at(-1)).toBe(`/api${massHibernation.path}`)
  await portal.db.updateTable('login_sessions').set({ ended_at: portal.clock.now }).execute()
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_000)
  socket.write('}')
  expect(await answer()).toEqual([401, 'session_expired'])
  socket.destroy()
})
