import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { massActivation, massCustom, massHibernation, massTermination } from '#contract/operations/mass-actions.calls.ts'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { LATENCY_BOUNDS_MS, latencyBucket } from '#server/networks/latency.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { forecastSeconds, type NetworkLoad } from './forecast.ts'
import { startOperationsWorker } from './operations-worker.ts'

/** Ten calls by how long they took, as the minutes keep them. */
const latencies = (ms: number): number[] =>
  Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, index) => (index === latencyBucket(ms) ? 10 : 0))

const LANE: NetworkLoad = { lines: 1000, ahead: 0, perSecond: 100, maxInFlight: 64, latencies: latencies(50), isHeld: false }

describe('how long lines take', () => {
  test('is what the network allows a second', () => {
    expect(forecastSeconds([LANE])).toBe(10)
    expect(forecastSeconds([{ ...LANE, lines: 1 }])).toBe(1)
  })

  test('or, where it answers slowly, how many can be under way at once', () => {
    expect(forecastSeconds([{ ...LANE, maxInFlight: 20, latencies: latencies(2000) }])).toBe(100)
    expect(forecastSeconds([{ ...LANE, perSecond: null, maxInFlight: 20, latencies: latencies(2000) }])).toBe(100)
  })

  test('is that of the slowest network: they work beside each other', () => {
    expect(forecastSeconds([LANE, { ...LANE, perSecond: 25 }])).toBe(40)
  })

  test('doubles at most where another operation runs: both have their turns', () => {
    expect(forecastSeconds([{ ...LANE, ahead: 500 }])).toBe(15)
    expect(forecastSeconds([{ ...LANE, ahead: 100_000 }])).toBe(20)
  })

  test('leaves out what waits for a network that does not answer', () => {
    expect(forecastSeconds([LANE, { ...LANE, perSecond: 1, isHeld: true }])).toBe(10)
    expect(forecastSeconds([{ ...LANE, isHeld: true }])).toBeNull()
  })

  test('is not guessed for a network without a limit and without measured calls', () => {
    expect(forecastSeconds([{ ...LANE, perSecond: null, latencies: [] }])).toBeNull()
    expect(forecastSeconds([{ ...LANE, latencies: [] }])).toBe(10)
    expect(forecastSeconds([])).toBeNull()
  })
})

describe('a preview forecasts its duration', () => {
  let portal: Portal
  beforeEach(async () => {
    portal = await startPortal()
    await portal.db.updateTable('networks').set({ requests_per_second: 1 }).execute()
  })
  afterEach(() => portal.close())

  const active = () =>
    portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2).map((sim) => sim.iccid)
  const preview = () => portal.data(massHibernation, 'ana', { body: { icc: active(), preview: true } })

  test('by the limit of the network, and by its answers of late', async () => {
    const { accepted, forecast } = await preview()
    expect(accepted).toBeGreaterThan(1)
    expect(forecast).toEqual({ seconds: accepted, held: 0 })
    const minute = new Date(portal.clock.now.getTime() - 60_000)
    const networks = await portal.db.selectFrom('networks').select('network_id').execute()
    const minutes = networks.map(({ network_id }) => ({
      network_id,
      minute,
      calls: 10,
      failures: 0,
      latencies: latencies(5000),
    }))
    await portal.db.insertInto('network_minutes').values(minutes).execute()
    await portal.db.updateTable('networks').set({ max_in_flight: 1 }).execute()
    expect((await preview()).forecast).toEqual({ seconds: accepted * 5, held: 0 })
  })

  test('and how many lines wait for a network that is down', async () => {
    const opensAt = new Date(portal.clock.now.getTime() + 30_000)
    await portal.db.updateTable('network_health').set({ breaker_until: opensAt, last_success_at: portal.clock.now }).execute()
    const { accepted, forecast } = await preview()
    expect(forecast).toEqual({ seconds: null, held: accepted })
    await portal.db.updateTable('network_health').set({ last_success_at: opensAt }).execute()
    expect((await preview()).forecast).toMatchObject({ held: 0 })
    await portal.db.updateTable('networks').set({ enabled: false }).execute()
    expect((await preview()).forecast).toEqual({ seconds: null, held: accepted })
  })

  test('but not of what waits for days, of nothing, nor of what has begun, which says so itself when its network is down', async () => {
    const body = { icc: active(), preview: true }
    expect((await portal.data(massTermination, 'ana', { body })).forecast).toBeNull()
    expect((await portal.data(massActivation, 'ana', { body })).forecast).toBeNull()
    expect((await portal.data(massCustom, 'ana', { body: { ...body, device: 'X' } })).forecast).toEqual({ seconds: 1, held: 0 })
    const { forecast, operationId } = await portal.data(massHibernation, 'ana', { body: { icc: active() } })
    expect(forecast).toBeNull()
    const reasons = async () => (await portal.data(getOperation, 'ana', { params: { operationId } })).reasons
    await portal.db.updateTable('networks').set({ enabled: true }).execute()
    expect(await reasons()).toEqual([])
    await portal.db.updateTable('networks').set({ enabled: false }).execute()
    const why = { state: 'pending', code: 'unreachable', text: 'La red no respondió', since: null }
    expect(await reasons()).toEqual([{ ...why, lines: active().length }])
  })
})

test('an operation with a line that waits for its network has a rate, but no expected end', async () => {
  const portal = await startPortal()
  const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
  try {
    const [busy, free] = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)
    await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [3_600_000, 3_600_000] })
    const sim = { iccid: busy?.iccid ?? '', imsi: busy?.imsi ?? '', msisdn: busy?.msisdn ?? '' }
    const answers = await Promise.all(portal.services.networks.all().map((one) => one.cutData(sim, { requestId: 'elsewhere' })))
    expect(answers.map(({ kind }) => kind)).toContain('accepted')
    await setNetworkFaults(portal, {})
    const body = { icc: [sim.iccid, free?.iccid ?? ''] }
    const { operationId } = await portal.data(massHibernation, 'ana', { body })
    const reported = () => portal.data(getOperation, 'ana', { params: { operationId } })
    await vi.waitFor(async () => expect((await reported()).counts).toMatchObject({ succeeded: 1, running: 1 }), 60_000)
    const { rate, expectedAt, reasons } = await reported()
    expect(rate).toBeGreaterThan(0)
    expect(expectedAt).toBeNull()
    expect(reasons).toMatchObject([{ state: 'running', code: 'network_busy', lines: 1 }])
  } finally {
    await endWork()
    await portal.close()
  }
})
