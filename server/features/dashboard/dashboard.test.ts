import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { isSilent } from '#domain/silence.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Ctx } from '#server/context.ts'
import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { loadActor } from '#server/http/actor.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { lastSeenOf, setLastSeen } from '#test/set-last-seen.ts'
import { dashboard } from './dashboard.queries.ts'

const PARTIES = { customer_name: 'Customer', customer_tin: '1', issuer_name: 'Issuer', issuer_tin: '2' }

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const cycle = (
    month: number,
    state: string,
    total_minor: number,
    company_id: number = COMPANIES.andes,
    currency = 'CLP',
  ) => ({
    company_id,
    cycle_start: `2026-${String(month).padStart(2, '0')}-01`,
    cycle_end: `2026-${String(month + 1).padStart(2, '0')}-01`,
    state,
    total_minor,
    currency,
    issued_at: portal.clock.now,
    document_number: `F-${company_id}-${month}`,
    ...PARTIES,
  })
  await setLastSeen(portal.db, portal.fleet.sims, portal.clock.now)
  await portal.db
    .insertInto('charges')
    .values([
      cycle(8, 'paid', 1_000_000),
      cycle(9, 'issued', 1_200_000),
      cycle(10, 'issued', 1_300_000),
      cycle(7, 'void', 9_999_999),
      cycle(10, 'issued', 50_000, COMPANIES.andesNorte, 'USD'),
      cycle(10, 'issued', 7_000_000, COMPANIES.pacifico),
    ])
    .execute()
})
afterAll(() => portal.close())

const andes = () =>
  portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes || companyId === COMPANIES.andesNorte)
const count = (matches: (sim: { status: number; gprs: number }) => boolean) => andes().filter(matches).length

test('counts the fleet: active is status 2, not used 1, connected an open session among the active [S1.04, S3.19, S7.18]', async () => {
  expect(await portal.data(getDashboard, 'ana')).toMatchObject({
    totalSims: 85,
    totalActive: count(({ status }) => status === 2),
    totalNotUsed: count(({ status }) => status === 1),
    totalConnected: count(({ status, gprs }) => status === 2 && gprs === 1),
    totalDisconnected: count(({ status, gprs }) => status === 2 && gprs !== 1),
    totalSilent: andes().filter(
      (sim) => sim.status === 2 && isSilent(lastSeenOf(sim, portal.clock.now), '24h', portal.clock.now),
    ).length,
  })
})

test('shows debt, last and estimated in the own currency, debts in others beside it [S3.20, S3.21]', async () => {
  const { debt, estimated } = await portal.data(getDashboard, 'ana')
  expect(debt).toEqual({ total: 2_500_000, currency: 'CLP', others: [{ amountMinor: 50_000, currency: 'USD' }] })
  const priceLines = 1200 * count(({ status }) => status === 2 || status === 10)
  expect(estimated).toEqual({
    estimated: priceLines,
    low: priceLines,
    high: priceLines,
    last: 1_300_000,
    currency: 'CLP',
  })
})

test('shows what was billed by cycle, oldest first, nothing void [S3.22]', async () => {
  const { billing } = await portal.data(getDashboard, 'ana')
  expect(billing).toEqual({
    series: [{ name: 'CLP', data: [1_000_000, 1_200_000, 1_300_000] }],
    xaxis: { categories: ['2026-08-01', '2026-09-01', '2026-10-01'] },
  })
})

test('names the ten SIMs that used most of their plan, by percent, then bytes [S3.24]', async () => {
  const mb: Record<string, number> = { IOT250: 250, TEL50: 50, SMS: 0 }
  const percent = (sim: { planCode: string; cycleBytes: number }) => {
    const planMb = mb[sim.planCode] ?? 0
    return planMb === 0 ? 0 : Math.round((sim.cycleBytes / (planMb * BYTES_PER_MB)) * 100)
  }
  const people: FleetUser[] = ['ana', 'sub', 'admin']
  for (const person of people) {
    const own =
      person === 'admin'
        ? portal.fleet.sims
        : person === 'sub'
          ? andes().filter(({ companyId }) => companyId === COMPANIES.andesNorte)
          : andes()
    const expected = own
      .filter((sim) => sim.cycleBytes > 0)
      .sort((a, b) => percent(b) - percent(a) || b.cycleBytes - a.cycleBytes || (b.iccid < a.iccid ? -1 : 1))
    const { topConsumptions } = await portal.data(getDashboard, person)
    expect(topConsumptions).toEqual(
      expected.slice(0, 10).map(({ iccid, msisdn, imei, label, planCode, cycleBytes }) => ({
        icc: iccid,
        msisdn,
        imei,
        label,
        planMb: mb[planCode],
        consumption: cycleBytes,
      })),
    )
  }
})

test('a pool is the plan times its billable SIMs, in the running cycle [S3.25]', async () => {
  const pool = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.pacifico && sim.planCode === 'TEL50')
  const usedBytes = pool.reduce((sum, sim) => sum + sim.cycleBytes, 0)
  const poolMb = 50 * pool.filter(({ status }) => status === 2 || status === 10).length
  const { poolPlan } = await portal.data(getDashboard, 'flota')
  const total = Math.round((usedBytes / (poolMb * BYTES_PER_MB)) * 100)
  expect(poolPlan).toEqual([
    { planCode: 'TEL50', companyId: COMPANIES.pacifico, planName: 'Telemetría 50 MB', total, usedBytes, poolMb },
  ])
  const { poolPlan: several } = await portal.data(getDashboard, 'ana')
  expect(several.map(({ planName }) => planName).sort()).toEqual(['Telemetría 50 MB', 'Telemetría 50 MB · Andes Norte'])
})

test('counts SIMs by operator and shows each operator’s status [S3.23, S3.26, S4.18]', async () => {
  const statusOf = async (operator_status: number) => {
    await portal.db.updateTable('origins').set({ operator_status }).where('origin_id', '=', 1).execute()
    return await portal.data(getDashboard, 'ana')
  }
  for (const [status, icon] of [
    [1, 'ok'],
    [2, 'warning'],
  ] as const) {
    expect((await statusOf(status)).operatorStatus).toMatchObject([{ statusStatus: status, statusIcon: icon }])
  }
  const { operatorSims, operatorStatus } = await statusOf(0)
  expect(operatorSims).toEqual({ series: [85], labels: ['Movistar Chile'], providerIds: [1] })
  expect(operatorStatus).toMatchObject([{ statusName: 'Movistar Chile', statusStatus: 0, statusIcon: 'closed' }])
  const none = await portal.data(getDashboard, 'reseller')
  expect(none.operatorStatus).toHaveLength(1)
})

test('says as of when it is true, and which cycle it speaks of', async () => {
  const { asOf, cycle } = await portal.data(getDashboard, 'ana')
  expect(asOf).toBe(portal.clock.now.toISOString())
  expect(cycle).toEqual({ ...billingCycleAt(portal.clock.now, 1, 'America/Santiago'), timeZone: 'America/Santiago' })
})

test('takes half of the pool’s connections at most, several at once too, and gives them back, also after a failure', async () => {
  const { services } = portal
  const { connectionString = '' } = services.pool.options
  // a pool of its own: no other work takes its connections meanwhile
  const pool = createPool({ connectionString, max: 5 })
  const actor = await loadActor(services, portal.fleet.people.ana.userId)
  const own = { pool, db: createDatabase(pool) }
  const home = { cellId: 1, schema: 'public', ...own }
  const ctx = { ...services, ...own, now: services.clock(), actor, readableCells: [home] } as unknown as Ctx
  let [taken, most, times] = [0, 0, 0]
  const take = () => {
    taken++
    times++
    most = Math.max(most, taken)
  }
  const giveBack = () => void taken--
  pool.on('acquire', take)
  pool.on('release', giveBack)
  await Promise.all([dashboard(ctx), dashboard(ctx)])
  await expect(dashboard({ ...ctx, now: new Date(Number.NaN) })).rejects.toThrow()
  await dashboard(ctx)
  await pool.end()
  expect(times).toBeGreaterThan(16)
  expect([most, taken]).toEqual([2, 0])
})
