import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { reportState, silentClients } from './client-reports.ts'

const NOW = Date.parse('2026-11-29T23:42:00Z')
const client = (minutesAgo: number | null, openSessions = 65) => ({
  ...{ interimSeconds: 900, openSessions },
  lastReportAt: minutesAgo === null ? null : new Date(NOW - minutesAgo * MINUTE_MS).toISOString(),
})

test('a client is silent after two intervals and a quarter of an hour without reports; one without sessions is idle', () => {
  expect(reportState(client(45), NOW)).toBe('reporting')
  expect(reportState(client(46), NOW)).toBe('silent')
  expect(reportState(client(null, 0), NOW)).toBe('idle')
})

test('silent clients are counted with the longest silence and all their open sessions', () => {
  const clients = [client(5, 1871), client(180, 65), client(60, 10), client(null, 0)]
  expect(silentClients(clients, NOW)).toEqual({ count: 2, longestMs: 3 * HOUR_MS, openSessions: 75 })
  expect(silentClients([client(5)], NOW)).toEqual({ count: 0, longestMs: 0, openSessions: 0 })
})
