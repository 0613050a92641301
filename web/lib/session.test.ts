import { describe, expect, test } from 'vitest'
import { CallError } from './call.ts'
import { shouldRetrySession } from './session.ts'

const unauthorized = new CallError('Client not logged in', { code: 'not_logged_in', status: 401 })
const ended = new CallError('Su sesión ha caducado', { code: 'session_expired', status: 401 })
const restarting = new CallError('No disponible', { code: 'unavailable', status: 503 })
const refused = new CallError('No hay conexión con el servicio', { code: 'unreachable', status: 0 })
const failed = new CallError('Ha ocurrido un error', { code: 'internal', status: 500 })

describe('a session check that failed', () => {
  test('is retried while a server restarts, a limited number of times', () => {
    expect([restarting, refused].map((error) => shouldRetrySession(0, error))).toEqual([true, true])
    expect([unauthorized, ended, failed].map((error) => shouldRetrySession(0, error))).toEqual([false, false, false])
    expect(shouldRetrySession(100, refused)).toBe(false)
  })
})
