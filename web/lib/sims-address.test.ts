import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { isGroupName, pathOf } from '#domain/groups.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { isTagName } from '#domain/tags.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { parsePlainSearch, stringifyPlainSearch } from './address.ts'
import { simFilterOf, simsOf, simsSearch } from './sims-address.ts'

const ids = fc.array(fc.nat({ max: 2000 }), { minLength: 1, maxLength: 5 })
const text = fc.string({ minLength: 1, maxLength: 30 }).filter((value) => value.trim() === value)
const filters: fc.Arbitrary<SimFilter> = fc.record(
  {
    administrativeStatusIds: ids,
    gprsStatuses: ids,
    providerIds: ids,
    simTypeIds: ids,
    planCodes: fc.array(text, { minLength: 1, maxLength: 4 }),
    tags: fc.array(text.filter(isTagName), { minLength: 1, maxLength: 4 }),
    groups: fc.array(fc.array(text.filter(isGroupName), { minLength: 1, maxLength: 3 }).map(pathOf), {
      minLength: 1,
      maxLength: 4,
    }),
    apnIds: ids,
    companyIds: ids,
    planUse: fc.constantFrom(...PLAN_USES),
    silentFor: fc.constantFrom(...SILENCE_FILTERS),
    search: text,
    icc: fc.stringMatching(/^89\d{17}$/),
  },
  { requiredKeys: [] },
)

test('every filter survives the address', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const address = stringifyPlainSearch(simsSearch(filter))
      expect(simFilterOf(parsePlainSearch(address))).toEqual(filter)
    }),
  )
})

test('the addresses are short and readable', () => {
  expect(stringifyPlainSearch(simsSearch({ administrativeStatusIds: [2, 11], providerIds: [1] }))).toBe('?status=2,11&origin=1')
  expect(stringifyPlainSearch(simsSearch({ icc: '89560300041827741933' }))).toBe('?icc=89560300041827741933')
  expect(stringifyPlainSearch(simsSearch({ administrativeStatusIds: [2], silentFor: '24h' }))).toBe('?status=2&silent=24h')
  expect(stringifyPlainSearch(simsSearch({ administrativeStatusIds: [2], planUse: 'over100' }))).toBe('?status=2&use=over100')
  expect(stringifyPlainSearch(simsSearch({ tags: ['norte', 'ruta-5', 'frío'] }))).toBe('?tag=norte,ruta-5,fr%C3%ADo')
  expect(stringifyPlainSearch(simsSearch(simsOf({ company: 4, subsidiaries: 'true' })))).toBe('?company=4&subsidiaries=true')
  expect(simFilterOf(parsePlainSearch('?company=4&subsidiaries=true'))).toEqual({ companyIds: [4], subsidiaries: true })
  expect(simFilterOf(parsePlainSearch('?subsidiaries=true'))).toEqual({})
  expect(stringifyPlainSearch(simsSearch({}))).toBe('')
})

test('an unreadable value is ignored, and an ICC stays text', () => {
  expect(simFilterOf(parsePlainSearch('?status=x,,2,-1&origin=&session=&silent=5h&use=90'))).toEqual({
    administrativeStatusIds: [2],
  })
  expect(simFilterOf(parsePlainSearch('?icc=89560300041827741933')).icc).toBe('89560300041827741933')
  expect(simFilterOf({ plan: '%E0%A4%A', tag: ',a;b', group: ',a//b' })).toEqual({})
})
