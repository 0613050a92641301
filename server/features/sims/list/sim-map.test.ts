import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallData } from '#contract/call.ts'
import { mapSims } from '#contract/sims/map.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { MAP_ZOOM_MAX, PLACE_GAP_PX } from '#domain/map-places.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { toPixels } from '#domain/web-mercator.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { type Portal, startPortal } from '#test/portal.ts'

const SEES: Partial<Record<FleetUser, readonly number[]>> = { admin: [3, 4, 5], ana: [3, 4], sub: [4], flota: [5] }

interface Located {
  readonly iccid: string
  readonly companyId: number
  readonly latitude: number
  readonly longitude: number
  readonly gprsStatus: number
  readonly status: number
}

type Places = CallData<typeof mapSims>['places']
const sum = (places: Places, of: 'sims' | 'connected'): number => places.reduce((total, place) => total + place[of], 0)

describe.each(['one cell', 'two cells'])('the map of SIMs, in %s', (cells) => {
  let portal: Portal
  let located: readonly Located[]

  beforeAll(async () => {
    portal = await startPortal({ simsOf: { [COMPANIES.andes]: 120, [COMPANIES.andesNorte]: 60, [COMPANIES.pacifico]: 90 } })
    located = await locate(portal)
    if (cells === 'two cells') await moveToFirstCell(portal.services.pool, COMPANIES.pacifico)
  })
  afterAll(() => portal.close())

  const ask = (person: FleetUser, body: { filter?: SimFilter; box?: Box; zoom: number }) =>
    portal.data(mapSims, person, { body })

  test('counts exactly the located SIMs that a person sees and the filter asks for', async () => {
    const asked = fc.record({
      person: fc.constantFrom<FleetUser>('admin', 'ana', 'sub', 'flota'),
      zoom: fc.integer({ min: 0, max: MAP_ZOOM_MAX }),
      statuses: fc.constantFrom<number[]>([], [2], [2, 11]),
      box: fc.option(fc.record({ west: degrees(180), east: degrees(180), latitudes: fc.tuple(degrees(90), degrees(90)) }), {
        nil: undefined,
      }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ person, zoom, statuses, box: corners }) => {
        const [south = -90, north = 90] = [...(corners?.latitudes ?? [])].sort((a, b) => a - b)
        const box = corners && { west: corners.west, east: corners.east, south, north }
        const {
          places,
          located: count,
          extent,
        } = await ask(person, {
          filter: { administrativeStatusIds: statuses },
          ...(box && { box }),
          zoom,
        })
        const expected = located.filter(
          (sim) =>
            SEES[person]?.includes(sim.companyId) &&
            (statuses.length === 0 || statuses.includes(sim.status)) &&
            (!box || isIn(box, sim)),
        )
        expect(count).toBe(expected.length)
        expect(extent).toEqual(extentOf(expected))
        expect(sum(places, 'sims')).toBe(expected.length)
        const connected = expected.filter(({ gprsStatus }) => gprsStatus === GPRS_STATUS.activated)
        expect(sum(places, 'connected')).toBe(connected.length)
        const points = places.map(({ longitude, latitude }) => toPixels([longitude, latitude], zoom))
        for (const [index, [x, y]] of points.entries()) {
          // a metre of rounding
          for (const other of points.slice(index + 1))
            expect(Math.hypot(other[0] - x, other[1] - y)).toBeGreaterThan(PLACE_GAP_PX - 8)
        }
        const named = places.flatMap(({ iccs }) => iccs)
        for (const icc of named) expect(expected.map(({ iccid }) => iccid)).toContain(icc)
        if (zoom >= 16) expect(named.sort()).toEqual(expected.map(({ iccid }) => iccid).sort())
      }),
    )
  })

  test('filters by text as the list does, and gathers the same SIMs', async () => {
    const sim = located.find(({ companyId }) => companyId === COMPANIES.pacifico)
    const { places } = await ask('flota', { filter: { search: sim?.iccid ?? '' }, zoom: 3 })
    expect(places).toMatchObject([{ sims: 1, iccs: [sim?.iccid], latitude: sim?.latitude, longitude: sim?.longitude }])
    expect((await ask('ana', { filter: { search: sim?.iccid ?? '' }, zoom: 3 })).places).toEqual([])
    expect((await ask('flota', { filter: { search: '895' }, zoom: 0 })).located).toBe(
      located.filter(({ companyId }) => companyId === COMPANIES.pacifico).length,
    )
  })

  test('a place names the nearest town', async () => {
    const { places } = await ask('admin', { box: { west: -71, south: -34, east: -70, north: -33 }, zoom: 8 })
    expect(places[0]?.town).toMatchObject({ country: 'CL' })
  })

  test('a box that is upside down is rejected at its field', async () => {
    const answer = await portal.request(mapSims, 'ana', { body: { box: { west: 0, east: 1, south: 5, north: 4 }, zoom: 3 } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields: { 'box.north': 'El norte no puede quedar al sur del sur' } })
  })
})

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

function extentOf(sims: readonly Located[]): Box | null {
  const [latitudes, longitudes] = [sims.map(({ latitude }) => latitude), sims.map(({ longitude }) => longitude)]
  if (sims.length === 0) return null
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}

const isIn = ({ west, south, east, north }: Box, { latitude, longitude }: Located): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

/** Two thirds of the SIMs, around three towns, some beyond the ends of the map. */
async function locate(portal: Portal): Promise<Located[]> {
  const around = [
    [-33.45, -70.66],
    [-12.05, -77.04],
    [19.43, -99.13],
  ] as const
  const rows = await portal.db.selectFrom('sim_live').selectAll().orderBy('iccid').execute()
  const located: Located[] = []
  for (const [n, row] of rows.entries()) {
    if (n % 3 === 0) continue
    const [latitude, longitude] = around[(n % 7) % 3] ?? [0, 0]
    const place =
      n === 1
        ? { latitude: 89.9, longitude: 180 }
        : { latitude: latitude + (n % 11) / 50, longitude: longitude - (n % 13) / 80 }
    await portal.db
      .updateTable('sim_live')
      .set({ ...place, located_at: row.updated_at })
      .where('iccid', '=', row.iccid)
      .execute()
    const about = { companyId: row.company_id, gprsStatus: row.gprs_status, status: row.administrative_status }
    located.push({ iccid: row.iccid, ...place, ...about })
  }
  return located
}
