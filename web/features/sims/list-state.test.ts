import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import { SIM_TABS } from '#domain/editability.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { isTagName } from '#domain/tags.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#web/lib/address.ts'
import {
  changedState,
  isOfOneCompany,
  isUnfiltered,
  type ListState,
  listSearch,
  listStateOf,
  stateOfView,
  viewQuery,
} from './list-state.ts'

const ids = fc.uniqueArray(fc.nat(999_999), { minLength: 1, maxLength: 6 })
const icc = fc.stringMatching(/^89[0-9]{17,18}$/)
/** Text as typed; the codec trims it. */
const words = fc.string({ minLength: 3, maxLength: 40, unit: 'grapheme' }).filter((text) => text.trim().length >= 3)
const codes = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), { minLength: 1, maxLength: 4 })

const filter = fc.record(
  {
    administrativeStatusIds: ids,
    gprsStatuses: ids,
    providerIds: ids,
    simTypeIds: ids,
    planCodes: codes,
    tags: fc.uniqueArray(words.filter(isTagName), { minLength: 1, maxLength: 4 }),
    apnIds: ids,
    companyIds: ids,
    planUse: fc.constantFrom(...PLAN_USES),
    silentFor: fc.constantFrom(...SILENCE_FILTERS),
    search: words.map((text) => text.trim()),
    icc,
  },
  { requiredKeys: [] },
)

const state: fc.Arbitrary<ListState> = fc.record({
  filter,
  sort: fc.constantFrom(...SIM_SORTS),
  descending: fc.boolean(),
  open: fc.option(icc, { nil: undefined }),
  tab: fc.option(fc.constantFrom(...SIM_TABS), { nil: undefined }),
})

describe('the address is the state of the list', () => {
  test('each state survives its address', () => {
    fc.assert(
      fc.property(state, (before) => {
        const address = stringifyPlainSearch(listSearch(before))
        expect(listStateOf(parsePlainSearch(address))).toEqual(before)
      }),
    )
  })

  test('a saved view restores filter and order, not the open SIM', () => {
    fc.assert(
      fc.property(state, (before) => {
        expect(stateOfView(viewQuery(before))).toEqual({ ...before, open: undefined, tab: undefined })
      }),
    )
  })

  test('silent SIMs have those of the latest silence first, unless a person has chosen an order', () => {
    const all = listStateOf({})
    const silent = changedState(all, { filter: { silentFor: '24h' } })
    expect(silent).toMatchObject({ sort: 'lastSeen', descending: true })
    expect(listSearch(silent)).toEqual({ silent: '24h' })
    expect(changedState(silent, { filter: {} })).toEqual(all)
    const byPercent = changedState(silent, { sort: 'percent' })
    expect(changedState(byPercent, { filter: {} })).toMatchObject({ sort: 'percent', descending: true })
    const byIcc = changedState(silent, { sort: 'icc', descending: false })
    expect(listStateOf(listSearch(byIcc))).toEqual(byIcc)
  })

  test('the default list has a plain address', () => {
    const plain = listStateOf({})
    expect(plain).toEqual({ filter: {}, sort: 'icc', descending: false, open: undefined, tab: undefined })
    expect(listSearch(plain)).toEqual({})
    expect(isUnfiltered(plain.filter)).toBe(true)
  })

  test('an icc parameter filters by that SIM', () => {
    expect(listStateOf(parsePlainSearch('?icc=89560300041827741933')).filter).toEqual({ icc: '89560300041827741933' })
  })

  test('an empty value, as the option Todos has, does not filter', () => {
    expect(listStateOf(parsePlainSearch('?status=&origin=&plan=&search=&icc=')).filter).toEqual({})
  })

  test('values that the server would reject are ignored', () => {
    const odd = '?status=x,2,-1,1e9,99999999999999999999&plan=%25&search=ab&icc=12ab&sort=-ip&sim=x&tab=nothing'
    const { filter: read, sort, open, tab } = listStateOf(parsePlainSearch(odd))
    expect(read).toEqual({ administrativeStatusIds: [2] })
    expect({ sort, open, tab }).toEqual({ sort: 'icc', open: undefined, tab: undefined })
  })

  test('no address breaks the list', () => {
    const names = fc.constantFrom('status', 'plan', 'tag', 'search', 'icc', 'sort', 'sim', 'tab', 'company', '__proto__')
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (search) => {
        const read = listStateOf(search)
        expect(listStateOf(listSearch(read))).toEqual(read)
      }),
    )
  })
})

test('a list is of one company when its filter names exactly one, without those below it', () => {
  expect(isOfOneCompany({ companyIds: [6] })).toBe(true)
  expect(isOfOneCompany({ companyIds: [6], subsidiaries: true })).toBe(false)
  expect(isOfOneCompany({ companyIds: [6, 7] })).toBe(false)
  expect(isOfOneCompany({})).toBe(false)
})
