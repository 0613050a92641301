import { expect, test } from 'vitest'
import { mailEvents, mailStates } from './mail-events.ts'
import type { MailRow } from './outbox.api.ts'

const mail = (mailId: number, state: string, other: Partial<MailRow> = {}): MailRow => ({
  ...{ mailId, state, kind: 'alarm', address: `${mailId}@andes.test`, subject: 'Cámaras: 38 SIMs', attempts: 0, problem: '' },
  ...{ createdAt: '2026-11-29T16:42:13.459Z', settledAt: null, ...other },
})
const idsOf = (rows: readonly MailRow[]) => mailEvents(rows).map((mails) => mails.map(({ mailId }) => mailId))

test('mails of one subject and moment are one event', () => {
  expect(idsOf([mail(5, 'sent'), mail(4, 'sent'), mail(3, 'kept')])).toEqual([[5, 4, 3]])
})

test('another subject, kind or moment begins an event, and so does what was in between', () => {
  const rows = [
    mail(6, 'sent'),
    mail(5, 'sent', { subject: 'Ascensores: 1 SIM' }),
    mail(4, 'sent'),
    mail(3, 'sent', { kind: 'rule' }),
    mail(2, 'sent', { createdAt: '2026-11-29T16:42:13.460Z' }),
  ]
  expect(idsOf(rows)).toEqual(rows.map(({ mailId }) => [mailId]))
})

test('states are counted, the worst first', () => {
  expect(mailStates([mail(1, 'sent'), mail(2, 'kept'), mail(3, 'sent'), mail(4, 'failed')])).toEqual([
    { state: 'failed', count: 1 },
    { state: 'kept', count: 1 },
    { state: 'sent', count: 2 },
  ])
  expect(mailStates([mail(1, 'queued')])).toEqual([{ state: 'queued', count: 1 }])
})
