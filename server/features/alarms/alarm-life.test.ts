import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type AlarmBody,
  changeAlarm,
  createAlarm,
  deleteAlarm,
  restoreAlarm,
  restoreNotice,
} from '#contract/alarms/alarms.calls.ts'
import { restoreSimData } from '#contract/sims/sim-status.calls.ts'
import { DAY_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { createUsageJudge } from '#server/alarm-engine/judge-usage.ts'
import { beginCycles } from '#server/maintenance/begin-cycles.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { effectsOf, setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'
import { actOnNotices } from './act-on-notices.ts'
import { evaluateSavedAlarms } from './evaluate-saved-alarms.ts'

const NOON = new Date('2026-11-21T15:00:00Z')
const log = pino({ level: 'silent' })

let portal: Portal
beforeEach(async () => {
  portal = await startPortal({ now: NOON })
  // what the fleet's live rows show is in no sum
  await portal.db.updateTable('sim_live').set({ cycle_data_bytes: 0 }).execute()
})
afterEach(() => portal.close())

const pass = (ms: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}
/** The n-th active SIM of Andes. */
const simNumber = (n: number): TestSim => {
  const sim = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)[n]
  if (!sim) throw new Error(`no SIM ${n}`)
  return sim
}
const report = ({ iccid }: TestSim, mb: number, at: Date) => ({
  kind: 'updated' as const,
  clientId: 0,
  nas: '',
  iccid,
  sessionKey: `A-${iccid}`,
  startedAtMs: at.getTime() - 60_000,
  atMs: at.getTime(),
  hasSourceClock: true,
  inputBytes: 0,
  outputBytes: Math.round(mb * BYTES_PER_MB),
  facts: {},
  fingerprint: `${iccid} ${mb} ${at.getTime()}`,
})
const STARTED = new Date(NOON.getTime() - 60_000)
/** A session's counter reaches so many megabytes. */
const keep = (sim: TestSim, mb: number) =>
  storeUsageMessages(portal.db, [{ ...report(sim, mb, portal.clock.now), startedAtMs: STARTED.getTime() }], portal.clock.now)
const count = () => countAll({ db: portal.db, log, clock: portal.services.clock })
async function use(sim: TestSim, mb: number): Promise<void> {
  pass(1_000)
  await keep(sim, mb)
  await count()
}
const alarm = (given: Partial<AlarmBody> = {}): AlarmBody => ({
  company: COMPANIES.andes,
  plan: '',
  limit: 100,
  email: 'ops@andes.test',
  active: '1',
  action: '1',
  ...given,
})
async function make(given: Partial<AlarmBody> = {}): Promise<number> {
  const { alarmId } = await portal.data(createAlarm, 'ana', { body: alarm(given) })
  await evaluateSavedAlarms(portal.services)
  return alarmId
}
const change = (alarmId: number, given: Partial<AlarmBody>) =>
  portal.data(changeAlarm, 'ana', { body: { ...alarm(given), alarmId } })
/** What a worker does within some seconds. */
async function work(): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds++) {
    await evaluateSavedAlarms(portal.services)
    await actOnNotices(portal.services)
    pass(2_000)
    await processDueOrders(portal.services)
  }
  await actOnNotices(portal.services)
}
const notices = () => portal.db.selectFrom('alarm_notices').selectAll().orderBy('notice_id').execute()
const noticeStates = async () => (await notices()).map(({ kind, action }) => [kind, action])
const actions = async () => (await notices()).filter(({ kind }) => kind === 'limit').map(({ action }) => action)
async function statusOf({ iccid }: TestSim): Promise<number> {
  const row = await portal.db
    .selectFrom('sims')
    .select('administrative_status as status')
    .where('iccid', '=', iccid)
    .executeTakeFirstOrThrow()
  return row.status
}
const effects = ({ iccid }: TestSim) => effectsOf(portal, iccid)
const outage = (isOn: boolean) => setNetworkFaults(portal, isOn ? { outages: [{ until: '2030-01-01T00:00:00Z' }] } : {})

test('a runaway SIM is reported at the warning and at the limit, once each, and its data is cut', async () => {
  const sim = simNumber(0)
  await make({ name: 'Flota RM' })
  await use(sim, 79)
  expect(await noticeStates()).toEqual([])
  await use(sim, 80)
  await use(sim, 99)
  expect(await noticeStates()).toEqual([['warning', 'none']])
  await use(sim, 100)
  await use(sim, 300)
  expect(await noticeStates()).toEqual([
    ['warning', 'none'],
    ['limit', 'due'],
  ])
  await work()
  expect([await statusOf(sim), await effects(sim), await actions()]).toEqual([10, ['data_cut'], ['cut']])
  const events = await portal.db
    .selectFrom('sim_events')
    .selectAll()
    .where('iccid', '=', sim.iccid)
    .orderBy('event_id')
    .execute()
  expect(events.filter(({ actor }) => actor === 'alarm')).toMatchObject([
    { kind: 'alarm_warned', detail: { percent: 80, limitMb: 100, alarmName: 'Flota RM' } },
    { kind: 'alarm_fired', detail: { limitMb: 100, bytes: 100 * BYTES_PER_MB, alarmName: 'Flota RM' } },
    { kind: 'data_cut', from_status: 2, to_status: 10 },
  ])
})

test('a deleted alarm is restored with its notices: it fires again only where its deletion restored data', async () => {
  const [cut, warned] = [simNumber(0), simNumber(1)]
  const alarmId = await make()
  await use(cut, 120)
  await use(warned, 85)
  await work()
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  await work()
  expect([await statusOf(cut), await actions()]).toEqual([2, ['restored']])
  const restore = (person: 'ana' | 'flota') => portal.envelope(restoreAlarm, person, { params: { id: alarmId }, body: {} })
  expect((await restore('flota')).code).toBe('not_found')
  expect(await restore('ana')).toMatchObject({ message: 'La alarma vuelve a estar como antes', data: { alarmId, firesNow: 1 } })
  expect((await restore('ana')).code).toBe('not_found')
  await work()
  expect([await statusOf(cut), await actions()]).toEqual([10, ['restored', 'cut']])
  expect((await noticeStates()).filter(([kind]) => kind === 'warning')).toHaveLength(1)
  expect(await portal.db.selectFrom('alarms').select(['alarm_id', 'limit_mb', 'cuts_data']).execute()).toEqual([
    { alarm_id: alarmId, limit_mb: 100, cuts_data: true },
  ])
})

test('a deleted alarm cannot be restored after a day', async () => {
  const alarmId = await make()
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  await sql`UPDATE deleted_alarms SET deleted_at = ${new Date(portal.clock.now.getTime() - DAY_MS)}`.execute(portal.db)
  const late = await portal.envelope(restoreAlarm, 'ana', { params: { id: alarmId }, body: {} })
  expect(late.code).toBe('not_found')
})

test('an alarm covers its own company and plan, and an inactive one nothing', async () => {
  const sim = simNumber(0)
  const others = ['IOT250', 'TEL50', 'SMS'].filter((plan) => plan !== sim.planCode)
  for (const plan of others) await make({ plan })
  await make({ active: '0' })
  await portal.data(createAlarm, 'flota', { body: alarm({ company: COMPANIES.pacifico }) })
  await use(sim, 200)
  expect(await noticeStates()).toEqual([])
  await make({ plan: sim.planCode, action: '0' })
  expect(await noticeStates()).toEqual([['limit', 'none']])
})

test('processes that count and judge at the same time say it once', async () => {
  const sims = Array.from({ length: 12 }, (_, n) => simNumber(n))
  await portal.data(createAlarm, 'ana', { body: alarm() })
  for (const sim of sims) await keep(sim, 120)
  await Promise.all([count(), count(), evaluateSavedAlarms(portal.services), evaluateSavedAlarms(portal.services)])
  await count()
  await evaluateSavedAlarms(portal.services)
  expect((await notices()).map(({ iccid }) => iccid).sort()).toEqual(sims.map(({ iccid }) => iccid).sort())
  await Promise.all([actOnNotices(portal.services), actOnNotices(portal.services)])
  await work()
  for (const sim of sims) expect([await statusOf(sim), await effects(sim)]).toEqual([10, ['data_cut']])
})

test('what dies with a process is judged and done by the next one, once', async () => {
  const sim = simNumber(0)
  await make()
  await keep(sim, 120)
  const judge = createUsageJudge(80)
  const dies = async (...given: Parameters<typeof judge>): Promise<void> => {
    await judge(...given)
    throw new Error('killed')
  }
  await expect(countAll({ db: portal.db, log, clock: portal.services.clock, judge: dies })).rejects.toThrow('killed')
  expect(await notices()).toEqual([])
  await count()
  expect(await noticeStates()).toEqual([['limit', 'due']])
  // the order is written, and its process dies before it asks the network
  const { networks } = portal.services
  const find = (): never => {
    throw new Error('killed')
  }
  await expect(actOnNotices({ ...portal.services, networks: { ...networks, find } })).rejects.toThrow('killed')
  expect([await statusOf(sim), await actions()]).toEqual([2, ['ordered']])
  pass(300_000)
  await work()
  pass(60_000)
  await work()
  expect([await statusOf(sim), await effects(sim), await actions()]).toEqual([10, ['data_cut'], ['cut']])
})

test('usage that comes late for a cycle that is over never fires', async () => {
  const sim = simNumber(0)
  await make()
  const october = new Date('2026-10-30T15:00:00Z')
  await storeUsageMessages(portal.db, [report(sim, 5_000, october)], portal.clock.now)
  await count()
  expect(await notices()).toEqual([])
  await use(sim, 70)
  expect(await notices()).toEqual([])
})

test('an alarm that is made, lowered or turned on fires for what is over it by then', async () => {
  const [first, second] = [simNumber(0), simNumber(1)]
  await use(first, 60)
  await use(second, 90)
  const made = await portal.data(createAlarm, 'ana', { body: alarm({ limit: 80, action: '0' }) })
  expect(made.firesNow).toBe(1)
  await evaluateSavedAlarms(portal.services)
  expect((await notices()).map(({ iccid, kind }) => [iccid, kind])).toEqual([[second.iccid, 'limit']])
  expect((await change(made.alarmId, { limit: 50, action: '0' })).firesNow).toBe(1)
  await evaluateSavedAlarms(portal.services)
  expect((await notices()).map(({ iccid, kind }) => [iccid, kind])).toEqual([
    [second.iccid, 'limit'],
    [first.iccid, 'limit'],
  ])
  expect(await change(made.alarmId, { limit: 50, active: '0' })).toMatchObject({ firesNow: 0 })
  expect(await change(made.alarmId, { limit: 50 })).toMatchObject({ firesNow: 2 })
})

test('raising the limit above what was used restores the data and arms the alarm again; below it does not', async () => {
  const sim = simNumber(0)
  const alarmId = await make()
  await use(sim, 120)
  await work()
  expect((await change(alarmId, { limit: 110 })).firesNow).toBe(0)
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([10, ['cut']])
  await change(alarmId, { limit: 140 })
  await work()
  expect([await statusOf(sim), await effects(sim), await actions()]).toEqual([2, ['data_cut', 'data_restored'], ['restored']])
  expect((await notices())[0]?.restored_at).not.toBeNull()
  await use(sim, 150)
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([10, ['restored', 'cut']])
})

test.each(['off', 'deleted', 'without a cut'])('an alarm that is %s gives back what it cut', async (how) => {
  const sim = simNumber(0)
  const alarmId = await make()
  await use(sim, 120)
  await work()
  if (how === 'deleted') expect(await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })).toEqual({ restores: 1 })
  else await change(alarmId, how === 'off' ? { active: '0' } : { action: '0' })
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([2, ['restored']])
  await use(sim, 200)
  expect(await actions()).toEqual(['restored'])
})

test('a cut that is called off while the network is away leaves the SIM with its data', async () => {
  const sim = simNumber(0)
  const alarmId = await make()
  await outage(true)
  await use(sim, 120)
  await actOnNotices(portal.services)
  expect(await actions()).toEqual(['ordered'])
  await change(alarmId, { active: '0' })
  await outage(false)
  pass(60_000)
  await work()
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([2, ['restored']])
  expect((await effects(sim)).at(-1) ?? 'data_restored').toBe('data_restored')
})

test.each(['notice', 'SIM'])('who restores data by its %s mutes the alarm for that SIM until the cycle ends', async (by) => {
  const sim = simNumber(0)
  const alarmId = await make()
  await use(sim, 120)
  await work()
  const [notice] = await notices()
  if (by === 'SIM') await portal.data(restoreSimData, 'ana', { params: { id: sim.iccid }, body: {} })
  else {
    const restored = await portal.data(restoreNotice, 'ana', { params: { id: notice?.notice_id ?? 0 }, body: {} })
    expect(restored).toEqual({ icc: sim.iccid, action: 'restoring', isHeld: false })
  }
  await work()
  expect(await statusOf(sim)).toBe(2)
  const { actor } = await portal.db
    .selectFrom('sim_events')
    .select('actor')
    .where('iccid', '=', sim.iccid)
    .where('kind', '=', 'data_restored')
    .executeTakeFirstOrThrow()
  expect(actor).toBe('ana@andes.test')
  await use(sim, 500)
  await change(alarmId, { limit: 200 })
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([2, ['restored']])
  expect((await notices())[0]?.muted_by).toBe('ana@andes.test')
  portal.clock.now = new Date('2026-12-02T15:00:00Z')
  await beginCycles(portal.db, portal.clock.now)
  await storeUsageMessages(portal.db, [report(sim, 300, portal.clock.now)], portal.clock.now)
  await count()
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([10, ['restored', 'cut']])
})

test('of two alarms that hold a SIM, data comes back when neither does', async () => {
  const sim = simNumber(0)
  const [low, high] = [await make({ limit: 100 }), await make({ limit: 150 })]
  await use(sim, 200)
  await work()
  expect(await actions()).toEqual(['cut', 'cut'])
  await change(low, { active: '0' })
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([10, ['restoring', 'cut']])
  await portal.data(deleteAlarm, 'ana', { params: { id: high } })
  await work()
  pass(60_000)
  await work()
  expect([await statusOf(sim), await effects(sim), await actions()]).toEqual([
    2,
    ['data_cut', 'data_restored'],
    ['restored', 'restored'],
  ])
})

test('a new cycle restores data that was cut in the previous one, also without a notice', async () => {
  const sim = simNumber(0)
  const stray = portal.fleet.sims.find(({ companyId, status }) => companyId === COMPANIES.andes && status === 10)
  if (!stray) throw new Error('no SIM is cut')
  await make()
  await use(sim, 120)
  await work()
  portal.clock.now = new Date('2026-12-01T15:00:00Z')
  await beginCycles(portal.db, portal.clock.now)
  await work()
  expect([await statusOf(sim), await actions(), await statusOf(stray)]).toEqual([2, ['restored'], 2])
})

test('a charging record that says more than was counted is judged as well', async () => {
  const sim = simNumber(0)
  await make()
  await use(sim, 50)
  const final = {
    ...report(sim, 130, portal.clock.now),
    kind: 'stopped' as const,
    finalBy: 'noviembre.csv',
    fingerprint: 'final',
  }
  await storeUsageMessages(portal.db, [{ ...final, startedAtMs: STARTED.getTime() }], portal.clock.now)
  await count()
  expect(await noticeStates()).toEqual([['limit', 'due']])
})

test('a blocked SIM is reported and not touched', async () => {
  const sim = simNumber(0)
  await make()
  await setSims(portal.db, sim.iccid, { administrative_status: 4, previous_status: 2 })
  await use(sim, 120)
  await work()
  expect([await statusOf(sim), await actions()]).toEqual([4, ['skipped']])
})
