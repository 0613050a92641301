import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getBell } from '#contract/bell/bell.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { createRule, getFirings, getRuleCompany, getRules, pauseRule, stopRules, tryRule } from '#contract/rules/rules.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { cycleFrom, startOfDay } from '#domain/rating/cycle-span.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { companyBooks } from '#server/features/charges/company-books.queries.ts'
import { estimateCycles } from '#server/features/charges/estimate-cycles.ts'
import { issueDueCycles } from '#server/features/charges/issue-cycle.ts'
import { mailFirings } from '#server/features/rules/mail-firings.ts'
import { takeReadings } from '#server/rule-engine/take-readings.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { COMPANIES } from '#test/fleet.ts'
import { FuzzRandom } from '#test/fuzz-random.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { SEED } from '#test/share.ts'
import { backdateSims } from './backdate-sims.ts'

type Body = CallArguments<typeof createRule>['body']

const ZONE = 'America/Santiago'
const log = pino({ level: 'silent' })
const portal = await startPortal()
const { db } = portal.services
afterAll(() => portal.close())

/** The first cycle that begins with the fleet there. */
const cycle = cycleFrom(billingCycleAt(portal.clock.now, 1, ZONE).end, 1)
const company = COMPANIES.andes
const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === company && status === 2)
const data = active.filter(({ planCode }) => planCode === 'IOT250')
const pooled = active.filter(({ planCode }) => planCode === 'TEL50')
await sql`UPDATE plan_terms SET price_minor = 1200, overage_unit_mb = 1, overage_price_minor = 10`.execute(db)
await backdateSims(db, 90)

/** @param n 1 for the first day of the cycle */
const noonOf = (n: number): Date => new Date(startOfDay(addDays(cycle.start, n - 1), ZONE).getTime() + 12 * HOUR_MS)
const lastMinuteOf = (n: number): Date => new Date(startOfDay(addDays(cycle.start, n), ZONE).getTime() - MINUTE_MS)

beforeEach(async () => {
  portal.clock.now = noonOf(1)
  for (const table of ['rules', 'rule_stops', 'rule_firings', 'rule_hours', 'mails', 'usage_days', 'plan_usage_tallies'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db)
  await sql`UPDATE sim_live SET cycle_data_bytes = 0, cycle_start = ${cycle.start}`.execute(db)
  await sql`UPDATE sims SET plan_bound_until = NULL`.execute(db)
})

/** Days pass in these tests, and login sessions would end. */
const stayLoggedIn = () =>
  sql`UPDATE login_sessions SET created_at = ${portal.clock.now}, last_seen_at = ${portal.clock.now}`.execute(db)

const bodyOf = (trigger: Body['trigger'], given: Partial<Body> = {}): Body => ({
  ...{ name: 'Costos', company, trigger, actions: { emails: ['ops@andes.test'] } },
  ...given,
})
/** Creates a rule and takes its first reading. */
async function make(...of: Parameters<typeof bodyOf>): Promise<number> {
  const { ruleId } = await portal.data(createRule, 'ana', { body: bodyOf(...of) })
  await reading()
  return ruleId
}
const reading = async () => {
  while ((await takeReadings(portal.services)) > 0);
  await stayLoggedIn()
}
const fired = async () => {
  await stayLoggedIn()
  return readRows(portal, getFirings, 'reseller')
}
const trialOf = async (trigger: Body['trigger'], given: Partial<Body> = {}) => {
  await stayLoggedIn()
  const { name: _, ...body } = bodyOf(trigger, given)
  return portal.data(tryRule, 'reseller', { body })
}

let sessions = 0
async function use({ iccid }: { readonly iccid: string }, mb: number): Promise<void> {
  const atMs = portal.clock.now.getTime()
  const session = { sessionKey: `L${++sessions}`, startedAtMs: atMs, atMs, hasSourceClock: true }
  const bytes = { inputBytes: 0, outputBytes: mb * BYTES_PER_MB, facts: {}, fingerprint: `l${sessions}` }
  await storeUsageMessages(db, [{ kind: 'started', clientId: 0, nas: '', iccid, ...session, ...bytes }], portal.clock.now)
  await countAll({ db, log })
}

const simCost = { kind: 'simCost', minor: 1500, currency: 'CLP' } as const
const pool80 = { kind: 'pool', percent: 80 } as const

test('what SIMs cost fires live for the SIMs, on the days and with the amounts that a trial names', async () => {
  const random = new FuzzRandom(SEED)
  const sims = [...data.slice(0, 6), ...pooled.slice(0, 2)]
  const ruleId = await make(simCost)
  const weekend = await make(simCost, { name: 'Fin de semana', conditions: { weekdays: [6, 7] } })
  for (let day = 1; day <= 12; day++) {
    portal.clock.now = new Date(lastMinuteOf(day).getTime() - 1000)
    for (const sim of sims) if (random.chance(0.7)) await use(sim, random.below(90))
    portal.clock.now = lastMinuteOf(day)
    await reading()
  }
  const all = await fired()
  const tried: readonly [number, Partial<Body>][] = [
    [ruleId, {}],
    [weekend, { conditions: { weekdays: [6, 7] } }],
  ]
  for (const [id, given] of tried) {
    const live = all.filter((one) => one.ruleId === id).map(({ icc, date, value }) => ({ icc, day: date.slice(0, 13), value }))
    const { latest, triedSims, totalSims } = await trialOf(simCost, given)
    expect(triedSims).toBe(totalSims)
    const named = latest.map(({ icc, at, value }) => ({ icc, day: at.slice(0, 13), value }))
    const key = (one: { icc: string; day: string }) => `${one.day} ${one.icc}`
    const sorted = (list: typeof live) => list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    expect(sorted(named)).toEqual(sorted(live))
  }
  expect(all.length).toBeGreaterThan(0)
  // a pool has its overage, not its SIMs
  expect(all.map(({ icc }) => icc)).not.toContain(pooled[0]?.iccid)
})

test('a cost fires once in a cycle, and not for what was so before the rule was there', async () => {
  const [one, other] = data
  if (!one || !other) throw new Error('no SIM')
  await use(one, 300)
  await make(simCost)
  await use(other, 290)
  for (const day of [2, 3]) {
    portal.clock.now = noonOf(day)
    await reading()
  }
  expect(await fired()).toMatchObject([{ icc: other.iccid, trigger: 'simCost', value: '1600 CLP' }])
  expect(await db.selectFrom('rule_facts').select('fact_id').execute()).toEqual([])
  // paused and stopped rules reading at nothing
  const ruleId = (await readRows(portal, getRules, 'ana'))[0]?.ruleId ?? 0
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: false } })
  const third = data[2]
  if (!third) throw new Error('no SIM')
  await use(third, 300)
  portal.clock.now = noonOf(4)
  await reading()
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: true } })
  await portal.data(stopRules, 'ana', { body: { company, stopped: true } })
  await reading()
  expect(await fired()).toHaveLength(1)
  await portal.data(stopRules, 'ana', { body: { company, stopped: false } })
  portal.clock.now = noonOf(5)
  await reading()
  expect(await fired()).toHaveLength(1)
})

test('a pool fires at its percent, once, with its plan in list, mail and bell; nothing is done to SIMs', async () => {
  expect(await portal.data(getRuleCompany, 'ana', { params: { companyId: company } })).toEqual({
    currency: 'CLP',
    pools: [{ plan: 'TEL50', planName: 'Telemetría 50 MB' }],
  })
  const [sim] = pooled
  if (!sim) throw new Error('no SIM')
  await make(pool80)
  await make(pool80, { name: 'Otro plan', conditions: { plans: ['IOT250'] } })
  const sims = (
    await db
      .selectFrom('sims')
      .select('iccid')
      .where('company_id', '=', company)
      .where('plan_code', '=', 'TEL50')
      .where('administrative_status', 'in', [2, 10])
      .execute()
  ).length
  await use(sim, sims * 50 * 0.79)
  portal.clock.now = noonOf(2)
  await reading()
  expect(await fired()).toEqual([])
  await use(sim, sims * 50 * 0.02)
  portal.clock.now = noonOf(3)
  await reading()
  portal.clock.now = noonOf(4)
  await reading()
  expect(await fired()).toMatchObject([
    { icc: '', label: 'Telemetría 50 MB', rule: 'Costos', trigger: 'pool', value: '81', operation: 'none', tag: 'none' },
  ])
  const bell = await portal.data(getBell, 'ana', { query: {} })
  expect(bell.lines).toContainEqual(expect.objectContaining({ kind: 'rules', trigger: 'pool', sims: 1, sim: '' }))
  await mailFirings(portal.services)
  const [mail] = await db.selectFrom('mails').select(['subject', 'text']).execute()
  expect(mail?.subject).toBe('Costos: 1 pool · Transportes Andes Sur SpA')
  expect(mail?.text).toContain('81 % del pool')
  const { latest, firings, meantSims, triedSims } = await trialOf(pool80)
  expect([firings, meantSims, triedSims]).toEqual([1, 1, 1])
  expect(latest).toMatchObject([{ icc: '', label: 'Telemetría 50 MB', cycle: cycle.start, value: '81' }])
})

test('a company’s cost is the estimate that its charges show, and of invoiced cycles the invoice', async () => {
  const trigger = { kind: 'companyCost', minor: 1000, currency: 'CLP' } as const
  const estimate = async () => {
    const [books] = await companyBooks(db, portal.clock.now, company)
    if (books) await estimateCycles(portal.services, books)
  }
  await estimate()
  const { total_minor: total } = await db
    .selectFrom('charges')
    .select('total_minor')
    .where('company_id', '=', company)
    .where('cycle_start', '=', cycle.start)
    .executeTakeFirstOrThrow()
  await make({ ...trigger, minor: Number(total) + 1 })
  for (const sim of data.slice(0, 3)) await use(sim, 400)
  portal.clock.now = noonOf(10)
  await reading()
  expect(await fired()).toEqual([])
  await estimate()
  portal.clock.now = noonOf(11)
  await reading()
  const [firing] = await fired()
  expect(firing).toMatchObject({ icc: '', label: '', trigger: 'companyCost' })
  expect(Number(firing?.value.split(' ')[0])).toBeGreaterThan(Number(total))
  // ten days into the next cycle this one is invoiced
  portal.clock.now = new Date(startOfDay(cycle.end, ZONE).getTime() + 10 * 24 * HOUR_MS)
  await issueDueCycles(portal.services, company)
  await estimate()
  const trial = await trialOf({ ...trigger, minor: Number(total) + 1 })
  expect(trial.cycles.find(({ start }) => start === cycle.start)).toMatchObject({ firings: 1, isKnown: true })
  expect(trial.cycles.at(-1)).toMatchObject({ firings: 0, isKnown: false })
  const pools = await trialOf({ kind: 'pool', percent: 1 })
  expect(pools.cycles.map(({ isKnown }) => isKnown).slice(0, 2)).toEqual([true, true])
})

test('a minimum stay fires in its last days, for the SIMs and on the days that a trial names', async () => {
  const [soon, later, over] = data
  if (!soon || !later || !over) throw new Error('no SIM')
  const bind = (sim: { readonly iccid: string }, day: number) =>
    db
      .updateTable('sims')
      .set({ plan_bound_until: addDays(cycle.start, day - 1) })
      .where('iccid', '=', sim.iccid)
      .execute()
  await bind(soon, 12)
  await bind(later, 40)
  await bind(over, 4)
  const trigger = { kind: 'stay', days: 7 } as const
  await make(trigger)
  for (let day = 2; day <= 15; day++) {
    portal.clock.now = noonOf(day)
    await reading()
  }
  const live = await fired()
  expect(live).toMatchObject([{ icc: soon.iccid, trigger: 'stay', value: addDays(cycle.start, 11) }])
  const { latest } = await trialOf(trigger)
  // what was in its last days when the rule was saved did not fire live
  const since = latest.filter(({ icc }) => icc !== over.iccid)
  expect(since.map(({ icc, value }) => ({ icc, value }))).toEqual(live.map(({ icc, value }) => ({ icc, value })))
  expect(since[0]?.at).toBe(startOfDay(addDays(cycle.start, 4), ZONE).toISOString())
  expect(Date.parse(live[0]?.date ?? '')).toBe(noonOf(5).getTime())
})

test.each([
  [{ ...pool80 }, { actions: { operation: 'cutData' } }, 'actions.operation'],
  [{ ...pool80 }, { actions: { tag: 'Caro' } }, 'actions.tag'],
  [{ ...pool80 }, { conditions: { statuses: [2] } }, 'conditions.statuses'],
  [{ kind: 'companyCost', minor: 1, currency: 'CLP' }, { conditions: { plans: ['TEL50'] } }, 'conditions.plans'],
  [{ kind: 'simCost', minor: 0, currency: 'CLP' }, {}, 'trigger.minor'],
  [{ kind: 'simCost', minor: 1, currency: 'USD' }, {}, 'trigger.currency'],
  [{ kind: 'stay', days: 0 }, {}, 'trigger.days'],
  [{ kind: 'pool', percent: 1001 }, {}, 'trigger.percent'],
] as const)('a rule for %j with %j is refused at its field', async (trigger, given, field) => {
  const body = bodyOf(trigger, given as unknown as Partial<Body>)
  const refused = await portal.envelope(createRule, 'ana', { body })
  expect(refused).toMatchObject({ status: false, code: 'invalid_request' })
  expect(Object.keys(refused.fields ?? {})).toEqual([field])
})
