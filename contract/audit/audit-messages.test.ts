import { expect, test } from 'vitest'
import { auditActionWord, auditEntityWord } from './audit-messages.ts'

test.each([
  ['plan.changed', 'Editó un plan', 'Edited a plan'],
  ['plan.revoked', 'Plan: revocación', 'Plan: revoked'],
  ['plan.wonThePrize', 'Plan: won the prize', 'Plan: won the prize'],
  ['hibernate', 'Otra acción (hibernate)', 'Other action (hibernate)'],
  ['plan', 'Otra acción (plan)', 'Other action (plan)'],
  ['pigeon.sent', 'Otra acción (pigeon.sent)', 'Other action (pigeon.sent)'],
])('the log calls %s %j, in English %j', (action, es, en) => {
  expect([auditActionWord(action, 'es'), auditActionWord(action, 'en')]).toEqual([es, en])
})

test('a kind of thing that no longer exists is called another', () => {
  expect([auditEntityWord('radius_client', 'es'), auditEntityWord('data_card', 'es')]).toEqual([
    'Cliente RADIUS',
    'Otro objeto (data card)',
  ])
})
