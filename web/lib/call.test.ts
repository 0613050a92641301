import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { NOT_LOGGED_IN } from '#contract/envelope.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { getPopup } from '#contract/popups/popups.calls.ts'
import { globalSearch } from '#contract/sims/sims.calls.ts'
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

test('no response, or one without the envelope, is an error to show', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(getDashboard, {})).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  answerWith('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } })
  await expect(call(getDashboard, {})).rejects.toMatchObject({ code: 'unavailable', status: 502 })
})

test('the time to wait is read from Retry-After', async () => {
  answerWith(refusal('Demasiados intentos', 'account_locked'), { status: 429, headers: { 'retry-after': '30' } })
  await expect(call(logIn, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({ retryAfter: 30 })
})
