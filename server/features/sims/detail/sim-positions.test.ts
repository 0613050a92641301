import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { getSimPositions } from '#contract/sims/sim-history.calls.ts'
import { destination, distanceM, type Position } from '#domain/geodesy.ts'
import { LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { deleteOldPositions } from '#server/usage/record-positions.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())
const { db } = portal.services
const { network_id: networkId } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
let taken = 0
const nextSim = (): string => active[taken++]?.iccid ?? expect.fail('no SIM left')

const NOW = portal.clock.now
const TALCA: Position = [-71.66, -35.43]
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS)

let events = 0
const locate = (iccid: string, [longitude, latitude]: Position, at: Date) => {
  const event = { kind: 'located', id: `position ${++events}`, iccid, at, latitude, longitude } as const
  return db.transaction().execute((trx) => applyEvents(trx, networkId, [event], NOW))
}
const pathOf = async (iccid: string, person: FleetUser = 'ana', days = 7) =>
  (await portal.data(getSimPositions, person, { params: { icc: iccid }, query: { days } })).positions

test('a path has the places that are farther apart than a location is uncertain, oldest first, each with its town', async () => {
  const iccid = nextSim()
  const near = destination(TALCA, LOCATION_UNCERTAINTY_M - 20, 90)
  const far = destination(TALCA, LOCATION_UNCERTAINTY_M + 20, 90)
  await locate(iccid, TALCA, minutesAgo(50))
  await locate(iccid, near, minutesAgo(40))
  await locate(iccid, far, minutesAgo(30))
  await locate(iccid, TALCA, minutesAgo(45))
  const path = await pathOf(iccid)
  expect(path.map(({ at }) => at)).toEqual([minutesAgo(50), minutesAgo(30)].map((at) => at.toISOString()))
  expect(path[0]).toMatchObject({ longitude: TALCA[0], latitude: TALCA[1], town: { name: { es: 'Talca' } } })
})

test('a clock that is fast does not keep later places out of the path', async () => {
  const iccid = nextSim()
  await locate(iccid, TALCA, new Date(NOW.getTime() + DAY_MS))
  expect((await pathOf(iccid)).map(({ at }) => at)).toEqual([NOW.toISOString()])
})

test('as a model walks: each place is kept that is away from the one kept before', { timeout: 120_000 }, async () => {
  const step = fc.record({ course: fc.integer({ min: 0, max: 359 }), metres: fc.integer({ min: 0, max: 2_000 }) })
  const start = fc.constantFrom<Position>(TALCA, [179.999, -16.5], [-70.9, -53.2])
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { maxLength: 12 }), async (from, steps) => {
      const iccid = nextSim()
      const kept: Position[] = []
      let at = from
      for (const [n, { course, metres }] of [{ course: 0, metres: 0 }, ...steps].entries()) {
        at = wrapped(destination(at, metres, course))
        const last = kept.at(-1)
        const away = last ? distanceM(last, at) : Number.POSITIVE_INFINITY
        // the plane differs from the sphere by less than a metre here
        if (Math.abs(away - LOCATION_UNCERTAINTY_M) < 1) return
        if (away > LOCATION_UNCERTAINTY_M) kept.push(at)
        await locate(iccid, at, minutesAgo(100 - n))
      }
      const path = await pathOf(iccid)
      expect(path.map(({ longitude, latitude }) => [longitude, latitude])).toEqual(kept)
    }),
    { numRuns: 15 },
  )
})

const wrapped = ([longitude, latitude]: Position): Position => [((longitude + 540) % 360) - 180, latitude]

test('positions are asked for by days, kept for thirty of them, and of no other company', async () => {
  const iccid = nextSim()
  const inserted = [40, 29, 3].map((days) => ({
    ...{ company_id: COMPANIES.andes, iccid, latitude: -33, longitude: -70 - days },
    at: minutesAgo(days * 24 * 60),
  }))
  await db.insertInto('sim_positions').values(inserted).execute()
  expect(await pathOf(iccid)).toHaveLength(1)
  expect(await pathOf(iccid, 'ana', 30)).toHaveLength(2)
  expect(await deleteOldPositions(db, NOW)).toBe(1)
  expect(await pathOf(iccid, 'admin', 30)).toHaveLength(2)
  const params = { icc: iccid }
  expect((await portal.request(getSimPositions, 'flota', { params })).statusCode).toBe(404)
  for (const days of ['0', '31', 'x'])
    expect((await portal.request(getSimPositions, 'ana', { params, query: { days } as never })).statusCode).toBe(400)
})
