import { expect, test } from 'vitest'
import { filterOf, isUnfiltered, openedOf, withOpened } from './charges-search.ts'

const filters = { state: 'overdue', company: '4', period: '2026-10' }
const opened = {
  documentId: 81,
  concept: { kind: 'data_overage', plan: 'IOT.250' },
  icc: '89560300041827741933',
  day: '2026-10-16',
} as const

test('an address says what is shown and what is open', () => {
  const address = withOpened(filters, opened)
  expect(address).toMatchObject({ ...filters, document: '81', concept: 'data_overage.IOT.250' })
  expect(filterOf(address)).toEqual({ state: 'overdue', companyId: 4, period: '2026-10' })
  expect(openedOf(address)).toEqual(opened)
  expect(filterOf({ period: '2026' })).toEqual({ period: '2026' })
})

test('what cannot be read neither filters nor opens', () => {
  const wrong = { state: 'lost', company: '-4', period: '2026-13', document: 'x', icc: opened.icc }
  expect([filterOf(wrong), isUnfiltered(wrong), openedOf(wrong)]).toEqual([{}, true, {}])
  expect(openedOf({ document: '7', concept: 'tax.IOT', icc: '12', day: '2026-10-16' })).toEqual({ documentId: 7 })
})
