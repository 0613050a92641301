import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineKind } from './charge-line.ts'
import { BRIDGE_EFFECTS, type BridgeConcept, invoiceBridge } from './invoice-bridge.ts'

const plan = (planCode: string, quantity: number, price: number): BridgeConcept => ({
  ...{ kind: 'price', planCode, quantity, amount: quantity * price },
})
const other = (kind: LineKind, amount: number): BridgeConcept => ({ kind, planCode: 'A', quantity: 1, amount })
const NONE = { sims: 0, mix: 0, price: 0, overage: 0, messages: 0, hibernation: 0, earlier: 0 }

test.each<[string, BridgeConcept[], BridgeConcept[], Partial<typeof NONE>]>([
  ['nothing changed', [plan('A', 10, 100)], [plan('A', 10, 100)], {}],
  ['more SIMs of a plan', [plan('A', 10, 100)], [plan('A', 13, 100)], { sims: 300 }],
  ['fewer SIMs', [plan('A', 10, 100)], [plan('A', 4, 100)], { sims: -600 }],
  ['another price', [plan('A', 10, 100)], [plan('A', 10, 120)], { price: 200 }],
  [
    'SIMs moved to a dearer plan',
    [plan('A', 10, 100), plan('B', 10, 300)],
    [plan('A', 5, 100), plan('B', 15, 300)],
    { mix: 1000 },
  ],
  ['SIMs moved to a plan that is new', [plan('A', 10, 100)], [plan('A', 6, 100), plan('B', 4, 50)], { mix: -200 }],
  ['the first SIMs of a company', [], [plan('A', 10, 100)], { sims: 1000 }],
  ['the last SIMs left', [plan('A', 10, 100)], [], { sims: -1000 }],
  [
    'data beyond the plan',
    [other('data_overage', 50)],
    [other('data_overage', 80), other('pool_overage', 20)],
    { overage: 50 },
  ],
  ['messages and voice', [other('sms', 5)], [other('voice', 7)], { messages: 2 }],
  ['more hibernated SIMs', [], [other('hibernation', 30)], { hibernation: 30 }],
  ['usage that came late', [], [other('data_adjustment', -30), other('sms_adjustment', 10)], { earlier: -20 }],
])('%s', (_, before, now, effects) => expect(invoiceBridge(before, now)).toEqual({ ...NONE, ...effects }))

const concepts = fc.array(
  fc.record({
    kind: fc.constantFrom<LineKind>('price', 'price', 'data_overage', 'sms', 'hibernation', 'voice_adjustment'),
    planCode: fc.constantFrom('A', 'B', 'C'),
    quantity: fc.nat(100_000),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000_000 }),
  }),
  { maxLength: 12 },
)
const total = (all: readonly BridgeConcept[]): number => all.reduce((sum, { amount }) => sum + amount, 0)

test('the effects are whole and are together exactly the difference of the totals', () => {
  fc.assert(
    fc.property(concepts, concepts, (before, now) => {
      const effects = invoiceBridge(before, now)
      const all = BRIDGE_EFFECTS.map((effect) => effects[effect])
      expect(all.every(Number.isSafeInteger)).toBe(true)
      expect(all.reduce((sum, effect) => sum + effect, 0)).toBe(total(now) - total(before))
    }),
  )
})

test('the same number of SIMs has no effect of SIMs, and equal invoices have none at all', () => {
  fc.assert(
    fc.property(concepts, (invoice) => {
      expect(Object.values(invoiceBridge(invoice, invoice)).every((effect) => Math.abs(effect) === 0)).toBe(true)
    }),
  )
})
