import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { NOT_LOGGED_IN } from '#contract/envelope.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { getPopup } from '#contract/popups/popups.calls.ts'
import { editCustom } from '#contract/sims/sim-tools.calls.ts'
import { globalSearch, listSims } from '#contract/sims/sims.calls.ts'
import { CallError, call, onSessionEnd } from './call.ts'

interface Sent {
  address: string
  init: RequestInit
}

let sent: Sent[] = []
let ends: string[] = []

function answerWith(body: string | object, init: ResponseInit = {}): void {
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    sent.push({ address, init: request })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'text/tab-separated-values' : 'application/json; charset=utf-8'
    return new Response(text, { ...init, headers: { 'content-type': type, ...init.headers } })
  })
}

const refusal = (error: string, code: string) => ({
  status: false,
  data: null,
  message: '',
  error,
  code,
  requestId: 'req-7f3a',
})

beforeEach(() => {
  sent = []
  ends = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { querySelector: () => ({ content: 'key-of-the-page' }) })
  onSessionEnd((how) => ends.push(how))
})
afterEach(() => vi.unstubAllGlobals())

test('every request has the API key, the language and JSON [S7.02]', async () => {
  answerWith({ status: true, data: { userName: 'Ana' }, message: '', error: null })
  await call(logIn, { body: { email: 'ana@andes.test', password: 'x' } })
  const headers = new Headers(sent[0]?.init.headers)
  expect(sent[0]?.address).toBe('/api/users/session/')
  expect([headers.get('x-api-key'), headers.get('accept-language')]).toEqual(['key-of-the-page', 'es'])
  expect(headers.get('content-type')).toBe('application/json')
  expect(sent[0]?.init.body).toBe('{"email":"ana@andes.test","password":"x"}')
})

test('parameters are percent-encoded into the path', async () => {
  answerWith({ status: true, data: { popupTitle: 'a', popupContent: 'b' }, message: '', error: null })
  await call(getPopup, { params: { name: 'a/b' } })
  expect(sent[0]?.address).toBe('/api/popups/a%2Fb')
})

test('a list is requested as tab-separated text and returns rows and the next cursor', async () => {
  answerWith('icc\tconsumptionMonthlyData\tcustomField1\tlater\n89560300041827741933\t12\tCami\\tón\tx\n', {
    headers: { 'x-next-cursor': 'abc' },
  })
  const page = await call(globalSearch, { params: { text: '0418' } })
  expect(new Headers(sent[0]?.init.headers).get('accept')).toBe('text/tab-separated-values')
  expect(page).toEqual({
    rows: [{ icc: '89560300041827741933', consumptionMonthlyData: 12, customField1: 'Cami\tón' }],
    nextCursor: 'abc',
  })
})

test('an error response rejects with the server message, code, fields and request id [S8.01]', async () => {
  answerWith({ ...refusal('El ICC no existe', 'invalid_request'), fields: { icc: 'no' } }, { status: 400 })
  const error = await call(getDashboard, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({
    message: 'El ICC no existe',
    code: 'invalid_request',
    status: 400,
    fields: { icc: 'no' },
    requestId: 'req-7f3a',
  })
  expect(ends).toEqual([])
})

test('status false is an error even with HTTP 200', async () => {
  answerWith(refusal('No se pudo', 'conflict'))
  await expect(call(getDashboard, {})).rejects.toMatchObject({ message: 'No se pudo', status: 200 })
})

test('a missing session is distinguished from an ended one', async () => {
  answerWith(refusal(NOT_LOGGED_IN, 'not_logged_in'), { status: 401 })
  await expect(call(getDashboard, {})).rejects.toThrow(NOT_LOGGED_IN)
  answerWith(refusal('Su sesión ha caducado', 'session_expired'), { status: 401 })
  await expect(call(getDashboard, {})).rejects.toThrow('Su sesión ha caducado')
  expect(ends).toEqual(['not_logged_in', 'session_expired'])
})

test('the session check and the login attempt handle it themselves', async () => {
  answerWith(refusal(NOT_LOGGED_IN, 'not_logged_in'), { status: 401 })
  await expect(call(getSession, {}, { handlesSessionEnd: true })).rejects.toThrow(NOT_LOGGED_IN)
  await expect(call(logIn, { body: { email: 'a', password: 'b' } })).rejects.toThrow(NOT_LOGGED_IN)
  expect(ends).toEqual([])
})

const cutOff = () => Promise.reject(new TypeError('Failed to fetch'))
const gatewayError = () => new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } })
const listed = () =>
  new Response('icc\n8956', { headers: { 'content-type': 'text/tab-separated-values', 'x-next-cursor': 'c2' } })
/** A response whose body is cut off within. */
function cutWithin(): Response {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
  return new Response(body, { headers: { 'content-type': 'text/tab-separated-values' } })
}

describe('a process that dies under a call', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Answers one attempt after the other; the last answer is given from then on. */
  function answerInTurn(...answers: (() => Response | Promise<Response>)[]): void {
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      init.signal?.throwIfAborted()
      sent.push({ address, init })
      return (answers[sent.length - 1] ?? answers.at(-1))?.()
    })
  }

  const outcomeOf = async <T>(working: Promise<T>): Promise<T | CallError> => {
    const outcome = working.catch((error: CallError) => error)
    await vi.runAllTimersAsync()
    return outcome
  }
  const keys = () => sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'))

  test('is not seen by a user who reads: no answer, a gateway’s error and half a body are asked for again', async () => {
    answerInTurn(cutOff, gatewayError, cutWithin, listed)
    expect(await outcomeOf(call(listSims, { body: {} }))).toMatchObject({ nextCursor: 'c2' })
    expect(keys()).toEqual([null, null, null, null])
  })

  test('is not seen by a user who changes something: it is repeated with the key of the first attempt', async () => {
    answerInTurn(gatewayError, cutOff, () => Response.json({ status: true, data: {}, message: '', error: null }))
    expect(await outcomeOf(call(editCustom, { body: { icc: '8956' } }))).toEqual({})
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys()[0], keys()[0]])
    await outcomeOf(call(editCustom, { body: { icc: '8956' } }, { idempotencyKey: 'confirmation-1' }))
    expect(keys().at(-1)).toBe('confirmation-1')
  })

  test('is an error to show where a second attempt has a second effect, and after four attempts', async () => {
    answerInTurn(cutOff)
    const login = call(logIn, { body: { email: 'a', password: 'b' } })
    expect(await outcomeOf(login)).toMatchObject({ code: 'unreachable', status: 0 })
    expect(sent).toHaveLength(1)
    answerInTurn(gatewayError)
    expect(await outcomeOf(call(getDashboard, {}))).toMatchObject({ code: 'unavailable', status: 502 })
    expect(sent).toHaveLength(5)
  })

  test('is waited for as long as the server asks', async () => {
    const away = () => Response.json(refusal('No disponible', 'unavailable'), { status: 503, headers: { 'retry-after': '5' } })
    answerInTurn(away, away, away, away, listed)
    const begin = Date.now()
    expect(await outcomeOf(call(listSims, { body: {} }))).toMatchObject({ nextCursor: 'c2' })
    expect(Date.now() - begin).toBe(20_000)
    answerInTurn(away)
    expect(await outcomeOf(call(listSims, { body: {} }))).toMatchObject({ status: 503 })
  })

  test('is not waited for by a screen that was left', async () => {
    answerInTurn(gatewayError)
    const left = new AbortController()
    const listing = call(listSims, { body: {} }, { signal: left.signal }).catch((error: CallError) => error)
    await vi.advanceTimersByTimeAsync(100)
    left.abort()
    expect(await listing).toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(1)
  })
})

test('the time to wait is read from Retry-After', async () => {
  answerWith(refusal('Demasiados intentos', 'account_locked'), { status: 429, headers: { 'retry-after': '30' } })
  await expect(call(logIn, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({ retryAfter: 30 })
})
