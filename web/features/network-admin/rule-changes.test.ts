import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routesOf, ruleOf, withNetwork } from './rule-changes.ts'

const simTypes = [1, 2, 3].map((simTypeId) => ({ simTypeId, simTypeName: `Type ${simTypeId}` }))
const rulesWith = (networks: readonly (string | null)[], sims: readonly number[] = [0, 0, 0]) => ({
  simTypes,
  rules: networks.map((networkId, index) => ({ originId: 7, simTypeId: index + 1, networkId, sims: sims[index] ?? 0 })),
})
const brief = (rules: Parameters<typeof routesOf>[0], changes = {}) => {
  const { usual, exceptions } = routesOf(rules, changes, 7)
  return [usual, ...exceptions.map(({ simTypeId, networkId }) => `${simTypeId} ${networkId}`)]
}

test('the network of most types is the usual one, of two alike that with more SIMs; the others are exceptions', () => {
  expect(brief(rulesWith(['north', 'north', 'south']))).toEqual(['north', '3 south'])
  expect(brief(rulesWith(['north', 'south', null], [5, 9, 1]))).toEqual(['south', '1 north', '3 '])
  expect(brief(rulesWith([null, null, null]))).toEqual([''])
  expect(brief(rulesWith(['north', 'north', 'north']), { '7 2': 'south' })).toEqual(['north', '2 south'])
  // half of them moved: those that stay are not the exceptions
  expect(brief(rulesWith(['north', 'north', 'south'], [1, 9, 0]), { '7 2': 'south' })).toEqual(['north', '2 south', '3 south'])
})

test('a change back to what is saved is no change, and each change is the rule of its pair', () => {
  const network = fc.constantFrom('north', 'south', 'east')
  fc.assert(
    fc.property(fc.tuple(network, network, network), fc.array(fc.tuple(fc.subarray([0, 1, 2]), network)), (saved, steps) => {
      const rules = rulesWith(saved)
      let changes = {}
      const expected = [...saved]
      for (const [picked, networkId] of steps) {
        const { types } = routesOf(rules, changes, 7)
        changes = withNetwork(changes, { originId: 7, types: types.filter((_, index) => picked.includes(index)), networkId })
        for (const index of picked) expected[index] = networkId
      }
      const changed = Object.entries<string>(changes).map(ruleOf)
      expect(changed.every(({ simTypeId, networkId }) => saved[simTypeId - 1] !== networkId)).toBe(true)
      expect(routesOf(rules, changes, 7).types.map(({ networkId }) => networkId)).toEqual(expected)
    }),
  )
})
