import { expect, test } from 'vitest'
import type { SearchParameters } from '#web/shared/sims/search-parameters.api.ts'
import type { Facets } from '../sims.api.ts'
import {
  chosenIn,
  countKey,
  facetCounts,
  facetValues,
  isActiveSilent,
  toggled,
  withActiveSilent,
  withFacet,
} from './facet-values.ts'

const parameters: SearchParameters = {
  plans: [{ planCode: 'IOT250', planName: 'IoT 250 MB', planMb: 250 }],
  apns: [{ apnId: 15, apnName: 'Privado' }],
  companies: [{ companyId: 7, companyName: 'Andes' }],
  providers: [
    { providerId: 1, providerName: 'Chile' },
    { providerId: 2, providerName: 'Peru' },
    { providerId: 6, providerName: 'USA' },
  ],
  simTypes: [{ simTypeId: 2, simTypeName: 'Local' }],
  totals: { totalSims: 1, totalActive: 1, totalConnected: 1, totalDisconnected: 0 },
  admin: false,
}
const t = (key: string) => key

test('each filter offers the values of the search parameters', () => {
  const offered = (facet: Parameters<typeof facetValues>[0]) => facetValues(facet, { parameters, t })
  expect(offered('planCodes')).toEqual([{ id: 'IOT250', name: 'IoT 250 MB' }])
  expect(offered('apnIds')).toEqual([{ id: 15, name: 'Privado' }])
  expect(offered('companyIds')).toEqual([{ id: 7, name: 'Andes' }])
  expect(offered('providerIds').map(({ name }) => name)).toEqual(['Chile', 'Perú', 'Estados Unidos'])
  expect(offered('simTypeIds')).toEqual([{ id: 2, name: 'Local' }])
  expect(offered('gprsStatuses').map(({ id }) => id)).toEqual([0, 1, 2])
})

test('tags of one name are one value, and counted whatever their capitals', () => {
  const tag = (companyId: number, name: string) => ({ tagId: companyId, companyId, name, colour: 'teal', sims: 1 }) as const
  const values = facetValues('tags', { parameters: undefined, tags: [tag(1, 'Norte'), tag(2, 'norte'), tag(2, 'flota')], t })
  expect(values).toEqual([
    { id: 'flota', name: 'flota', colour: 'teal' },
    { id: 'Norte', name: 'Norte', colour: 'teal' },
  ])
  const counts = facetCounts('tags', { tags: [{ id: 'norte', count: 7 }] } as unknown as Facets)
  expect(values.map(({ id }) => counts.get(countKey('tags', id)))).toEqual([undefined, 7])
})

test('groups are offered as a tree, those of one path once, and counted whatever their capitals', () => {
  const group = (companyId: number, path: string) => ({
    groupId: companyId,
    companyId,
    path,
    sims: 1,
    rule: null,
    activationPlans: [],
    tags: [],
  })
  const groups = [group(1, 'Norte'), group(2, 'norte'), group(1, 'Norte/Camiones'), group(2, 'Sur')]
  const values = facetValues('groups', { parameters: undefined, groups, t })
  expect(values).toEqual([
    { id: 'Norte', name: 'Norte', own: { name: 'Norte', depth: 0 } },
    { id: 'Norte/Camiones', name: 'Norte/Camiones', own: { name: 'Camiones', depth: 1 } },
    { id: 'Sur', name: 'Sur', own: { name: 'Sur', depth: 0 } },
  ])
  const counts = facetCounts('groups', { groups: [{ id: 'norte', count: 7 }] } as unknown as Facets)
  expect(values.map(({ id }) => counts.get(countKey('groups', id)))).toEqual([7, undefined, undefined])
})

test('one silence is chosen at a time, and the chip of the silent ones sets and clears both of its filters', () => {
  expect(withFacet({ silentFor: '24h' }, 'silentFor', toggled(['24h'], '7d'))).toEqual({ silentFor: '7d' })
  expect(withFacet({ silentFor: '24h' }, 'silentFor', toggled(['24h'], '24h'))).toEqual({})
  const on = withActiveSilent({ administrativeStatusIds: [1, 11], apnIds: [1] }, true)
  expect(on).toEqual({ administrativeStatusIds: [2], silentFor: '24h', apnIds: [1] })
  expect([on, { ...on, silentFor: '7d' as const }, { ...on, administrativeStatusIds: [2, 1] }].map(isActiveSilent)).toEqual([
    true,
    false,
    false,
  ])
  expect(withActiveSilent(on, false)).toEqual({ apnIds: [1] })
})

test('the use of a plan is over all of it, or whatever', () => {
  expect(facetValues('planUse', { parameters: undefined, t })).toEqual([{ id: 'over100', name: 'sims.planUses.over100' }])
  expect(withFacet({ apnIds: [1] }, 'planUse', toggled([], 'over100'))).toEqual({ apnIds: [1], planUse: 'over100' })
  expect(chosenIn({ planUse: 'over100' }, 'planUse')).toEqual(['over100'])
  expect(withFacet({ planUse: 'over100' }, 'planUse', toggled(['over100'], 'over100'))).toEqual({})
})

test('without values a facet no longer filters', () => {
  const filter = { providerIds: [1], planCodes: ['IOT250'] }
  expect(withFacet(filter, 'providerIds', [])).toEqual({ planCodes: ['IOT250'] })
  expect(withFacet(filter, 'apnIds', [15])).toEqual({ ...filter, apnIds: [15] })
  expect(withFacet({ ...filter, companyIds: [4], subsidiaries: true }, 'companyIds', [])).toEqual(filter)
})

test('a value is chosen and cleared', () => {
  expect(toggled([1, 2], 2)).toEqual([1])
  expect(toggled([1], 2)).toEqual([1, 2])
})

test('counts are found by value', () => {
  expect(facetCounts('providerIds', undefined).get(1)).toBeUndefined()
})
