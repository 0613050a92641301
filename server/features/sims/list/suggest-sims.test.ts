import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportSims, globalSearch, searchSims } from '#contract/sims/sims.calls.ts'
import { byMatch, needleOf } from '#domain/sim-match.ts'
import { COMPANIES, type FleetUser, type TestSim } from '#test/fleet.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'

const SUGGESTIONS = 20
const SEES: Partial<Record<FleetUser, readonly number[]>> = { admin: [3, 4, 5], ana: [3, 4], sub: [4], flota: [5] }
const SIMS_OF = { [COMPANIES.andes]: 400, [COMPANIES.andesNorte]: 200, [COMPANIES.pacifico]: 300 }

const suggested = async (portal: Portal, person: FleetUser, text: string): Promise<string[]> =>
  (await readRows(portal, globalSearch, person, { params: { text } })).map(({ icc }) => icc)

const matchable = ({ iccid, msisdn, imei, label }: TestSim) => ({
  icc: iccid,
  msisdn,
  imei,
  customField1: label,
  customField2: '',
  ip: null,
})

/** Every SIM that has the text, the best match first, and of each whether an index of its own finds it. */
function naive({ fleet }: Portal, person: FleetUser, text: string): { icc: string; isIndexed: boolean }[] {
  const needle = needleOf(text)
  const own = fleet.sims.filter(
    (sim) =>
      SEES[person]?.includes(sim.companyId) &&
      [sim.iccid, sim.msisdn, sim.imei, sim.imsi, sim.label.toLowerCase()].some((field) => field.includes(needle)),
  )
  const isIndexed = (sim: TestSim) => {
    const numbers = needle.length < 4 ? [sim.iccid] : [sim.iccid, sim.msisdn, sim.imei]
    const isOfDigits = /^\d+$/.test(needle)
    return (isOfDigits && numbers.some((one) => one.endsWith(needle))) || sim.label.toLowerCase().startsWith(needle)
  }
  return own
    .map((sim) => ({ ...matchable(sim), isIndexed: isIndexed(sim) }))
    .sort(byMatch(text))
    .map(({ icc, isIndexed }) => ({ icc, isIndexed }))
}

describe.each(['one cell', 'two cells'])('suggestions for a text, in %s', (cells) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ simsOf: SIMS_OF })
    if (cells === 'two cells') await moveToFirstCell(portal.services.pool, COMPANIES.pacifico)
  })
  afterAll(() => portal.close())

  test('are SIMs that have it, those that end in it or whose label begins with it before all others', async () => {
    const asked = fc.record({
      person: fc.constantFrom<FleetUser>('admin', 'ana', 'sub', 'flota'),
      n: fc.nat(899),
      field: fc.constantFrom<keyof TestSim>('iccid', 'msisdn', 'imei', 'label'),
      length: fc.integer({ min: 3, max: 11 }),
      fromEnd: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ person, n, field, length, fromEnd }) => {
        const value = String(portal.fleet.sims[n % portal.fleet.sims.length]?.[field])
        const text = (fromEnd ? value.slice(-length) : value.slice(0, length)).trim()
        fc.pre(text.length >= 3)
        const found = await suggested(portal, person, text)
        const expected = naive(portal, person, text)
        expect(found.length).toBe(Math.min(SUGGESTIONS, expected.length))
        const all = new Map(expected.map(({ icc, isIndexed }) => [icc, isIndexed]))
        expect(found.filter((icc) => !all.has(icc))).toEqual([])
        const indexed = expected.filter(({ isIndexed }) => isIndexed).map(({ icc }) => icc)
        const foundIndexed = found.filter((icc) => all.get(icc))
        expect(foundIndexed).toEqual(indexed.slice(0, foundIndexed.length))
        if (expected.length <= SUGGESTIONS) expect(found).toEqual(expected.map(({ icc }) => icc))
      }),
      { numRuns: 80 },
    )
  })

  test('begin with the SIM whose ICC ends in four digits, whatever else has them', async () => {
    const sim = portal.fleet.sims.find(({ companyId }) => companyId === COMPANIES.andes)
    const text = sim?.iccid.slice(-4) ?? ''
    expect((await suggested(portal, 'ana', text))[0]).toBe(sim?.iccid)
    expect(await suggested(portal, 'flota', text)).not.toContain(sim?.iccid)
  })

  test('begin with the SIM that is named exactly so, though others before it contain the name', async () => {
    const [first, last] = [
      portal.fleet.sims.find(({ companyId }) => companyId === 4),
      portal.fleet.sims.findLast(({ companyId }) => companyId === 4),
    ]
    await sql`UPDATE sims SET custom_field_1 = ${'Rampla 2'} WHERE iccid = ${last?.iccid}`.execute(portal.db)
    await sql`UPDATE sim_texts SET labels = ${'rampla 2\n'} WHERE iccid = ${last?.iccid}`.execute(portal.db)
    await sql`UPDATE sims SET custom_field_1 = ${'Vieja rampla 2'} WHERE iccid = ${first?.iccid}`.execute(portal.db)
    await sql`UPDATE sim_texts SET labels = ${'vieja rampla 2\n'} WHERE iccid = ${first?.iccid}`.execute(portal.db)
    expect(await suggested(portal, 'sub', 'RAMPLA 2')).toEqual([last?.iccid, first?.iccid])
  })

  test.each(['iccid', 'msisdn', 'imei'] as const)(
    'for a whole %s are its SIM alone, though others are labelled with it',
    async (name) => {
      const [sim, other] = portal.fleet.sims.filter(({ companyId, imei }) => companyId === 4 && imei !== '').slice(5)
      const number = sim?.[name] ?? ''
      const label = `Repuesto de ${number}`
      await sql`UPDATE sims SET custom_field_1 = ${label} WHERE iccid = ${other?.iccid}`.execute(portal.db)
      await sql`UPDATE sim_texts SET labels = ${`${label.toLowerCase()}\n`} WHERE iccid = ${other?.iccid}`.execute(portal.db)
      expect(await suggested(portal, 'sub', number)).toEqual([sim?.iccid])
      expect(await suggested(portal, 'sub', number.slice(0, -1))).toEqual([sim?.iccid, other?.iccid])
    },
  )
})

describe('an IP address', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ simsOf: SIMS_OF })
    const [a, b] = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andesNorte)
    const [c] = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.pacifico)
    const session = (sim: TestSim | undefined, ip: string, stopped: Date | null) =>
      sql`
      INSERT INTO data_sessions (company_id, iccid, session_key, started_at, stopped_at, ip)
      VALUES (${sim?.companyId}, ${sim?.iccid}, 'k', ${portal.clock.now}, ${stopped}, ${ip}::inet)`.execute(portal.db)
    await session(a, '10.41.0.7', null)
    await session(b, '10.41.0.7', portal.clock.now)
    await session(c, '10.41.0.7', null)
  })
  afterAll(() => portal.close())

  const own = (company: number) => portal.fleet.sims.find(({ companyId }) => companyId === company)?.iccid

  test.each([
    ['sub', [COMPANIES.andesNorte]],
    ['ana', [COMPANIES.andesNorte]],
    ['flota', [COMPANIES.pacifico]],
  ] as const)(
    'finds for %s the SIMs of theirs that have it now, in the header, the list and its file',
    async (person, companies) => {
      const expected = companies.map(own)
      expect(await suggested(portal, person, '10.41.0.7')).toEqual(expected)
      const filter = { search: '10.41.0.7' }
      const listed = await readRows(portal, searchSims, person, { body: { filter, limit: 10, sort: 'imei' } })
      expect(listed.map(({ icc }) => icc)).toEqual(expected)
      const file = await portal.request(exportSims, person, { body: { format: 'csv', columns: ['icc'], filter } })
      expect(file.body.match(/\d{19,20}/g)).toEqual(expected)
    },
  )

  test('that no SIM has, and its end, find nothing', async () => {
    expect(await suggested(portal, 'ana', '10.41.0.8')).toEqual([])
    expect(await suggested(portal, 'ana', '41.0.7')).toEqual([])
  })

  test.each(['10.41.0', '10.41.', '10.4'])('is found by its beginning %s, in the header and in the list', async (search) => {
    expect(await suggested(portal, 'ana', search)).toEqual([own(COMPANIES.andesNorte)])
    const listed = await readRows(portal, searchSims, 'ana', { body: { filter: { search }, limit: 10 } })
    expect(listed.map(({ icc }) => icc)).toEqual([own(COMPANIES.andesNorte)])
  })

  test.each(['2001:db8::7', '2001:DB8:0:0::7', '2001:db8:', '2001:db8'])('of version 6 is found as %s', async (search) => {
    const [, sim] = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes)
    await sql`DELETE FROM data_sessions WHERE session_key = 'v6'`.execute(portal.db)
    await sql`INSERT INTO data_sessions (company_id, iccid, session_key, started_at, ip)
      VALUES (${sim?.companyId}, ${sim?.iccid}, 'v6', ${portal.clock.now}, '2001:db8::7')`.execute(portal.db)
    expect(await suggested(portal, 'ana', search)).toEqual([sim?.iccid])
    expect(await suggested(portal, 'flota', search)).toEqual([])
  })
})
