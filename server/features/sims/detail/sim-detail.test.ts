import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { getSimHistory, getSimHours, getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { getSearchParameters, getSim, getSimFacets, type SimFilter } from '#contract/sims/sims.calls.ts'
import { deleteView, listSavedViews, saveView } from '#contract/sims/views.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, hasUsedPlan, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { hasSilence, setLastSeen } from '#test/set-last-seen.ts'

const portal = await startPortal()
const sim = portal.fleet.sims.find(({ companyId, status }) => companyId === COMPANIES.andesNorte && status === 2)
if (!sim) throw new Error('the small fleet has no active SIM in Andes Norte')
afterAll(() => portal.close())

describe('one SIM', () => {
  test('has every field of the entity [S3.08, S7.23]', async () => {
    const live = {
      ip: '10.41.18.207',
      sgsn_ip: '10.0.0.1',
      ggsn_ip: '10.0.0.2',
      latitude: -33.45,
      longitude: -70.66,
      connection_started_at: portal.clock.now,
    }
    await portal.db.updateTable('sim_live').set(live).where('iccid', '=', sim.iccid).execute()
    expect(await portal.data(getSim, 'ana', { params: { icc: sim.iccid } })).toMatchObject({
      icc: sim.iccid,
      imsi: sim.imsi,
      simType: 'Local',
      customField1: sim.label,
      customField2: '',
      country: 'Chile',
      companiesNames: ['Andes Norte', 'Transportes Andes Sur SpA'],
      commModuleModel: '',
      imeiLock: false,
      commModuleManufacturer: '',
      simCycleState: 1,
      ip: '10.41.18.207',
      lastIpSgsn: '10.0.0.1',
      lastIpGgsn: '10.0.0.2',
      apn: 'm2m.enlace',
      operator: 'Movistar Chile',
      latitude: -33.45,
      longitude: -70.66,
      townsAround: ['Santiago', 'Lo Prado', 'La Pintana', 'Los Andes'].map((es) => ({ name: { es }, country: 'CL' })),
      lastConnStart: portal.clock.now.toISOString(),
      lastConnStop: null,
      dailyDataConsumption: Math.round(sim.cycleBytes / 10),
      monthlyDataConsumption: sim.cycleBytes,
      monthlyVoiceConsumption: 0,
      monthlySmsConsumption: 0,
    })
  })

  test('shows the companies only as far up as the reader sees', async () => {
    const seenBy = async (person: 'sub' | 'reseller' | 'admin') =>
      (await portal.data(getSim, person, { params: { icc: sim.iccid } })).companiesNames
    expect(await seenBy('sub')).toEqual(['Andes Norte'])
    expect(await seenBy('reseller')).toEqual(['Andes Norte', 'Transportes Andes Sur SpA', 'Canal Sur'])
    expect(await seenBy('admin')).toHaveLength(4)
  })

  test('has its usage by day and its timeline, newest first', async () => {
    const day = localDay(portal.clock.now, 'UTC')
    await portal.db
      .insertInto('usage_days')
      .values({ company_id: sim.companyId, iccid: sim.iccid, day, data_bytes: 4096, sms: 2 })
      .execute()
    const event = (kind: string, minutes: number) => ({
      company_id: sim.companyId,
      iccid: sim.iccid,
      kind,
      at: new Date(portal.clock.now.getTime() - minutes * 60_000),
      detail: JSON.stringify({ n: minutes }),
    })
    await portal.db
      .insertInto('sim_events')
      .values([event('old', 60), event('new', 1)])
      .execute()
    const args = { params: { icc: sim.iccid } }
    expect((await portal.data(getSimUsage, 'ana', args)).days).toEqual([{ day, dataBytes: 4096, voiceSeconds: 0, sms: 2 }])
    expect((await portal.data(getSimHistory, 'ana', args)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['new', { n: 1 }],
      ['old', { n: 60 }],
    ])
  })

  test('has its hours of a day, what is not known of them, and as of when usage is counted', async () => {
    const day = '2026-10-05'
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 3000 : 0))
    await portal.db
      .insertInto('usage_days')
      .values({ company_id: sim.companyId, iccid: sim.iccid, day, data_bytes: 4096, hour_data_bytes: hours })
      .execute()
    const args = { params: { icc: sim.iccid, day } }
    expect(await portal.data(getSimHours, 'ana', args)).toMatchObject({ hours, restBytes: 1096 })
    const none = await portal.data(getSimHours, 'ana', { params: { icc: sim.iccid, day: '2026-10-06' } })
    expect(none).toMatchObject({ hours: hours.map(() => 0), restBytes: 0, usageAsOf: portal.clock.now.toISOString() })

    const before = new Date(portal.clock.now.getTime() - 300_000)
    await portal.db.insertInto('usage_batches').values({ received_at: before, messages: '[]' }).execute()
    expect((await portal.data(getSimHours, 'ana', args)).usageAsOf).toBe(before.toISOString())
    await portal.db.deleteFrom('usage_batches').execute()
    const earlier = new Date(portal.clock.now.getTime() - 600_000)
    await portal.db.insertInto('live_changes').values({ changes: '[]', kept_at: earlier }).execute()
    expect((await portal.data(getSimUsage, 'ana', { params: { icc: sim.iccid } })).usageAsOf).toBe(earlier.toISOString())
    await portal.db.deleteFrom('live_changes').execute()
  })
})

describe('the filters', () => {
  test('offer the values in use, the visible companies and the totals [S3.10, S3.11, S3.12, S3.13, S3.14, S3.15, S3.16, S7.19]', async () => {
    const own = await portal.data(getSearchParameters, 'ana')
    expect(own.plans.map(({ planCode, planName }) => [planCode, planName])).toContainEqual(['IOT250', 'IoT 250 MB'])
    const active = portal.fleet.sims.filter(
      ({ companyId, status }) => (companyId === COMPANIES.andes || companyId === COMPANIES.andesNorte) && status === 2,
    )
    const connected = active.filter(({ gprs }) => gprs === 1)
    expect(own).toMatchObject({
      apns: [{ apnId: 1, apnName: 'M2M' }],
      companies: [{ companyName: 'Andes Norte' }, { companyId: COMPANIES.andes }],
      providers: [
        { providerId: 1, providerName: 'Chile' },
        { providerId: 2, providerName: 'Peru' },
      ],
      simTypes: [{ simTypeId: 2, simTypeName: 'Local' }],
      totals: {
        totalSims: 85,
        totalActive: active.length,
        totalConnected: connected.length,
        totalDisconnected: active.length - connected.length,
      },
      admin: false,
    })
    expect((await portal.data(getSearchParameters, 'admin')).admin).toBe(true)
  })

  const filterOf = fc.record({
    administrativeStatusIds: fc.subarray([1, 2, 3, 10, 11]),
    gprsStatuses: fc.subarray([0, 1, 2]),
    planCodes: fc.subarray(['IOT250', 'TEL50', 'SMS']),
    companyIds: fc.subarray([COMPANIES.andes, COMPANIES.andesNorte, COMPANIES.pacifico]),
    planUse: fc.option(fc.constantFrom(...PLAN_USES), { nil: '' as const }),
    silentFor: fc.option(fc.constantFrom(...SILENCE_FILTERS), { nil: '' as const }),
  })
  const among = <T>(allowed: readonly T[] | undefined, value: T) => !allowed?.length || allowed.includes(value)

  test('count what each of their values would show, under the other filters', async () => {
    const { now } = portal.clock
    await setLastSeen(portal.db, portal.fleet.sims, now)
    await fc.assert(
      fc.asyncProperty(filterOf, async (filter: SimFilter) => {
        const facets = await portal.data(getSimFacets, 'admin', { body: { filter, companies: true } })
        const inCompanies = portal.fleet.sims.filter((one) => among(filter.companyIds, one.companyId))
        const silent = (one: TestSim, silence = filter.silentFor) => !silence || hasSilence(one, silence, now)
        const ofKind = inCompanies.filter(
          (one) => among(filter.gprsStatuses, one.gprs) && among(filter.planCodes, one.planCode),
        )
        const kinds = ofKind.filter((one) => !filter.planUse || hasUsedPlan(one))
        const over = ofKind.filter(
          (one) => hasUsedPlan(one) && silent(one) && among(filter.administrativeStatusIds, one.status),
        )
        expect(facets.planUse).toEqual(over.length > 0 ? [{ id: 'over100', count: over.length }] : [])
        const byStatus = kinds.filter((one) => silent(one))
        const bySilence = kinds.filter((one) => among(filter.administrativeStatusIds, one.status))
        const silences = Object.fromEntries(facets.silentFor.map(({ id, count }) => [id, count]))
        for (const silence of SILENCE_FILTERS)
          expect(silences[silence] ?? 0).toBe(bySilence.filter((one) => silent(one, silence)).length)
        expect(facets.activeSilent).toBe(kinds.filter((one) => one.status === 2 && silent(one, '24h')).length)
        const counted = Object.fromEntries(facets.administrativeStatusIds.map(({ id, count }) => [id, count]))
        for (const status of [1, 2, 3, 10, 11])
          expect(counted[status] ?? 0).toBe(byStatus.filter((one) => one.status === status).length)
        const total = byStatus.filter((one) => among(filter.administrativeStatusIds, one.status)).length
        expect(facets.total).toBe(total)
        const ofThese = facets.companyIds.filter(({ id }) => among(filter.companyIds, Number(id)))
        expect(ofThese.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      }),
      { numRuns: 40 },
    )
  })

  test('count a search as well, and companies when asked for', async () => {
    const facets = await portal.data(getSimFacets, 'admin', { body: { filter: { search: 'camión 5' }, companies: true } })
    expect(facets).toMatchObject({ total: 40, isCapped: false, isAtLeast: false })
    expect(facets.companyIds).toEqual([{ id: COMPANIES.pacifico, count: 40 }])
  })
})

test("named views are the own user's, replaced by name, and every change is audited", async () => {
  const { viewId } = await portal.data(saveView, 'ana', { body: { name: 'Flota Chile', query: 'origin=1' } })
  await portal.data(saveView, 'ana', { body: { name: 'Flota Chile', query: 'origin=1&status=2' } })
  expect(await portal.data(listSavedViews, 'ana')).toEqual([{ viewId, name: 'Flota Chile', query: 'origin=1&status=2' }])
  expect(await portal.data(listSavedViews, 'luis')).toEqual([])
  expect((await portal.envelope(deleteView, 'luis', { params: { viewId } })).code).toBe('not_found')
  await portal.data(deleteView, 'ana', { params: { viewId } })
  const audited = await auditRows(portal, { entity: 'saved_view' })
  expect(audited.map(({ action }) => action)).toEqual(['view.saved', 'view.saved', 'view.deleted'])
  expect(audited[1]).toMatchObject({ before: { query: 'origin=1' }, after: { query: 'origin=1&status=2' } })
})
