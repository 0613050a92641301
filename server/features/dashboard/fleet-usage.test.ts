import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { compactFleetDays } from '#server/maintenance/compact-usage.ts'
import { sampleConnected } from '#server/maintenance/sample-connected.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const dayAgo = (days: number): string => localDay(new Date(portal.clock.now.getTime() - days * DAY_MS), 'America/Santiago')

/** Usage as it is counted: some bytes of the first SIM of a company on a day. */
async function use(companyId: number, day: string, dataBytes: number): Promise<void> {
  const sim = portal.fleet.sims.find((one) => one.companyId === companyId)
  if (!sim) throw new Error('no such company')
  const { iccid, planCode } = sim
  const cycleStart = `${day.slice(0, 8)}01`
  await portal.db
    .transaction()
    .execute((trx) =>
      addUsage(trx, [{ companyId, iccid, planCode, day, cycleStart, dataBytes, hours: undefined, voiceSeconds: 0, sms: 0 }]),
    )
}

/** Answers are cached for half a minute of the clock. */
const later = (minutes: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * MINUTE_MS)
}

test('counted usage is in its day, for its company and those above it alone', async () => {
  await use(COMPANIES.andes, dayAgo(0), 300)
  await use(COMPANIES.andesNorte, dayAgo(0), 20)
  await use(COMPANIES.andes, dayAgo(3), 40)
  await use(COMPANIES.andes, dayAgo(3), -15)
  await use(COMPANIES.pacifico, dayAgo(3), 7000)
  const { days, cycle, previousCycle } = await portal.data(getFleetUsage, 'ana')
  expect(days.filter(({ dataBytes }) => dataBytes > 0)).toEqual([
    { day: dayAgo(3), dataBytes: 25 },
    { day: dayAgo(0), dataBytes: 320 },
  ])
  expect(days.at(-1)?.day).toBe(dayAgo(0))
  expect(days.length).toBeGreaterThanOrEqual(60)
  expect((days[0]?.day ?? '') <= previousCycle.start).toBe(true)
  expect(cycle).toEqual(billingCycleAt(portal.clock.now, 1, 'America/Santiago'))
  expect(previousCycle.end).toBe(cycle.start)
  const admin = await portal.data(getFleetUsage, 'admin')
  expect(admin.days.find(({ day }) => day === dayAgo(3))?.dataBytes).toBe(7025)
})

test('of one company: its own days alone, by its own cycle, and none of a company that the reader does not see', async () => {
  const usedOn = async (person: FleetUser, company: number, day: string) => {
    const { days, cycle } = await portal.data(getFleetUsage, person, { query: { company: String(company) } })
    return [days.find((one) => one.day === day)?.dataBytes, cycle.start.slice(8)]
  }
  await portal.db.updateTable('companies').set({ cycle_anchor_day: 9 }).where('company_id', '=', COMPANIES.andesNorte).execute()
  expect(await usedOn('ana', COMPANIES.andes, dayAgo(0))).toEqual([300, '01'])
  expect(await usedOn('ana', COMPANIES.andesNorte, dayAgo(0))).toEqual([20, '09'])
  expect(await usedOn('flota', COMPANIES.andesNorte, dayAgo(0))).toEqual([0, '01'])
  expect(await usedOn('sub', COMPANIES.andes, dayAgo(0))).toEqual([0, '09'])
})

test('with its subsidiaries a company has the days of all of them, and there are none where the reader does not see it', async () => {
  const usedOn = async (person: FleetUser, company: number, more: { subsidiaries?: 'true' | 'false' } = {}) => {
    const { days } = await portal.data(getFleetUsage, person, { query: { company: String(company), ...more } })
    return days.find(({ day }) => day === dayAgo(0))?.dataBytes
  }
  const ofTree = { subsidiaries: 'true' } as const
  const single = await Promise.all(
    [COMPANIES.reseller, COMPANIES.andes, COMPANIES.andesNorte].map((company) => usedOn('admin', company)),
  )
  expect(single).toEqual([0, 300, 20])
  for (const person of ['admin', 'reseller'] as const) expect(await usedOn(person, COMPANIES.reseller, ofTree)).toBe(320)
  expect(await usedOn('ana', COMPANIES.andes, { subsidiaries: 'false' })).toBe(300)
  expect(await usedOn('flota', COMPANIES.reseller, ofTree)).toBe(0)
  // nor that it is above the reader's own
  expect(await usedOn('sub', COMPANIES.andes, ofTree)).toBe(0)
})

test('rows of a day are merged without changing its sum; days older than the charts are deleted', async () => {
  const count = async () =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM usage_day_tallies`.execute(portal.db)).rows[0]?.n
  await use(COMPANIES.andes, dayAgo(80), 5)
  const before = (await portal.data(getFleetUsage, 'ana')).days
  expect(await count()).toBe(6)
  await compactFleetDays(portal.db, portal.clock.now)
  expect(await count()).toBe(4)
  later(1)
  expect((await portal.data(getFleetUsage, 'ana')).days).toEqual(before)
})

test('connected SIMs are counted once in a quarter of an hour, and kept for two days', async () => {
  const connected = portal.fleet.sims.filter(
    ({ companyId, status, gprs }) =>
      [COMPANIES.andes, COMPANIES.andesNorte].includes(companyId as 3 | 4) && status === 2 && gprs === 1,
  ).length
  const quarter = 15 * MINUTE_MS
  portal.clock.now = new Date(Math.ceil(portal.clock.now.getTime() / quarter) * quarter + MINUTE_MS)
  const first = new Date(portal.clock.now.getTime() - MINUTE_MS).toISOString()
  await sampleConnected(portal.db, portal.clock.now)
  await sampleConnected(portal.db, new Date(portal.clock.now.getTime() + 5 * MINUTE_MS))
  expect((await portal.data(getFleetUsage, 'ana')).connected).toEqual([{ at: first, sims: connected }])
  expect((await portal.data(getFleetUsage, 'flota')).connected[0]?.sims).not.toBe(connected)
  later(15)
  await sampleConnected(portal.db, portal.clock.now)
  expect((await portal.data(getFleetUsage, 'ana')).connected.map(({ sims }) => sims)).toEqual([connected, connected])
  await sampleConnected(portal.db, new Date(portal.clock.now.getTime() + 2 * DAY_MS))
  const { rows } = await sql<{ at: Date }>`SELECT DISTINCT at FROM connected_samples ORDER BY at`.execute(portal.db)
  // the two of before are older than two days by a minute and more
  expect(rows).toHaveLength(1)
})
