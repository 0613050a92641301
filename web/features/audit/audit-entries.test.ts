import { expect, test } from 'vitest'
import type { AuditRow } from './audit.api.ts'
import { auditEntries, kindsSeen, timesOf } from './audit-entries.ts'

const row = (auditId: number, entity: string, other: Partial<AuditRow> = {}): AuditRow => ({
  ...{ auditId, entity, at: `2026-11-25T11:27:${60 - auditId}Z`, action: 'data.read', actor: 'admin@enlace.test' },
  ...{ companyName: 'Canal IoT', actorCompanyName: 'Enlace', entityId: '', entityName: '', address: '127.0.0.1' },
  ...{ requestId: '', before: null, after: null, ...other },
})
const kindsOf = (rows: AuditRow[]) => auditEntries(rows).map(kindsSeen)

test('what one user saw of a company within a minute is one row', () => {
  expect(kindsOf([row(1, 'webhooks'), row(2, 'apiKeys'), row(3, 'alarms')])).toEqual([['webhooks', 'apiKeys', 'alarms']])
})

test('views of two companies by turns are a row each', () => {
  const whole = { companyName: 'Enlace', entityId: '*' }
  const rows = [row(1, 'alarms', whole), row(2, 'alarms'), row(3, 'users', whole), row(4, 'users'), row(5, 'users', whole)]
  expect(auditEntries(rows).map((entry) => [entry.companyName, ...kindsSeen(entry), timesOf(entry)])).toEqual([
    ['Enlace', 'alarms', 'users', 1],
    ['Canal IoT', 'alarms', 'users', 1],
  ])
})

test('another user, company, minute or action begins a row, and so does what was in between', () => {
  const rows = [
    row(1, 'webhooks'),
    row(2, 'webhooks', { companyName: 'Andes' }),
    row(3, 'webhooks', { actor: 'ana@andes.test' }),
    row(4, 'webhooks', { at: '2026-11-25T11:26:59Z' }),
    row(5, 'webhooks', { entityId: '*' }),
    row(6, 'webhook', { action: 'webhook.created', entityId: '1' }),
    row(7, 'webhook', { action: 'webhook.created', entityId: '2' }),
  ]
  expect(kindsOf(rows)).toEqual(rows.map(({ action, entity }) => (action === 'data.read' ? [entity] : [])))
})

test('the same change within a minute is one row with its number; with another value it is not the same', () => {
  const muted = (auditId: number, after: string) => row(auditId, 'alarm', { action: 'alarm.changed', entityId: '7', after })
  const rows = [muted(1, '{"limitMb":5}'), muted(2, '{"limitMb":5}'), muted(3, '{"limitMb":5}'), muted(4, '{"limitMb":6}')]
  expect(auditEntries(rows).map((entry) => [entry.auditId, timesOf(entry)])).toEqual([
    [1, 3],
    [4, 1],
  ])
})
