import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAlarm } from '#contract/alarms/alarms.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { assignSims } from '#contract/operations/mass-actions.calls.ts'
import { createRule, getFirings } from '#contract/rules/rules.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { restoreSimData } from '#contract/sims/sim-status.calls.ts'
import { testAdministrative } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { DAY_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { beginCycles } from '#server/maintenance/begin-cycles.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import { auditRows } from '#test/audit-rows.ts'
import { effectsOf } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startLiveWork } from '#test/portal-work.ts'
import { readRows } from '#test/read-list.ts'

type Body = CallArguments<typeof createRule>['body']

const log = pino({ level: 'silent' })
const portal = await startPortal()
const { db } = portal.services
const counter = startUsageCounter({ db, log })
const endWork = await startLiveWork(portal)
afterAll(async () => {
  await endWork()
  await counter.stop()
  await portal.close()
})
beforeEach(async () => {
  portal.clock.now = new Date()
  await sql`DELETE FROM rules`.execute(db)
})

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
let used = 0
const nextSim = () => {
  const sim = active[used++]
  if (!sim) throw new Error('no active SIM is left')
  return sim
}

const bodyOf = (actions: Body['actions'], given: Partial<Body> = {}): Body => ({
  ...{ name: 'Robo', company: COMPANIES.andes, trigger: { kind: 'data', per: 'day', mb: 10 }, actions },
  ...given,
})
const make = async (...of: Parameters<typeof bodyOf>) => (await portal.data(createRule, 'ana', { body: bodyOf(...of) })).ruleId

let sessions = 0
async function use({ iccid }: { iccid: string }, mb = 20): Promise<void> {
  const atMs = Date.now()
  const session = { sessionKey: `R${++sessions}`, startedAtMs: atMs, atMs, hasSourceClock: true }
  const bytes = { inputBytes: 0, outputBytes: mb * BYTES_PER_MB, facts: {}, fingerprint: `f${sessions}` }
  await storeUsageMessages(db, [{ kind: 'started', clientId: 0, nas: '', iccid, ...session, ...bytes }], new Date())
  counter.notify()
}

const wait = { interval: 100, timeout: 20_000 }
const firingsOf = async ({ iccid }: { iccid: string }) =>
  (await readRows(portal, getFirings, 'ana', { query: { icc: iccid } })).map(({ operation, cut }) => [operation, cut])
const statusOf = async ({ iccid }: { iccid: string }, person: 'ana' | 'reseller' = 'ana') =>
  (await portal.data(getSim, person, { params: { icc: iccid } })).simAdministrativeStatusId
async function cut(sim: { iccid: string }): Promise<void> {
  await use(sim)
  await expect.poll(() => firingsOf(sim), wait).toEqual([['started', 'cut']])
  expect(await statusOf(sim)).toBe(10)
}

test('a rule cuts data at the network, as itself, says so, and a person restores it', async () => {
  const sim = nextSim()
  const ruleId = await make({ operation: 'cutData' })
  await cut(sim)
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut'])
  const icc = { params: { icc: sim.iccid } }
  expect(await portal.data(getSimHistory, 'ana', icc)).toContainEqual(
    expect.objectContaining({ kind: 'data_cut', actor: `rule ${ruleId}` }),
  )
  const diagnosis = await portal.envelope(testAdministrative, 'ana', { params: { id: sim.iccid } })
  expect(JSON.stringify(diagnosis)).toContain('los cortó la regla Robo')
  await portal.data(restoreSimData, 'ana', { params: { id: sim.iccid }, body: {} })
  await expect.poll(() => firingsOf(sim), wait).toEqual([['started', 'restored']])
  expect(await statusOf(sim)).toBe(2)
  expect(await auditRows(portal, { action: 'sim.data_restored' })).toMatchObject([{ after: { rule: 'released' } }])
  // it is not the case anew: the day has its data already
  await use(sim)
  await expect.poll(() => db.selectFrom('rule_facts').select('fact_id').execute(), wait).toEqual([])
  expect(await statusOf(sim)).toBe(2)
})

test('what a rule cut stays cut when a cycle begins and when an alarm lets go, and another rule restores it', async () => {
  const sim = nextSim()
  const alarm = { company: COMPANIES.andes, plan: '', limit: 5, email: 'ops@andes.test', active: '1', action: '1' } as const
  await portal.data(createAlarm, 'ana', { body: alarm })
  await make({ operation: 'cutData' })
  await cut(sim)
  await beginCycles(db, new Date(Date.now() + 32 * DAY_MS))
  const notices = () =>
    db.selectFrom('alarm_notices').select('action').where('iccid', '=', sim.iccid).where('kind', '=', 'limit').execute()
  await expect.poll(notices, wait).toEqual([{ action: 'restoring' }])
  expect(await firingsOf(sim)).toEqual([['started', 'cut']])
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut'])
  await sql`DELETE FROM rules`.execute(db)
  await make({ operation: 'restoreData' }, { name: 'Vuelve', trigger: { kind: 'sessions', count: 2 } })
  await use(sim, 0)
  await use(sim, 0)
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  await expect.poll(async () => (await firingsOf(sim)).at(-1), wait).toEqual(['started', 'restored'])
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
})

test('a SIM that leaves its company is held by none of its rules', async () => {
  const sim = nextSim()
  await make({ operation: 'cutData' })
  await cut(sim)
  await portal.data(assignSims, 'ana', { body: { icc: [sim.iccid], companyId: COMPANIES.andesNorte } as never })
  await expect.poll(() => firingsOf(sim), wait).toEqual([['started', 'skipped']])
})

test('a rule changes the plan by the one operation, and one that may not be ordered is refused at its field', async () => {
  const sim = nextSim()
  const plan = sim.planCode === 'IOT250' ? 'TEL50' : 'IOT250'
  await db.updateTable('plans').set({ is_offered: false }).where('plan_code', '=', 'SMS').execute()
  const fieldsOf = async (person: 'ana' | 'admin', actions: Body['actions']) =>
    Object.keys((await portal.envelope(createRule, person, { body: bodyOf(actions) })).fields ?? {})
  expect(await fieldsOf('ana', { operation: 'plan' })).toEqual(['actions.plan'])
  expect(await fieldsOf('ana', { operation: 'plan', plan: 'NADA' })).toEqual(['actions.plan'])
  expect(await fieldsOf('ana', { operation: 'plan', plan: 'SMS' })).toEqual(['actions.plan'])
  expect(await fieldsOf('admin', { operation: 'plan', plan: 'SMS' })).toEqual([])
  await sql`DELETE FROM rules`.execute(db)
  const ruleId = await make({ operation: 'plan', plan })
  await use(sim)
  const planOf = async () => (await portal.data(getSim, 'ana', { params: { icc: sim.iccid } })).planCode
  await expect.poll(planOf, wait).toBe(plan)
  expect(
    await db.selectFrom('operations').select(['kind', 'actor', 'parameters']).where('kind', '=', 'plan').execute(),
  ).toMatchObject([{ kind: 'plan', actor: `rule ${ruleId}`, parameters: { planCode: plan, from: 'now' } }])
  await db.updateTable('plans').set({ is_offered: true }).where('plan_code', '=', 'SMS').execute()
})

test('a rule sends its SIM a message once, as itself', async () => {
  const sim = nextSim()
  const empty = await portal.envelope(createRule, 'ana', { body: bodyOf({ operation: 'sms', message: ' ' }) })
  expect(Object.keys(empty.fields ?? {})).toEqual(['actions.message'])
  const ruleId = await make({ operation: 'sms', message: 'REBOOT#' })
  await use(sim)
  await use(sim)
  const sent = () =>
    db
      .selectFrom('sms_messages')
      .select(['text', 'platform', 'actor'])
      .where('iccid', '=', sim.iccid)
      .where('direction', '=', 'out')
      .execute()
  await expect.poll(sent, wait).toEqual([{ text: 'REBOOT#', platform: 'rule', actor: `rule ${ruleId}` }])
})

test('a plan takes the permit for plans, when the rule is saved and when it fires', async () => {
  const permitsOf = (userId: number) =>
    db.selectFrom('users').select('permits').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const setPermits = (userId: number, permits: string[]) =>
    db.updateTable('users').set({ permits }).where('user_id', '=', userId).execute()
  const sim = nextSim()
  const actions = { operation: 'plan', plan: sim.planCode === 'IOT250' ? 'TEL50' : 'IOT250' } as const
  const { ana, luis } = portal.fleet.people
  await setPermits(luis.userId, ['sims', 'alarmas'])
  const refused = await portal.envelope(createRule, 'luis', { body: bodyOf(actions) })
  expect(Object.keys(refused.fields ?? {})).toEqual(['actions.operation'])
  await make(actions)
  const { permits } = await permitsOf(ana.userId)
  await setPermits(
    ana.userId,
    permits.filter((permit) => permit !== 'plans'),
  )
  await use(sim)
  const codes = () => db.selectFrom('operation_items').select(['state', 'code']).where('iccid', '=', sim.iccid).execute()
  await expect.poll(codes, wait).toEqual([{ state: 'skipped', code: 'not_allowed' }])
})
