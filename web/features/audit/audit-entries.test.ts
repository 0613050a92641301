import { expect, test } from 'vitest'
import type { AuditRow } from './audit.api.ts'
import { auditEntries } from './audit-entries.ts'

const row = (auditId: number, entity: string, other: Partial<AuditRow> = {}): AuditRow => ({
  ...{ auditId, entity, at: `2026-11-25T11:27:${60 - auditId}Z`, action: 'data.read', actor: 'admin@enlace.test' },
  ...{ companyName: 'Canal IoT', actorCompanyName: 'Enlace', entityId: '', entityName: '', address: '127.0.0.1' },
  ...{ requestId: '', before: null, after: null, ...other },
})
const kindsOf = (rows: AuditRow[]) =>
  auditEntries(rows).map(({ entity, alsoSeen }) => [entity, ...alsoSeen.map((one) => one.entity)])

test('what one user saw of a company within a minute is one row', () => {
  expect(kindsOf([row(1, 'webhooks'), row(2, 'apiKeys'), row(3, 'alarms')])).toEqual([['webhooks', 'apiKeys', 'alarms']])
})

test('another user, company, minute or action begins a row, and so does what was in between', () => {
  const rows = [
    row(1, 'webhooks'),
    row(2, 'webhooks', { companyName: 'Andes' }),
    row(3, 'webhooks', { actor: 'ana@andes.test' }),
    row(4, 'webhooks', { at: '2026-11-25T11:26:59Z' }),
    row(5, 'webhooks', { entityId: '*' }),
    row(6, 'webhook', { action: 'webhook.created' }),
    row(7, 'webhook', { action: 'webhook.created' }),
  ]
  expect(kindsOf(rows)).toEqual(rows.map(({ entity }) => [entity]))
})
