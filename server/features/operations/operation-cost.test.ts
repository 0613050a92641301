import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAssignees, massActivation, massHibernation, massReset } from '#contract/operations/mass-actions.calls.ts'
import { getOperationCost } from '#contract/operations/operation-costs.calls.ts'
import { activateSim, getSimActions } from '#contract/operations/sim-actions.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { CycleRater } from '#domain/rating/cycle-rater.ts'
import { cycleFrom, spanOf } from '#domain/rating/cycle-span.ts'
import { termsInCycle } from '#domain/rating/plan-terms.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'

let portal: Portal

beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const sims = (status: number) =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status).map((sim) => sim.iccid)

const costOf = (operationId: number) => portal.data(getOperationCost, 'ana', { params: { operationId } })

test('an activation says what its lines cost in a cycle, by plan and by currency; lines that do not run cost nothing', async () => {
  await portal.db.updateTable('plans').set({ currency: 'USD', price_minor: 250 }).where('plan_code', '=', 'SMS').execute()
  const ready = sims(1)
  const { operationId, accepted } = await portal.data(massActivation, 'ana', {
    body: { icc: [...ready, ready[0] ?? '', ...sims(2), '8956030000000000000'], preview: true },
  })
  expect(accepted).toBe(ready.length)
  const { plans, totals } = await costOf(operationId)
  const linesOf = (planCode: string) =>
    portal.fleet.sims.filter(({ iccid, planCode: plan }) => ready.includes(iccid) && plan === planCode).length
  expect(Object.fromEntries(plans.map(({ planCode, lines }) => [planCode, lines]))).toEqual({
    IOT250: linesOf('IOT250'),
    TEL50: linesOf('TEL50'),
    SMS: linesOf('SMS'),
  })
  expect(totals).toEqual([
    { amountMinor: (linesOf('IOT250') + linesOf('TEL50')) * 1200, currency: 'CLP' },
    { amountMinor: linesOf('SMS') * 250, currency: 'USD' },
  ])
})

test('once it has begun, the same is said of the lines that run', async () => {
  const ready = sims(1)
  const { operationId } = await portal.data(massActivation, 'ana', { body: { icc: [...ready, ...sims(2)] } })
  expect((await costOf(operationId)).totals).toEqual([{ amountMinor: ready.length * 1200, currency: 'CLP' }])
})

test('what changes no price costs nothing more', async () => {
  const { operationId } = await portal.data(massReset, 'ana', { body: { icc: sims(2), preview: true } })
  expect(await costOf(operationId)).toEqual({ plans: [], totals: [], savesFrom: null })
})

describe('a hibernation', () => {
  /** Prices of the running cycle, of the next one, and of the one after it. */
  beforeEach(async () => {
    await portal.db.deleteFrom('plan_terms').execute()
    await portal.db.updateTable('plans').set({ currency: 'USD' }).where('plan_code', '=', 'SMS').execute()
    const [running, next, after] = cyclesFromNow(3)
    const plans = await portal.db.selectFrom('plans').select(['plan_code', 'data_mb']).orderBy('plan_code').execute()
    const rows = plans.flatMap(({ plan_code, data_mb }, n) =>
      [running, next, after].map((cycle, age) => ({
        ...{ plan_code, data_mb, valid_from: cycle?.start ?? '', overage_price_minor: 7 },
        ...{ price_minor: 1000 + 100 * n + 10 * age, hibernation_fee_minor: 50 + 10 * n + age },
      })),
    )
    await portal.db.insertInto('plan_terms').values(rows).execute()
  })

  /** The next cycles of the company, the running one first. */
  const cyclesFromNow = (count: number): BillingCycle[] => {
    const cycles = [billingCycleAt(portal.clock.now, 1, 'America/Santiago')]
    while (cycles.length < count) cycles.push(cycleFrom(cycles.at(-1)?.end ?? '', 1))
    return cycles
  }

  const termsIn = async ({ start }: BillingCycle) => {
    const rows = await portal.db
      .selectFrom('plan_terms as t')
      .innerJoin('plans as p', 'p.plan_code', 't.plan_code')
      .select(['t.plan_code as planCode', 't.valid_from as validFrom', 'p.currency', 'p.pooled', 't.data_mb as dataMb'])
      .select(['t.included_sms as includedSms', 't.included_voice_seconds as includedVoiceSeconds'])
      .select(['t.price_minor as priceMinor', 't.hibernation_fee_minor as hibernationFeeMinor'])
      .select(['t.overage_unit_mb as overageUnitMb', 't.overage_price_minor as overagePriceMinor'])
      .select(['t.sms_price_minor as smsPriceMinor', 't.voice_price_minor as voicePriceMinor'])
      .execute()
    return (planCode: string) => {
      const terms = termsInCycle(
        rows.filter((row) => row.planCode === planCode),
        start,
      )
      if (!terms) throw new Error(`${planCode} has no terms`)
      return terms
    }
  }

  /** What the invoice of a cycle has, by currency, when these SIMs have one status throughout it. */
  const invoiced = async (cycle: BillingCycle, iccids: readonly string[], administrativeStatus: number) => {
    const rater = new CycleRater({
      ...{ cycle, span: spanOf(cycle, 'America/Santiago'), timeZone: 'America/Santiago' },
      termsOf: await termsIn(cycle),
    })
    const sums: Record<string, number> = {}
    for (const { iccid, planCode } of portal.fleet.sims.filter((sim) => iccids.includes(sim.iccid))) {
      const usage = { dataBytes: 0, sms: 0, voiceSeconds: 0 }
      for (const { terms, lines } of rater.rate({ iccid, now: { administrativeStatus, planCode }, events: [], usage }))
        for (const { unitMinor, quantity } of lines) sums[terms.currency] = (sums[terms.currency] ?? 0) + unitMinor * quantity
    }
    return sums
  }

  test('saves what the invoice of the next cycle has less, by currency, and says from which day on', async () => {
    const own = portal.db.selectFrom('sims').select('iccid').where('company_id', '=', COMPANIES.andes)
    const rows = await own.where('administrative_status', '=', 2).where('sim_type_id', 'in', [2, 3, 4, 5]).execute()
    const hibernable = rows.map(({ iccid }) => iccid)
    const { operationId, accepted } = await portal.data(massHibernation, 'ana', {
      body: { icc: [...sims(2), ...sims(1)], preview: true },
    })
    expect(accepted).toBe(hibernable.length)
    const { totals, plans, savesFrom } = await costOf(operationId)
    const [, next] = cyclesFromNow(2)
    if (!next) throw new Error('there is no next cycle')
    const [active, hibernated] = [await invoiced(next, hibernable, 2), await invoiced(next, hibernable, 11)]
    expect(Object.keys(active).length).toBeGreaterThan(0)
    const saved = Object.keys(active).map((currency) => ({
      currency,
      amountMinor: (active[currency] ?? 0) - (hibernated[currency] ?? 0),
    }))
    expect(totals).toEqual(saved.sort((a, b) => b.amountMinor - a.amountMinor))
    expect(plans.reduce((sum, { lines }) => sum + lines, 0)).toBe(hibernable.length)
    expect(savesFrom).toBe(next.start)
    // one SIM: the same by itself
    const [icc = ''] = hibernable
    const { hibernation, activation } = await portal.data(getSimActions, 'ana', { params: { id: icc } })
    const [one, asleep] = [await invoiced(next, [icc], 2), await invoiced(next, [icc], 11)]
    expect(hibernation).toMatchObject({
      ...{ amountMinor: one[activation.currency], hibernatedMinor: asleep[activation.currency], savesFrom: next.start },
    })
  })
})

test('SIMs can be assigned to the own company and those below, and to no other [S7.34]', async () => {
  const names = async (person: 'ana' | 'sub' | 'admin') =>
    (await portal.data(listAssignees, person, {})).map(({ companyId }) => companyId).sort()
  expect(await names('ana')).toEqual([COMPANIES.andes, COMPANIES.andesNorte])
  expect(await names('sub')).toEqual([COMPANIES.andesNorte])
  expect(await names('admin')).toEqual(Object.values(COMPANIES).sort())
})

test('a SIM is activated once, and begins to be billed that day [S7.33]', async () => {
  const [icc = ''] = sims(1)
  const activate = () => portal.request(activateSim, 'ana', { params: { id: icc }, body: { reason: 'Temporada' } })
  expect((await activate()).json()).toMatchObject({
    status: true,
    message: 'La SIM fue activada',
    data: { icc, state: 'succeeded', simAdministrativeStatusId: 2 },
  })
  const sim = await portal.data(getSim, 'ana', { params: { icc } })
  expect(new Date(sim.activationDate ?? 0)).toEqual(portal.clock.now)
  const again = await activate()
  expect([again.statusCode, again.json().code]).toEqual([409, 'transition_not_allowed'])
})
