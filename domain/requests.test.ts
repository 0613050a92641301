import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isEnded,
  isFilling,
  REQUEST_ACTIONS,
  REQUEST_MOVES,
  REQUEST_PATH,
  REQUEST_STATES,
  type RequestSide,
  type RequestState,
  requestActions,
  requestTotals,
  unassignProblem,
} from './requests.ts'
import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

test('the actions of each side in each state', () => {
  const table = Object.fromEntries(
    REQUEST_STATES.map((state) => [
      state,
      (['customer', 'operator'] as const).map((side) => requestActions(state, [side]).join(' ')),
    ]),
  )
  expect(table).toEqual({
    draft: ['submit', ''],
    submitted: ['cancel', 'approve reject'],
    approved: ['', 'prepare'],
    rejected: ['', ''],
    preparing: ['', 'ship'],
    shipped: ['deliver', 'deliver'],
    delivered: ['close', 'close'],
    closed: ['', ''],
    cancelled: ['', ''],
  })
})

test('a request ends rejected, cancelled or closed in seven steps at most', () => {
  expect(REQUEST_STATES.filter(isEnded)).toEqual(['rejected', 'closed', 'cancelled'])
  const sides: readonly RequestSide[] = ['customer', 'operator']
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 7, maxLength: 7 }), (choices) => {
      const seen: RequestState[] = ['draft']
      for (const choice of choices) {
        const state = seen.at(-1) ?? 'draft'
        const actions = requestActions(state, sides)
        const action = actions[choice % Math.max(1, actions.length)]
        if (!action) break
        seen.push(REQUEST_MOVES[action].to)
      }
      expect(isEnded(seen.at(-1) ?? 'draft')).toBe(true)
      expect(new Set(seen).size).toBe(seen.length)
      if (seen.at(-1) === 'closed') expect(seen.slice(1)).toEqual(REQUEST_PATH)
    }),
  )
})

test('without a side there is no action, and both sides together have the actions of each', () => {
  for (const state of REQUEST_STATES) {
    expect(requestActions(state, [])).toEqual([])
    const each = (['customer', 'operator'] as const).flatMap((side) => requestActions(state, [side]))
    expect(new Set(requestActions(state, ['customer', 'operator']))).toEqual(new Set(each))
  }
  expect(new Set(REQUEST_ACTIONS.map((action) => REQUEST_MOVES[action].to)).size).toBe(REQUEST_ACTIONS.length)
})

test('SIMs are assigned and taken back between approval and shipping, and only unused ones are taken back', () => {
  expect(REQUEST_STATES.filter(isFilling)).toEqual(['approved', 'preparing'])
  const unused = { status: ADMINISTRATIVE_STATUS.readyToUse, wasActive: false, isBusy: false }
  for (const state of REQUEST_STATES) expect(unassignProblem(state, unused)).toBe(isFilling(state) ? undefined : 'not_filling')
  expect(unassignProblem('preparing', { ...unused, status: null })).toBe('moved')
  expect(unassignProblem('preparing', { ...unused, wasActive: true })).toBe('used')
  expect(unassignProblem('preparing', { ...unused, isBusy: true })).toBe('busy')
  for (const status of Object.values(ADMINISTRATIVE_STATUS))
    expect(unassignProblem('preparing', { ...unused, status }) === undefined).toBe(status === unused.status)
})

const line = fc.record({
  kind: fc.constantFrom('sims' as const, 'hardware' as const),
  quantity: fc.integer({ min: 1, max: 100_000 }),
  currency: fc.constantFrom('CLP', 'USD', 'PEN'),
  unitMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
})

test('totals are by currency, hardware once and plans monthly, and include every line [S3.32]', () => {
  expect(
    requestTotals([
      { kind: 'hardware', quantity: 2, currency: 'USD', unitMinor: 2_500 },
      { kind: 'sims', quantity: 10, currency: 'CLP', unitMinor: 1_640 },
      { kind: 'hardware', quantity: 1, currency: 'CLP', unitMinor: 9_900 },
    ]),
  ).toEqual([
    { currency: 'CLP', onceMinor: 9_900, monthlyMinor: 16_400 },
    { currency: 'USD', onceMinor: 5_000, monthlyMinor: 0 },
  ])
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), (lines) => {
      const totals = requestTotals(lines)
      expect(totals.map(({ currency }) => currency)).toEqual([...new Set(lines.map(({ currency }) => currency))].sort())
      const all = totals.reduce((sum, { onceMinor, monthlyMinor }) => sum + onceMinor + monthlyMinor, 0)
      expect(all).toBe(lines.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0))
      expect(Number.isSafeInteger(all)).toBe(true)
    }),
  )
})
