import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeList, decodeTsv, type RowOf } from '#contract/list-codec.ts'
import { massReactivation } from '#contract/operations/mass-actions.calls.ts'
import {
  exportSims,
  getSimFacets,
  NEXT_CURSOR_HEADER,
  SEARCH_CAPPED_HEADER,
  SEARCH_LIMIT,
  SIM_SORTS,
  type SimFilter,
  type SimListQuery,
  type SimSort,
  searchSims,
  simList,
} from '#contract/sims/sims.calls.ts'
import { SILENCE_FILTERS, type SilenceFilter } from '#domain/silence.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { assertKeys } from '#server/db/keyset.ts'
import { keysOfOrder, SORT_ORDERS } from '#server/records/sim-sort.ts'
import { estimateTextShare } from '#server/records/text-sample.ts'
import { COMPANIES, type FleetUser, hasUsedPlan, planPercentOf, type TestSim } from '#test/fleet.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { groupOf, groupOrderOf, setGroups } from '#test/set-groups.ts'
import { hasSilence, lastSeenOf, setLastSeen } from '#test/set-last-seen.ts'

type Row = RowOf<typeof simList>

const SIMS_OF = { [COMPANIES.andes]: 2000, [COMPANIES.andesNorte]: 1000, [COMPANIES.pacifico]: 2400 }
/** of those with many SIMs; admin sees all of them */
const SEES: Partial<Record<FleetUser, readonly number[]>> = { admin: [3, 4, 5], ana: [3, 4], sub: [4], flota: [5] }

async function startSearched(exactUpTo?: number): Promise<Portal> {
  const env: Record<string, string> = exactUpTo === undefined ? {} : { SEARCH_EXACT_UP_TO: String(exactUpTo) }
  const portal = await startPortal({ simsOf: SIMS_OF, env })
  await setLastSeen(portal.db, portal.fleet.sims, portal.clock.now)
  await setGroups(portal.db, portal.fleet.sims, portal.clock.now)
  // so that the size of the fleet is known, and a sample of its texts is taken
  await sql`ANALYZE sim_texts, sims, sim_live`.execute(portal.db)
  return portal
}

/** The SIMs that match the text and the filter, found by checking each. */
function naive({ fleet, clock: { now } }: Portal, person: FleetUser, filter: SimFilter): TestSim[] {
  const text = (filter.search ?? '').toLowerCase()
  const among = (values: readonly (number | string)[] | undefined, value: number | string) =>
    !values?.length || values.includes(value)
  return fleet.sims.filter(
    (sim) =>
      SEES[person]?.includes(sim.companyId) &&
      [sim.iccid, sim.msisdn, sim.imei, sim.imsi, sim.label.toLowerCase()].some((field) => field.includes(text)) &&
      among(filter.companyIds, sim.companyId) &&
      among(filter.administrativeStatusIds, sim.status) &&
      among(filter.gprsStatuses, sim.gprs) &&
      among(filter.planCodes, sim.planCode) &&
      (!filter.planUse || hasUsedPlan(sim)) &&
      (!filter.silentFor || hasSilence(sim, filter.silentFor, now)),
  )
}

/** Ages do not depend on the day. */
const NOON = new Date('2026-11-21T12:00:00Z')
const KEYS: Record<SimSort, (sim: TestSim) => (string | number)[]> = {
  icc: () => [],
  msisdn: ({ msisdn }) => [msisdn],
  imei: ({ imei }) => [imei],
  customField1: ({ label }) => [label],
  activationDate: ({ status, cycleBytes }) => [status === 1 ? Number.NEGATIVE_INFINITY : -cycleBytes],
  consumptionMonthlyData: ({ cycleBytes }) => [cycleBytes],
  percent: (sim) => [planPercentOf(sim), sim.cycleBytes],
  lastSeen: (sim) => [lastSeenOf(sim, NOON)?.getTime() ?? Number.NEGATIVE_INFINITY],
  group: (sim) => [groupOrderOf(groupOf(sim)), sim.companyId],
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  if (at < 0) return 0
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
}

function inOrder(sims: readonly TestSim[], sort: SimSort, descending = false): string[] {
  const keys = sims.map((sim) => [...KEYS[sort](sim), sim.iccid]).sort(compare)
  return (descending ? keys.reverse() : keys).map((key) => String(key.at(-1)))
}

interface Listed {
  readonly iccs: string[]
  /** of each page, what the header says */
  readonly caps: ReadonlySet<unknown>
}

async function listed(portal: Portal, person: FleetUser, query: SimListQuery & { limit: number }): Promise<Listed> {
  const iccs: string[] = []
  const caps = new Set<unknown>()
  let cursor: string | undefined
  do {
    const response = await portal.request(searchSims, person, { body: { ...query, ...(cursor && { cursor }) } })
    expect(response.statusCode, response.body.slice(0, 400)).toBe(200)
    iccs.push(...decodeList(simList, decodeTsv(response.body)).map(({ icc }: Row) => icc))
    caps.add(response.headers[SEARCH_CAPPED_HEADER])
    cursor = response.headers[NEXT_CURSOR_HEADER] as string | undefined
  } while (cursor)
  return { iccs, caps }
}

const WHOLE: Listed['caps'] = new Set([undefined])
const CAPPED: Listed['caps'] = new Set([String(SEARCH_LIMIT)])

async function exported(portal: Portal, person: FleetUser, query: Omit<SimListQuery, 'limit'>): Promise<string[]> {
  const response = await portal.request(exportSims, person, { body: { format: 'csv', columns: ['icc'], ...query } })
  expect(response.statusCode, response.body.slice(0, 400)).toBe(200)
  return response.body.match(/\d{19,20}/g) ?? []
}

const operatedOn = async (portal: Portal, person: FleetUser, filter: SimFilter): Promise<number> =>
  (await portal.data(massReactivation, person, { body: { filter, preview: true } })).total

const filters = fc.record({
  administrativeStatusIds: fc.subarray([1, 2, 3, 10, 11], { maxLength: 2 }),
  gprsStatuses: fc.subarray([0, 1, 2], { maxLength: 1 }),
  planCodes: fc.subarray(['IOT250', 'TEL50', 'SMS'], { maxLength: 1 }),
  planUse: fc.option(fc.constantFrom(...PLAN_USES), { nil: '' as const }),
  silentFor: fc.option(fc.constantFrom(...SILENCE_FILTERS), { nil: '' as const }),
})

/** Texts that all hold, many, some and one. */
const texts = (sims: readonly TestSim[]) =>
  fc.oneof(
    fc.constantFrom('camión', 'CAMIÓN 3', '8956', '895603', '5694', '791', '310', 'ión 51'),
    fc
      .tuple(
        fc.nat(sims.length - 1),
        fc.constantFrom('iccid', 'imei', 'msisdn', 'imsi'),
        fc.nat(9),
        fc.integer({ min: 3, max: 8 }),
      )
      .map(([sim, field, from, length]) => (sims[sim]?.[field as 'iccid'] ?? '').slice(from, from + length))
      .filter((text) => text.length >= 3),
  )

describe('a search of as many SIMs as are searched whole', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startSearched()
  })
  afterAll(() => portal.close())

  test('orders, counts, exports and takes into an operation exactly those that match', async () => {
    const asked = fc.record({
      person: fc.constantFrom<FleetUser>('admin', 'ana', 'flota'),
      text: texts(portal.fleet.sims),
      filter: filters,
      sort: fc.constantFrom(...SIM_SORTS),
      descending: fc.boolean(),
      limit: fc.integer({ min: 150, max: 1000 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ person, text, filter: others, sort, descending, limit }) => {
        const filter = { ...others, search: text }
        const expected = inOrder(naive(portal, person, filter), sort, descending)
        expect(await listed(portal, person, { filter, sort, descending, limit })).toEqual({ iccs: expected, caps: WHOLE })
        expect(await exported(portal, person, { filter, sort, descending })).toEqual(expected)
        const facets = await portal.data(getSimFacets, person, { body: { filter, companies: true } })
        expect(facets).toMatchObject({ total: expected.length, isCapped: false, isAtLeast: false })
        for (const { id, count } of facets.administrativeStatusIds)
          expect(count).toBe(naive(portal, person, { ...filter, administrativeStatusIds: [Number(id)] }).length)
        const over = naive(portal, person, { ...filter, planUse: 'over100' }).length
        expect(facets.planUse).toEqual(over > 0 ? [{ id: 'over100', count: over }] : [])
        for (const { id, count } of facets.silentFor)
          expect(count).toBe(naive(portal, person, { ...filter, silentFor: id as SilenceFilter }).length)
        const silent: SimFilter = { ...filter, administrativeStatusIds: [2], silentFor: '24h' }
        expect(facets.activeSilent).toBe(naive(portal, person, silent).length)
        for (const { id, count } of facets.companyIds)
          expect(count).toBe(naive(portal, person, { ...filter, companyIds: [Number(id)] }).length)
        const inCompanies = facets.companyIds.reduce((sum, { count }) => sum + count, 0)
        expect(inCompanies).toBe(expected.length)
        if (expected.length > 0) expect(await operatedOn(portal, 'admin', filter)).toBe(naive(portal, 'admin', filter).length)
      }),
      { numRuns: 30 },
    )
  })

  test('is planned by a sample in the order of the list, here of all SIMs', async () => {
    const { sample } = await estimateTextShare(portal.services, { kind: 'companies', ids: [COMPANIES.andesNorte] }, 'camión')
    expect(sample.size).toBe(SIMS_OF[COMPANIES.andesNorte])
    for (const sort of SIM_SORTS) {
      const matches = sample.matchesIn(SORT_ORDERS[sort])
      expect(matches.map(({ keys }) => keys.at(-1))).toEqual(inOrder(naive(portal, 'sub', { search: 'camión' }), sort))
      for (const { keys } of matches) assertKeys(keys, keysOfOrder(SORT_ORDERS[sort]))
    }
  })

  test('begins with the greatest of all that match, however far down the list', async () => {
    const filter = { search: 'camión' }
    const sims = naive(portal, 'ana', filter)
    expect(sims.length).toBeGreaterThan(SEARCH_LIMIT)
    const response = await portal.request(searchSims, 'ana', { body: { filter, sort: 'percent', descending: true, limit: 20 } })
    const rows = decodeList(simList, decodeTsv(response.body)).map(({ icc }) => icc)
    expect(rows).toEqual(inOrder(sims, 'percent', true).slice(0, 20))
  })
})

describe('a search among more SIMs than are searched whole', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startSearched(2500)
  })
  afterAll(() => portal.close())

  test('says of a text that more hold than are shown that these are some of them, in no order but that of the ICCs', async () => {
    for (const search of ['camión', '895603']) {
      for (const query of [{}, { sort: 'percent', descending: true }, { sort: 'icc', descending: true }] as const) {
        const { iccs, caps } = await listed(portal, 'ana', { filter: { search }, ...query, limit: 100 })
        expect(caps).toEqual(CAPPED)
        expect(iccs).toHaveLength(SEARCH_LIMIT)
        expect(iccs).toEqual([...new Set(iccs)].sort())
        const all = new Set(naive(portal, 'ana', { search }).map(({ iccid }) => iccid))
        expect(iccs.every((icc) => all.has(icc))).toBe(true)
      }
    }
  })

  test('counts at least what it has found, and says so', async () => {
    const filter = { search: 'camión' }
    const facets = await portal.data(getSimFacets, 'ana', { body: { filter, companies: true } })
    expect(facets).toMatchObject({ total: SEARCH_LIMIT, isCapped: true, isAtLeast: true })
    for (const { id, count } of facets.administrativeStatusIds)
      expect(count).toBeLessThanOrEqual(naive(portal, 'ana', { ...filter, administrativeStatusIds: [Number(id)] }).length)
    for (const counts of [facets.administrativeStatusIds, facets.planCodes, facets.companyIds])
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(SEARCH_LIMIT)
  })

  test('is exact again where no more match: by a longer text, another filter or fewer companies', async () => {
    const exact: [FleetUser, SimFilter][] = [
      ['ana', { search: 'camión 30' }],
      ['ana', { search: 'camión', administrativeStatusIds: [1] }],
      ['ana', { search: 'camión', companyIds: [COMPANIES.andesNorte] }],
      ['ana', { search: '0000000000' }],
      ['flota', { search: 'camión' }],
    ]
    for (const [person, filter] of exact) {
      const expected = naive(portal, person, filter)
      const { iccs, caps } = await listed(portal, person, { filter, sort: 'percent', descending: true, limit: 400 })
      expect(caps).toEqual(WHOLE)
      expect(iccs).toEqual(inOrder(expected, 'percent', true))
      const facets = await portal.data(getSimFacets, person, { body: { filter } })
      expect([facets.total, facets.isCapped]).toEqual([expected.length, false])
    }
  })

  test('distinguishes the counts of a whole list from those of its filters, which cover part of the matches', async () => {
    const filter = { search: 'camión', administrativeStatusIds: [1] }
    const facets = await portal.data(getSimFacets, 'ana', { body: { filter } })
    expect([facets.isCapped, facets.isAtLeast]).toEqual([false, true])
    expect((await portal.data(getSimFacets, 'flota', { body: { filter } })).isAtLeast).toBe(false)
  })

  test('leaves nothing out of a file or an operation', async () => {
    const filter = { search: 'camión' }
    const all = naive(portal, 'ana', filter)
    const query = { filter, sort: 'percent', descending: true } as const
    expect(await exported(portal, 'ana', query)).toEqual(inOrder(all, 'percent', true))
    expect(await operatedOn(portal, 'ana', filter)).toBe(all.length)
  })
})

describe('a search over two cells that have more SIMs together than are searched whole', () => {
  let portal: Portal
  beforeAll(async () => {
    const simsOf = { [COMPANIES.andes]: 700, [COMPANIES.pacifico]: 400 }
    portal = await startPortal({ simsOf, env: { SEARCH_EXACT_UP_TO: '1000' } })
    await moveToFirstCell(portal.services.pool, COMPANIES.pacifico)
  })
  afterAll(() => portal.close())

  test('shows as many as one of one cell, of both, and counts those', async () => {
    const filter = { search: 'camión' }
    for (const query of [{}, { sort: 'percent', descending: true }] as const) {
      const { iccs, caps } = await listed(portal, 'admin', { filter, ...query, limit: 90 })
      expect(caps).toEqual(CAPPED)
      expect(iccs).toHaveLength(SEARCH_LIMIT)
      expect(iccs).toEqual([...new Set(iccs)].sort())
      const all = new Map(portal.fleet.sims.map((sim) => [sim.iccid, sim.companyId]))
      expect(new Set(iccs.map((icc) => all.get(icc)))).toEqual(new Set([COMPANIES.andes, COMPANIES.pacifico]))
    }
    const facets = await portal.data(getSimFacets, 'admin', { body: { filter, companies: true } })
    expect(facets).toMatchObject({ total: SEARCH_LIMIT, isCapped: true, isAtLeast: true })
    for (const counts of [facets.planCodes, facets.companyIds])
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(SEARCH_LIMIT)
  })

  test('is exact where no more match', async () => {
    for (const filter of [{ search: 'camión 30' }, { search: 'camión', administrativeStatusIds: [3] }]) {
      const { iccs, caps } = await listed(portal, 'admin', { filter, sort: 'percent', descending: true, limit: 30 })
      expect(caps).toEqual(WHOLE)
      expect(iccs).toEqual(inOrder(naive(portal, 'admin', filter), 'percent', true))
    }
  })
})
