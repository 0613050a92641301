import { expect, test } from 'vitest'
import { datedName } from './export-list.ts'

test('a file has the day of its reader, in their language', () => {
  const named = (at: string, timeZone: string) =>
    datedName({ now: new Date(at), language: 'es', actor: { timeZone } }, { es: 'alarmas', en: 'alarms' })
  expect(named('2026-11-22T01:30:00Z', 'America/Santiago')).toBe('alarmas-2026-11-21')
  expect(named('2026-11-22T01:30:00Z', 'UTC')).toBe('alarmas-2026-11-22')
})
