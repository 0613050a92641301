import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type AlarmBody,
  changeAlarm,
  createAlarm,
  deleteAlarm,
  getAlarms,
  getNotices,
  getSimAlarms,
  restoreAlarm,
  tryAlarm,
} from '#contract/alarms/alarms.calls.ts'
import { createGroup, deleteGroup, editGroup, listGroups, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { tagSim } from '#contract/tags/tags.calls.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { createUsageJudge } from '#server/alarm-engine/judge-usage.ts'
import { evaluateSavedAlarms } from '#server/features/alarms/evaluate-saved-alarms.ts'
import { refreshDueRule } from '#server/features/groups/refresh-rules.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'

const NOON = new Date('2026-11-21T15:00:00Z')
const log = pino({ level: 'silent' })

let portal: Portal
let sims: readonly TestSim[]
let judge: ReturnType<typeof createUsageJudge>
beforeEach(async () => {
  portal = await startPortal({ now: NOON })
  // what the fleet's live rows show is in no sum
  await portal.db.updateTable('sim_live').set({ cycle_data_bytes: 0 }).execute()
  sims = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2).slice(0, 4)
  judge = createUsageJudge(80)
})
afterEach(() => portal.close())

const sim = (n: number): TestSim => {
  const one = sims[n]
  if (!one) throw new Error(`no SIM ${n}`)
  return one
}
const body = (given: Partial<AlarmBody> = {}): AlarmBody => ({
  company: COMPANIES.andes,
  plan: '',
  limit: 100,
  email: 'ana@andes.test',
  active: '1',
  action: '0',
  ...given,
})
const alarm = async (given: Partial<AlarmBody>): Promise<number> =>
  (await portal.data(createAlarm, 'ana', { body: body(given) })).alarmId
const move = (n: number, group: string | null) =>
  portal.data(moveSimToGroup, 'ana', { params: { icc: sim(n).iccid }, body: { group } })
const edit = async (path: string, to: string) => {
  const group = (await portal.data(listGroups, 'ana')).find((one) => one.path === path)
  return portal.data(editGroup, 'ana', { params: { groupId: group?.groupId ?? 0 }, body: { path: to } })
}
/** A SIM has used so much by now. */
async function use(n: number, mb: number): Promise<void> {
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  const at = portal.clock.now.getTime()
  const { iccid } = sim(n)
  await storeUsageMessages(
    portal.db,
    [
      {
        kind: 'updated' as const,
        clientId: 0,
        nas: '',
        iccid,
        sessionKey: `A-${iccid}`,
        startedAtMs: NOON.getTime(),
        atMs: at,
        hasSourceClock: true,
        inputBytes: 0,
        outputBytes: Math.round(mb * BYTES_PER_MB),
        facts: {},
        fingerprint: `${iccid} ${at}`,
      },
    ],
    portal.clock.now,
  )
  await countAll({ db: portal.db, log, clock: portal.services.clock, judge })
}
/** The SIMs that an alarm has notified and that it still counts, by their number. */
const fired = async (alarmId: number): Promise<number[]> => {
  await evaluateSavedAlarms(portal.services)
  const rows = await portal.db
    .selectFrom('alarm_notices')
    .select('iccid')
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'limit')
    .where('rearmed_at', 'is', null)
    .execute()
  return rows.map(({ iccid }) => sims.findIndex((one) => one.iccid === iccid)).sort()
}

test('an alarm of a group fires for its SIMs and those of the groups inside it, and no others', async () => {
  await move(0, 'Norte')
  await move(1, 'Norte/Camiones')
  await move(2, 'Norte 2')
  const alarmId = await alarm({ group: 'norte' })
  for (const n of [0, 1, 2, 3]) await use(n, 150)
  expect(await fired(alarmId)).toEqual([0, 1])
  const [row] = await readRows(portal, getAlarms, 'ana', { query: {} })
  expect(row).toMatchObject({ group: 'Norte', watchedSims: 2, firedSims: 2 })
  expect(await readRows(portal, getNotices, 'ana', { query: { alarm: alarmId } })).toHaveLength(2)
})

test('what is used already counts when the alarm is saved, tried, changed or restored', async () => {
  await move(0, 'Norte')
  await move(1, 'Sur')
  for (const n of [0, 1, 2]) await use(n, 150)
  const trial = async (group: string) =>
    (await portal.data(tryAlarm, 'ana', { body: { company: COMPANIES.andes, plan: '', group, limit: 100 } })).watchedSims
  expect([await trial('Norte'), await trial('')]).toEqual([1, 60])
  const alarmId = await alarm({ group: 'Norte' })
  expect(await fired(alarmId)).toEqual([0])
  await portal.data(changeAlarm, 'ana', { body: { ...body({ group: 'Sur' }), alarmId } })
  expect(await fired(alarmId)).toEqual([1])
  // a body of the specification keeps the group
  await portal.data(changeAlarm, 'ana', { body: { ...body({ limit: 90 }), alarmId } })
  expect(await fired(alarmId)).toEqual([1])
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  await portal.data(restoreAlarm, 'ana', { params: { id: alarmId }, body: {} })
  expect((await readRows(portal, getAlarms, 'ana', { query: {} })).map(({ group }) => group)).toEqual(['Sur'])
  await portal.data(changeAlarm, 'ana', { body: { ...body({ group: '' }), alarmId } })
  expect(await fired(alarmId)).toEqual([0, 1, 2])
  const unknown = await portal.request(createAlarm, 'ana', { body: body({ group: 'Nunca' }) })
  expect(unknown.json().fields).toEqual({ group: 'Ese grupo ya no existe' })
})

test('a SIM has the alarms of its company, its plan, its group and those around it, each with its reason', async () => {
  await move(0, 'Norte/Camiones')
  await alarm({ name: 'Toda la flota', limit: 500 })
  await alarm({ name: 'Norte', group: 'Norte', limit: 100, action: '1' })
  await alarm({ name: 'Sur', active: '0', limit: 90 })
  await alarm({ name: 'Su plan', plan: sim(0).planCode, limit: 300 })
  await portal.data(createGroup, 'ana', { body: { company: COMPANIES.andes, path: 'Oeste' } })
  await alarm({ name: 'Oeste', group: 'Oeste', limit: 80 })
  const alarms = await portal.data(getSimAlarms, 'ana', { params: { icc: sim(0).iccid } })
  expect(alarms.map(({ name, limit, cuts, plan, group }) => [name, limit, cuts, plan, group])).toEqual([
    ['Norte', 100, true, '', 'Norte'],
    ['Su plan', 300, false, sim(0).planCode, ''],
    ['Toda la flota', 500, false, '', ''],
  ])
})

test('a SIM that moves is left alone by the alarm of the group that it leaves, and watched by that of the one that it joins', async () => {
  await move(0, 'Norte')
  await move(1, 'Sur')
  const north = await alarm({ group: 'Norte' })
  const south = await alarm({ group: 'Sur' })
  for (const n of [0, 1]) await use(n, 150)
  expect([await fired(north), await fired(south)]).toEqual([[0], [1]])
  await move(0, 'Sur/Puerto')
  expect([await fired(north), await fired(south)]).toEqual([[], [0, 1]])
  await move(0, null)
  expect([await fired(north), await fired(south)]).toEqual([[], [1]])
})

test('a group that is renamed keeps its alarm, and one that moves comes under the alarms around its new place', async () => {
  await move(0, 'Norte')
  await move(1, 'Sur/Puerto')
  const north = await alarm({ group: 'Norte' })
  const south = await alarm({ group: 'Sur' })
  await use(1, 150)
  expect([await fired(north), await fired(south)]).toEqual([[], [1]])
  await edit('Norte', 'Zona norte')
  await use(0, 150)
  expect(await fired(north)).toEqual([0])
  await edit('Sur/Puerto', 'Zona norte/Puerto')
  expect([await fired(north), await fired(south)]).toEqual([[0, 1], []])
})

test('a group with an alarm is not deleted', async () => {
  const { groupId } = await portal.data(createGroup, 'ana', { body: { company: COMPANIES.andes, path: 'Norte' } })
  const alarmId = await alarm({ group: 'Norte' })
  const remove = () => portal.request(deleteGroup, 'ana', { params: { groupId } })
  expect((await remove()).statusCode).toBe(409)
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  expect((await remove()).statusCode).toBe(200)
  expect((await portal.request(restoreAlarm, 'ana', { params: { id: alarmId }, body: {} })).statusCode).toBe(404)
})

test('the alarm of a group by rule watches who matches, from the next comparison on', async () => {
  const tag = (n: number, change: { add?: string[]; remove?: string[] }) =>
    portal.data(tagSim, 'ana', { params: { icc: sim(n).iccid }, body: { add: [], remove: [], ...change } })
  const follow = async () => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
    while (await refreshDueRule(portal.services));
  }
  for (const n of [0, 1]) await tag(n, { add: ['cara'] })
  await move(0, 'Norte')
  await portal.data(createGroup, 'ana', { body: { company: COMPANIES.andes, path: 'Caras', rule: { tags: ['cara'] } } })
  const alarmId = await alarm({ group: 'Caras' })
  const ofNorth = await alarm({ group: 'Norte' })
  for (const n of [0, 1, 2]) await use(n, 150)
  expect([await fired(alarmId), await fired(ofNorth)]).toEqual([[0, 1], [0]])
  await tag(0, { remove: ['cara'] })
  await tag(2, { add: ['cara'] })
  await follow()
  expect([await fired(alarmId), await fired(ofNorth)]).toEqual([[1, 2], [0]])
  await edit('Caras', 'Caras y lejanas')
  await use(3, 150)
  await tag(3, { add: ['cara'] })
  await follow()
  expect(await fired(alarmId)).toEqual([1, 2, 3])
  const [, row] = await readRows(portal, getAlarms, 'ana', { query: {} })
  expect(row).toMatchObject({ group: 'Caras y lejanas', watchedSims: 3, firedSims: 3 })
})
