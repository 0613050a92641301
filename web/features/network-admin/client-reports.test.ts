import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { byUrgency, clientOfAddress, reportState } from './client-reports.ts'

const NOW = Date.parse('2026-11-29T23:42:00Z')
const client = (minutesAgo: number | null) => ({
  ...{ name: `GGSN ${minutesAgo}`, interimSeconds: 900 },
  lastReportAt: minutesAgo === null ? null : new Date(NOW - minutesAgo * MINUTE_MS).toISOString(),
})

test('a client is silent after two intervals and a quarter of an hour without reports; one without sessions is idle', () => {
  expect(reportState(client(45), NOW)).toBe('reporting')
  expect(reportState(client(46), NOW)).toBe('silent')
  expect(reportState(client(null), NOW)).toBe('idle')
})

test('silent clients come first, then those of which packets were dropped', () => {
  const clients = [
    { ...client(1), droppedPackets: 0 },
    { ...client(2), droppedPackets: 3 },
    { ...client(60), droppedPackets: 0 },
  ]
  expect(byUrgency(clients, NOW).map(({ name }) => name)).toEqual(['GGSN 60', 'GGSN 2', 'GGSN 1'])
})

test('an address belongs to the client with the narrowest range that holds it', () => {
  const clients = ['10.20.0.0/16', '10.20.0.0/24', '2001:db8::/32'].map((addresses) => ({ addresses }))
  expect(clientOfAddress('10.20.0.9', clients)?.addresses).toBe('10.20.0.0/24')
  expect(clientOfAddress('10.20.1.9', clients)?.addresses).toBe('10.20.0.0/16')
  expect(clientOfAddress('2001:db8::9', clients)?.addresses).toBe('2001:db8::/32')
  expect(clientOfAddress('10.21.0.9', clients)).toBeUndefined()
})
