import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { moveSimToGroup } from '#contract/groups/groups.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { massReactivation } from '#contract/operations/mass-actions.calls.ts'
import {
  getSimFacets,
  globalSearch,
  listSims,
  SIM_SORTS,
  type SimFilter,
  type SimListQuery,
  type SimSort,
  searchSims,
  type simList,
} from '#contract/sims/sims.calls.ts'
import { tagSim } from '#contract/tags/tags.calls.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { COMPANIES, type FleetUser, hasUsedPlan, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
import { groupOrderOf, setGroups } from '#test/set-groups.ts'
import { hasSilence, setLastSeen } from '#test/set-last-seen.ts'
import { setSimType } from '#test/set-sim-type.ts'
import { setSims } from '#test/set-sims.ts'

type Row = RowOf<typeof simList>

const portal = await startPortal()
const fleet = portal.fleet
await setLastSeen(portal.db, fleet.sims, portal.clock.now)
await setGroups(portal.db, fleet.sims, portal.clock.now)
afterAll(() => portal.close())

const page = (person: FleetUser, body: SimListQuery) => readPage(portal, listSims, person, { body })

async function allPages(person: FleetUser, query: SimListQuery & { limit: number }): Promise<Row[]> {
  const { rows, next } = await page(person, query)
  return next ? [...rows, ...(await allPages(person, { ...query, cursor: next }))] : rows
}

const visibleTo: Record<string, readonly number[]> = {
  admin: [3, 4, 5],
  reseller: [3, 4],
  ana: [3, 4],
  sub: [4],
  flota: [5],
}
const simsOf = (person: string): TestSim[] => fleet.sims.filter((sim) => visibleTo[person]?.includes(sim.companyId))

describe('what a list holds', () => {
  test.each(Object.keys(visibleTo) as FleetUser[])(
    '%s sees the SIMs of the own company and those below, and no others',
    async (person) => {
      const { rows } = await page(person, { limit: 1000 })
      expect(rows.map(({ icc }) => icc)).toEqual(
        simsOf(person)
          .map(({ iccid }) => iccid)
          .sort(),
      )
    },
  )

  test("a company that is not one's own gives nothing, even when asked for by its number", async () => {
    const { rows } = await page('ana', { limit: 1000, filter: { companyIds: [COMPANIES.pacifico] } })
    expect(rows).toEqual([])
  })

  test('companies with their subsidiaries have the SIMs of all of them, in lists, counts and operations', async () => {
    const countedOf = async (person: FleetUser, filter: SimFilter) => {
      const { administrativeStatusIds } = await portal.data(getSimFacets, person, { body: { filter } })
      return new Map(administrativeStatusIds.map(({ id, count }) => [Number(id), count]))
    }
    const ofTree = (companyId: number) => ({ companyIds: [companyId], subsidiaries: true })
    const single = await Promise.all(
      [COMPANIES.reseller, COMPANIES.andes, COMPANIES.andesNorte].map((id) => countedOf('admin', { companyIds: [id] })),
    )
    const sums = new Map<number, number>()
    for (const [status, count] of single.flatMap((counts) => [...counts])) sums.set(status, (sums.get(status) ?? 0) + count)
    const iccs = simsOf('reseller').map(({ iccid }) => iccid)
    for (const person of ['admin', 'reseller'] as const) {
      expect(await countedOf(person, ofTree(COMPANIES.reseller))).toEqual(sums)
      const { rows } = await page(person, { limit: 1000, filter: ofTree(COMPANIES.reseller) })
      expect(rows.map(({ icc }) => icc)).toEqual(iccs.toSorted())
    }
    const body = { filter: ofTree(COMPANIES.reseller), preview: true }
    expect((await portal.data(massReactivation, 'admin', { body })).total).toBe(iccs.length)
    // of another branch, and of one that is above the reader's own
    for (const [person, companyId] of [
      ['flota', COMPANIES.reseller],
      ['sub', COMPANIES.andes],
    ] as const) {
      expect(await countedOf(person, ofTree(companyId))).toEqual(new Map())
      expect((await page(person, { limit: 1000, filter: ofTree(companyId) })).rows).toEqual([])
    }
  })

  test('usage of a day or cycle that is over shows as none', async () => {
    const before = portal.clock.now
    portal.clock.now = new Date(before.getTime() + 40 * 86_400_000)
    const response = await portal.request(listSims, undefined, { body: { limit: 5 } })
    expect(response.statusCode).toBe(401)
    await portal.db
      .updateTable('login_sessions')
      .set({ created_at: portal.clock.now, last_seen_at: portal.clock.now })
      .execute()
    const { rows } = await page('ana', { limit: 1000 })
    portal.clock.now = before
    await portal.db.updateTable('login_sessions').set({ created_at: before, last_seen_at: before }).execute()
    expect(new Set(rows.map((row) => row.consumptionMonthlyData + row.consumptionDailyData))).toEqual(new Set([0]))
  })
})

describe('order and pages', () => {
  const keys: Record<SimSort, (row: Row) => (string | number)[]> = {
    icc: () => [],
    msisdn: (row) => [row.msisdn],
    imei: (row) => [row.imei],
    customField1: (row) => [row.customField1],
    activationDate: (row) => [row.activationDate ?? ''],
    consumptionMonthlyData: (row) => [row.consumptionMonthlyData],
    percent: (row) => [
      row.planMb === 0 ? 0 : Math.round((row.consumptionMonthlyData / (row.planMb * 1024 ** 2)) * 100),
      row.consumptionMonthlyData,
    ],
    lastSeen: (row) => [row.lastSeen ? Date.parse(row.lastSeen) : Number.NEGATIVE_INFINITY],
    group: (row) => [groupOrderOf(row.group), row.companyId],
  }
  const compare = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
    const at = a.findIndex((value, index) => value !== b[index])
    return at < 0 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1
  }

  const query = fc.record({
    person: fc.constantFrom<FleetUser>('admin', 'reseller', 'ana', 'sub', 'flota'),
    sort: fc.constantFrom(...SIM_SORTS),
    descending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 60 }),
    statuses: fc.subarray([1, 2, 10, 11]),
    gprs: fc.subarray([0, 1, 2]),
    plans: fc.subarray(['IOT250', 'TEL50']),
    planUse: fc.option(fc.constantFrom(...PLAN_USES), { nil: '' as const }),
    silentFor: fc.option(fc.constantFrom(...SILENCE_FILTERS), { nil: '' as const }),
  })

  test('pages add up to the filtered fleet in order, for every reader and page size', async () => {
    await fc.assert(
      fc.asyncProperty(query, async ({ person, sort, descending, limit, statuses, gprs, plans, planUse, silentFor }) => {
        const filter = { administrativeStatusIds: statuses, gprsStatuses: gprs, planCodes: plans, planUse, silentFor }
        const rows = await allPages(person, { filter, sort, descending, limit })
        const expected = simsOf(person).filter(
          (sim) =>
            (statuses.length === 0 || statuses.includes(sim.status)) &&
            (gprs.length === 0 || gprs.includes(sim.gprs)) &&
            (plans.length === 0 || plans.includes(sim.planCode)) &&
            (planUse === '' || hasUsedPlan(sim)) &&
            (silentFor === '' || hasSilence(sim, silentFor, portal.clock.now)),
        )
        expect(new Set(rows.map(({ icc }) => icc))).toEqual(new Set(expected.map(({ iccid }) => iccid)))
        const ordered = [...rows].sort((a, b) => compare([...keys[sort](a), a.icc], [...keys[sort](b), b.icc]))
        expect(rows.map(({ icc }) => icc)).toEqual((descending ? ordered.reverse() : ordered).map(({ icc }) => icc))
      }),
      { numRuns: 80 },
    )
  })

  test('a jump leaves out as many rows as it says', async () => {
    const all = await allPages('ana', { limit: 1000, sort: 'customField1' })
    const first = await page('ana', { limit: 10, sort: 'customField1' })
    const jumped = await page('ana', {
      limit: 10,
      sort: 'customField1',
      skip: 30,
      ...(first.next ? { cursor: first.next } : {}),
    })
    expect(jumped.rows).toEqual(all.slice(40, 50))
  })

  test('the whole list keeps the order that is asked for', async () => {
    const streamed = await page('ana', { sort: 'consumptionMonthlyData', descending: true })
    expect(streamed.rows).toEqual(await allPages('ana', { limit: 50, sort: 'consumptionMonthlyData', descending: true }))
  })
})

describe('search', () => {
  const find = async (person: FleetUser, search: string) => (await page(person, { limit: 1000, filter: { search } })).rows

  test('six characters from anywhere in any of the fields find every SIM that has them [S1.05, S7.21]', async () => {
    const field = fc.constantFrom<keyof TestSim>('iccid', 'msisdn', 'imei', 'imsi', 'label')
    await fc.assert(
      fc.asyncProperty(fc.nat(), field, fc.nat(), async (n, name, from) => {
        const sims = simsOf('ana')
        const text = String(sims[n % sims.length]?.[name])
        const start = from % Math.max(1, text.length - 5)
        const needle = text.slice(start, start + 6).trim()
        fc.pre(needle.length === 6)
        const found = await readRows(portal, searchSims, 'ana', { body: { limit: 1000, filter: { search: needle } } })
        const matches = sims.filter((sim) =>
          [sim.iccid, sim.msisdn, sim.imei, sim.imsi, sim.label].some((value) =>
            value.toLowerCase().includes(needle.toLowerCase()),
          ),
        )
        expect(found.map(({ icc }) => icc)).toEqual(matches.map(({ iccid }) => iccid).sort())
      }),
      { numRuns: 60 },
    )
  })

  test('the last six digits of an IMEI find its tracker from the search box in the header [S7.22]', async () => {
    const tracker = simsOf('ana')[12]
    const found = await readRows(portal, globalSearch, 'ana', { params: { text: tracker?.imei.slice(-6) ?? '' } })
    expect(found.map(({ imei }) => imei)).toContain(tracker?.imei)
  })

  test('an ICC pasted in groups is found; %, _ and \\ mean themselves', async () => {
    const sim = simsOf('ana')[3]
    expect((await find('ana', sim?.iccid.replace(/(.{4})/g, '$1 ').trim() ?? '')).map(({ icc }) => icc)).toEqual([sim?.iccid])
    for (const text of ['%%%', '___', '\\\\\\', "';--"]) expect(await find('ana', text)).toEqual([])
  })

  test.each(['complete', 'without its check digit', 'with a trailing F'])('an ICC that is %s names its SIM', async (form) => {
    const sim = simsOf('ana')[7]
    const iccid = sim?.iccid ?? ''
    const icc = form === 'complete' ? iccid : form === 'with a trailing F' ? `${iccid}F` : iccid.slice(0, -1)
    expect((await page('ana', { limit: 10, filter: { icc } })).rows.map((row) => row.icc)).toEqual([iccid])
  })
})

// last: the SIM differs from the fleet's fixture afterwards
test('every field of the SIM arrives as the specification names it, with its value [S3.06, S7.20]', async () => {
  const iccid = simsOf('ana').find((sim) => sim.status === 2 && sim.gprs === 1)?.iccid ?? ''
  const activatedAt = new Date('2025-03-03T15:00:00.000Z')
  await setSimType(portal.db, iccid, { simTypeId: 5, apnId: 15 })
  const kind = { origin_id: 6, sim_type_id: 5, apn_id: 15, plan_code: 'TEL50' }
  await setSims(portal.db, iccid, {
    ...kind,
    msisdn: '56944171988',
    imei: '864356051188427',
    device: 'Queclink GV300',
    custom_field_1: 'Camión 214',
    custom_field_2: 'Zona centro',
    activated_at: activatedAt,
  })
  await portal.db
    .updateTable('sim_live')
    .set({
      registered_at: activatedAt,
      gprs_status: 1,
      ip: '10.41.18.207',
      serving_network: '730-02',
      day_data_bytes: 101,
      cycle_data_bytes: 102,
      day_voice_seconds: 103,
      cycle_voice_seconds: 104,
      day_sms: 105,
      cycle_sms: 106,
    })
    .where('iccid', '=', iccid)
    .execute()
  await portal.data(tagSim, 'ana', { params: { icc: iccid }, body: { add: ['Ruta 5', 'norte'] } })
  await portal.data(moveSimToGroup, 'ana', { params: { icc: iccid }, body: { group: 'Norte/Camiones' } })
  const { rows } = await page('ana', { limit: 1000 })
  const { companyId } = fleet.sims.find((sim) => sim.iccid === iccid) ?? {}
  // the 23 names of section 3, in its order, then our own
  const found = rows.find(({ icc }) => icc === iccid)
  expect({ ...found, activationDate: new Date(found?.activationDate ?? 0), lastSeen: new Date(found?.lastSeen ?? 0) }).toEqual({
    providerId: 6,
    simTypeId: 5,
    planCode: 'TEL50',
    activationDate: activatedAt,
    icc: iccid,
    msisdn: '56944171988',
    imei: '864356051188427',
    device: 'Queclink GV300',
    simAdministrativeStatusId: 2,
    gprsStatus: 1,
    ip: '10.41.18.207',
    consumptionDailyData: 101,
    consumptionMonthlyData: 102,
    consumptionDailyVoice: 103,
    consumptionMonthlyVoice: 104,
    consumptionDailySms: 105,
    consumptionMonthlySms: 106,
    customField1: 'Camión 214',
    customField2: 'Zona centro',
    apnId: 15,
    planMb: 50,
    currentNetwork: '730-02',
    companyId,
    lastSeen: activatedAt,
    tags: 'norte, Ruta 5',
    group: 'Norte/Camiones',
    ruleGroups: '',
  })
})
