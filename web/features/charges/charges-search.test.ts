import { expect, test } from 'vitest'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { chargeFilterOf, openedOf, readChargesSearch, withOpened } from './charges-search.ts'

const filters = { state: 'overdue', company: 4, period: '2026-10' } as const
const opened = {
  documentId: 81,
  concept: { kind: 'data_overage', plan: 'IOT.250' },
  icc: '89560300041827741933',
  day: '2026-10-16',
} as const

test('an address has the filter and the open columns', () => {
  const address = withOpened(filters, opened)
  expect(address).toMatchObject({ ...filters, document: 81, concept: 'data_overage.IOT.250' })
  expect(chargeFilterOf(address)).toEqual({ state: 'overdue', companyId: 4, period: '2026-10' })
  expect(openedOf(readChargesSearch(address))).toEqual(opened)
  expect(readChargesSearch({ period: '2026' }).period).toBe('2026')
})

test('an unreadable value neither filters nor opens', () => {
  const wrong = readChargesSearch({ state: 'lost', company: '-4', period: '2026-13', document: 'x', icc: opened.icc })
  expect([isEmptySearch(chargeFilterOf(wrong)), openedOf(wrong)]).toEqual([true, {}])
  const address = { document: '7', concept: 'tax.IOT', icc: '12', day: '2026-10-16' }
  expect(openedOf(readChargesSearch(address))).toEqual({ documentId: 7 })
})
