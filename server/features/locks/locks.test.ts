import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { getBell } from '#contract/bell/bell.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { massLock } from '#contract/operations/mass-actions.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { restoreSimData } from '#contract/sims/sim-status.calls.ts'
import { testAdministrative } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { createWebhook } from '#contract/webhooks/webhooks.calls.ts'
import { SIM_DEVICES_MAX } from '#domain/locks.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { sendRecord } from '#server/ingest/radius/sender.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { storeInCells } from '#server/usage/intake.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { effectsOf, lockEffectsOf } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { openTestMailServer } from '#test/mail-server.ts'
import { startPortal } from '#test/portal.ts'
import { openGateway } from '#test/portal-gateway.ts'
import { startLiveWork } from '#test/portal-work.ts'
import { setSims } from '#test/set-sims.ts'

const mailServer = await openTestMailServer()
const portal = await startPortal({ env: { SMTP_URL: mailServer.url } })
const { db } = portal.services
const counter = startUsageCounter({ db, log: pino({ level: 'silent' }) })
const gateway = await openGateway(portal, counter.notify)
const endWork = await startLiveWork(portal)
afterAll(async () => {
  for (const end of [gateway.close, endWork, counter.stop]) await end()
  await portal.close()
  await mailServer.close()
})

const METER = '356949001234564'
const PHONE = '490154203237518'
const SECOND_PHONE = '864356051188424'

const [CHILE, CHILE_OTHER, PERU, PERU_OTHER, ARGENTINA] = ['730-01', '730-02', '716-06', '716-10', '722-07'] as const

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
const simAt = (n: number) => {
  const sim = active[n]
  if (!sim) throw new Error(`no active SIM ${n}`)
  return sim
}

let sessions = 0
/** The record of a session that begins in a device, or in a network. */
const begin = ({ imsi }: { imsi: string }, imei: string, servingNetwork?: string): UsageRecord => ({
  kind: 'started',
  clientId: 0,
  nas: 'ggsn0',
  imsi,
  sessionKey: `SESSION-${++sessions}`,
  atMs: Date.now(),
  hasSourceClock: true,
  seconds: 0,
  inputBytes: 0,
  outputBytes: 0,
  facts: { apn: 'm2m.enlace', ...(imei && { imei }), ...(servingNetwork && { servingNetwork }) },
  fingerprint: '',
})
const connect = (...of: Parameters<typeof begin>): Promise<void> => sendRecord(gateway.sender, begin(...of))

const wait = { interval: 100, timeout: 20_000 }
const lockOf = ({ iccid }: { iccid: string }) => portal.data(getSimLock, 'ana', { params: { id: iccid } })
const statusOf = async ({ iccid }: { iccid: string }) =>
  (await portal.data(getSim, 'ana', { params: { icc: iccid } })).simAdministrativeStatusId
const setLock = ({ iccid }: { iccid: string }, body: CallArguments<typeof lockSim>['body']) =>
  portal.data(lockSim, 'ana', { params: { id: iccid }, body })

test('a SIM that was bound to its meter and is put into a phone loses its data within seconds, and has it back in the meter', async () => {
  const sim = simAt(0)
  await setLock(sim, { device: { mode: 'learn' }, emails: ['guardia@andes.test'] })
  await connect(sim, METER)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ device: { mode: 'learn', values: [METER] }, breach: null })
  await connect(sim, PHONE)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ breach: { imei: PHONE, action: 'cut', releasedBy: '' } })
  expect(await statusOf(sim)).toBe(10)
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut'])
  await expect.poll(() => mailServer.taken.length, wait).toBe(1)
  expect(mailServer.taken[0]).toContain('To: guardia@andes.test')
  const { lines } = await portal.data(getBell, 'ana', { query: { limit: 10 } })
  expect(lines.find(({ kind }) => kind === 'locks')).toMatchObject({ what: 'device', sims: 1, icc: sim.iccid, isUnread: true })
  await connect(sim, METER)
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
  // the network holds it as well, all the time: it is sent again when the meter is back, which changes nothing there
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ atNetwork: 'held' })
  expect(await lockEffectsOf(portal, sim.iccid)).toEqual(['locked'])
  const { breach, devices } = await lockOf(sim)
  expect(breach).toBeNull()
  expect(devices.map(({ imei }) => imei)).toEqual([METER, PHONE])
  const history = await portal.data(getSimHistory, 'ana', { params: { icc: sim.iccid } })
  expect(history.map(({ kind }) => kind).filter((kind) => !kind.startsWith('session'))).toEqual(
    ['lock_set', 'lock_bound', 'lock_broken', 'data_cut', 'lock_mended', 'data_restored'].reverse(),
  )
})

test('a person restores the data: the phone is let be until another one comes, and a lock that is off restores it as well', async () => {
  const sim = simAt(1)
  await setLock(sim, { device: { mode: 'imei', values: [METER] } })
  await connect(sim, PHONE)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ breach: { action: 'cut' } })
  await portal.data(restoreSimData, 'ana', { params: { id: sim.iccid }, body: {} })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  await connect(sim, PHONE)
  await expect
    .poll(async () => (await lockOf(sim)).breach, wait)
    .toMatchObject({ action: 'restored', releasedBy: 'ana@andes.test' })
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
  // the network would have refused the tolerated phone
  await expect.poll(() => lockEffectsOf(portal, sim.iccid), wait).toEqual(['locked', 'unlocked'])
  await connect(sim, SECOND_PHONE)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ breach: { imei: SECOND_PHONE, action: 'cut', releasedBy: '' } })
  await expect.poll(() => lockEffectsOf(portal, sim.iccid), wait).toEqual(['locked', 'unlocked', 'locked'])
  await setLock(sim, { device: { mode: 'off' } })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  await expect.poll(() => lockEffectsOf(portal, sim.iccid), wait).toEqual(['locked', 'unlocked', 'locked', 'unlocked'])
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ atNetwork: 'none' })
})

test('a lock that is set while its SIM is in another device cuts at once; one that allows the device restores', async () => {
  const sim = simAt(2)
  await connect(sim, PHONE)
  await expect.poll(async () => (await lockOf(sim)).devices.length, wait).toBe(1)
  await setLock(sim, { device: { mode: 'tac', values: [METER] } })
  expect(await lockOf(sim)).toMatchObject({ device: { mode: 'tac', values: ['35694900'] } })
  await expect.poll(() => statusOf(sim), wait).toBe(10)
  await setLock(sim, { device: { mode: 'imei', values: [METER, PHONE] } })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
})

test('what an alarm, or anything else, has cut is not restored by a lock', async () => {
  const sim = simAt(3)
  await setLock(sim, { device: { mode: 'imei', values: [METER] } })
  await setSims(db, sim.iccid, { administrative_status: 10, previous_status: 2 })
  await connect(sim, PHONE)
  await expect.poll(async () => (await lockOf(sim)).breach, wait).toMatchObject({ action: 'skipped' })
  await connect(sim, METER)
  await expect.poll(async () => (await lockOf(sim)).breach, wait).toBeNull()
  expect(await statusOf(sim)).toBe(10)
  expect(await effectsOf(portal, sim.iccid)).toEqual([])
})

test('of a SIM that changes devices often the latest are kept, and each breach is a webhook message', async () => {
  const sim = simAt(4)
  const endpoint = { companyId: COMPANIES.andes, url: 'https://receiver.andes.test/', events: ['sim.imei_changed' as const] }
  await portal.data(createWebhook, 'ana', { body: { ...endpoint, description: '', includesBelow: false } })
  await setLock(sim, { device: { mode: 'imei', values: [METER] } })
  const { network_id } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
  for (let n = 0; n < SIM_DEVICES_MAX + 3; n++) {
    const registered = {
      kind: 'registered',
      id: `swap ${n}`,
      iccid: sim.iccid,
      at: new Date(Date.now() - HOUR_MS + n * 1000),
      servingNetwork: { mcc: '730', mnc: '02' },
      radioTechnology: 'LTE',
      imei: String(49015420323000 + n),
    } as const
    await db.transaction().execute((trx) => applyEvents(trx, network_id, [registered], new Date()))
  }
  const { devices, breach } = await lockOf(sim)
  expect(devices.map(({ imei }) => Number(imei.slice(11, 14)))).toEqual(
    Array.from({ length: SIM_DEVICES_MAX }, (_, n) => 22 - n),
  )
  expect(breach?.imei.slice(0, 14)).toBe('49015420323022')
  const messages = await db.selectFrom('webhook_messages').select('body').where('event', '=', 'sim.imei_changed').execute()
  expect(messages).toHaveLength(SIM_DEVICES_MAX + 3)
  expect(JSON.parse(messages[0]?.body ?? '').data.items[0]).toMatchObject({
    icc: sim.iccid,
    companyId: COMPANIES.andes,
    mode: 'imei',
  })
})

test('values that are no IMEI or model, too many, or none, are refused at their field', async () => {
  const { iccid } = simAt(5)
  for (const device of [
    { mode: 'imei', values: ['123'] },
    { mode: 'tac', values: ['1234567'] },
    { mode: 'imei', values: [] },
    { mode: 'off', values: [METER] },
    { mode: 'learn', values: [METER, PHONE] },
  ]) {
    const { statusCode, body } = await portal.request(lockSim, 'ana', { params: { id: iccid }, body: { device } })
    expect([statusCode, Object.keys(JSON.parse(body).fields)]).toEqual([400, ['device.values']])
  }
})

const IN_CHILE = { area: { mode: 'listed' as const, values: ['CL'] } }
const kindsOf = async ({ iccid }: { iccid: string }) =>
  (await portal.data(getSimHistory, 'ana', { params: { icc: iccid } }))
    .map(({ kind }) => kind)
    .filter((kind) => !kind.startsWith('session'))
    .reverse()

test('a SIM that may be in one country loses its data within seconds in another one, and has it back in any network of its own', async () => {
  const sim = simAt(10)
  const endpoint = { companyId: COMPANIES.andes, url: 'https://places.andes.test/', events: ['sim.left_area' as const] }
  await portal.data(createWebhook, 'ana', { body: { ...endpoint, description: '', includesBelow: false } })
  await connect(sim, '', CHILE)
  await setLock(sim, { ...IN_CHILE, emails: ['zona@andes.test'] })
  expect(await lockOf(sim)).toMatchObject({ device: { mode: 'off', values: [] }, ...IN_CHILE, areaBreach: null })
  await connect(sim, '', PERU)
  await expect
    .poll(() => lockOf(sim), wait)
    .toMatchObject({ breach: null, areaBreach: { network: PERU, action: 'cut', releasedBy: '' } })
  expect(await statusOf(sim)).toBe(10)
  const { result } = await portal.data(testAdministrative, 'ana', { params: { id: sim.iccid } })
  expect(result).toBe('Sin datos: la SIM está fuera de sus países y redes')
  const mails = () => mailServer.taken.filter((mail) => mail.includes('To: zona@andes.test'))
  await db
    .updateTable('lock_breaches')
    .set({ mailed_at: new Date(0) })
    .where('mailed_at', 'is not', null)
    .execute()
  await expect.poll(() => mails().length, wait).toBe(1)
  expect(mails()[0]).toContain('Movistar PE')
  const { lines } = await portal.data(getBell, 'ana', { query: { limit: 10 } })
  expect(lines.find((line) => line.kind === 'locks' && line.what === 'area')).toMatchObject({ sims: 1, icc: sim.iccid })
  const { body } = await db
    .selectFrom('webhook_messages')
    .select('body')
    .where('event', '=', 'sim.left_area')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body).data.items).toMatchObject([{ icc: sim.iccid, network: PERU, allowed: ['CL'] }])
  // a report without a network says nothing of where the SIM is
  await connect(sim, METER)
  await expect.poll(async () => (await lockOf(sim)).devices.length, wait).toBe(1)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: { network: PERU, action: 'cut' } })
  await connect(sim, '', CHILE_OTHER)
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: null })
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
  expect(await kindsOf(sim)).toEqual(['lock_set', 'area_left', 'data_cut', 'imei_changed', 'area_back', 'data_restored'])
})

test('a person restores the data: that country is let be, whatever its network, until another one comes', async () => {
  const sim = simAt(11)
  await setLock(sim, { area: { mode: 'listed', values: ['73001', 'ar'] } })
  expect(await lockOf(sim)).toMatchObject({ area: { mode: 'listed', values: [CHILE, 'AR'] } })
  await connect(sim, '', PERU)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ areaBreach: { action: 'cut' } })
  await portal.data(restoreSimData, 'ana', { params: { id: sim.iccid }, body: {} })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  await connect(sim, '', PERU_OTHER)
  await expect
    .poll(async () => (await lockOf(sim)).areaBreach, wait)
    .toMatchObject({ network: PERU, action: 'restored', releasedBy: 'ana@andes.test' })
  // another network of a country of which one is listed
  await connect(sim, '', CHILE_OTHER)
  await expect
    .poll(() => lockOf(sim), wait)
    .toMatchObject({ areaBreach: { network: CHILE_OTHER, action: 'cut', releasedBy: '' } })
  await connect(sim, '', ARGENTINA)
  await expect.poll(() => statusOf(sim), wait).toBe(2)
})

test('an area lock that is all that its SIM has gives the data back when it is taken away', async () => {
  const sim = simAt(19)
  await setLock(sim, IN_CHILE)
  await connect(sim, '', PERU)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ areaBreach: { action: 'cut' } })
  await setLock(sim, { area: { mode: 'off' } })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  expect(await lockOf(sim)).toMatchObject({ area: { mode: 'off' }, areaBreach: null })
})

test.each([
  ['the device first', METER, PERU, PHONE, CHILE],
  ['the country first', PHONE, CHILE, METER, PERU],
])(
  'of a SIM that broke both of its locks the data is back only when both hold again: %s',
  async (_, imei, network, nextImei, nextNetwork) => {
    const sim = simAt(nextNetwork === CHILE ? 12 : 13)
    await setLock(sim, { device: { mode: 'imei', values: [METER] }, ...IN_CHILE })
    await connect(sim, PHONE, PERU)
    await expect.poll(() => lockOf(sim), wait).toMatchObject({ breach: { action: 'cut' }, areaBreach: { action: 'cut' } })
    expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut'])
    // one is mended
    await connect(sim, imei, network)
    const half = async () => {
      const { breach, areaBreach } = await lockOf(sim)
      return [breach, areaBreach].filter((one) => one !== null).length
    }
    await expect.poll(half, wait).toBe(1)
    // that one is broken again in the report which mends the other
    await connect(sim, nextImei, nextNetwork)
    await expect
      .poll(async () => {
        const { breach, areaBreach } = await lockOf(sim)
        return [breach?.action, areaBreach?.action]
      }, wait)
      .toEqual(nextNetwork === CHILE ? ['cut', undefined] : [undefined, 'cut'])
    expect(await statusOf(sim)).toBe(10)
    expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut'])
    await connect(sim, METER, CHILE)
    await expect.poll(() => statusOf(sim), wait).toBe(2)
    expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
  },
)

test('a packet, which counts whole seconds, is not older than what a finer clock reported in its second', async () => {
  const sim = simAt(18)
  const second = Math.floor(Date.now() / 1000) * 1000 - 60_000
  const inPhone = { ...begin(sim, PHONE), atMs: second - 60_000 }
  const store = storeInCells(portal.services.cells)
  await store([inPhone, { ...inPhone, kind: 'stopped', atMs: second + 600, seconds: 61 }], portal.clock.now)
  await expect.poll(async () => (await lockOf(sim)).devices.length, wait).toBe(1)
  await sendRecord(gateway.sender, { ...begin(sim, METER), atMs: second })
  const lastChange = async () =>
    (await portal.data(getSimHistory, 'ana', { params: { icc: sim.iccid } })).find(({ kind }) => kind === 'imei_changed')
  await expect.poll(async () => (await lastChange())?.detail, wait).toEqual({ imei: METER })
})

test('a lock that leaves out a part keeps it, and one that is set while its SIM is abroad cuts at once', async () => {
  const sim = simAt(14)
  await setLock(sim, { device: { mode: 'imei', values: [METER] }, emails: ['zona@andes.test'] })
  await connect(sim, METER, PERU)
  await expect.poll(async () => (await lockOf(sim)).devices.length, wait).toBe(1)
  await setLock(sim, IN_CHILE)
  expect(await lockOf(sim)).toMatchObject({
    ...{ device: { mode: 'imei', values: [METER] }, ...IN_CHILE, emails: ['zona@andes.test'] },
    areaBreach: { network: PERU },
  })
  await expect.poll(() => statusOf(sim), wait).toBe(10)
  await setLock(sim, { area: { mode: 'listed', values: ['CL', 'PE'] } })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  expect(await lockOf(sim)).toMatchObject({ device: { mode: 'imei' }, areaBreach: null })
  const history = await portal.data(getSimHistory, 'ana', { params: { icc: sim.iccid } })
  expect(history.find(({ kind }) => kind === 'lock_set')?.detail).toEqual({ areas: ['CL', 'PE'] })
  await setLock(sim, { area: { mode: 'off' } })
  expect(await lockOf(sim)).toMatchObject({ area: { mode: 'off', values: [] }, device: { mode: 'imei' } })
})

test('a report that is older than the last one of a network is not judged', async () => {
  const sim = simAt(15)
  await setLock(sim, IN_CHILE)
  const { network_id } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
  const registered = async (id: string, mnc: string, mcc: string, minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * MINUTE_MS)
    const event = { kind: 'registered', id, iccid: sim.iccid, at, servingNetwork: { mcc, mnc } } as const
    await db
      .transaction()
      .execute((trx) => applyEvents(trx, network_id, [{ ...event, radioTechnology: 'LTE', imei: '' }], new Date()))
  }
  await registered('home', '01', '730', 10)
  await registered('late abroad', '06', '716', 20)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: null })
  await registered('abroad', '06', '716', 5)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: { network: PERU } })
  await registered('late home', '01', '730', 7)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: { network: PERU } })
  await registered('home again', '01', '730', 1)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: null })
})

test('areas that are no country or network, too many, or none, are refused at their field', async () => {
  const { iccid } = simAt(5)
  for (const area of [
    { mode: 'listed', values: ['Chile'] },
    { mode: 'listed', values: [] },
    { mode: 'off', values: ['CL'] },
    { mode: 'listed', values: Array.from({ length: 101 }, (_, n) => `730-${String(n).padStart(3, '0')}`) },
  ] as const) {
    const given = { mode: area.mode, values: [...area.values] }
    const { statusCode, body } = await portal.request(lockSim, 'ana', { params: { id: iccid }, body: { area: given } })
    expect([statusCode, Object.keys(JSON.parse(body).fields)]).toEqual([400, ['area.values']])
  }
})

test('many SIMs are locked to countries by an operation, which leaves their devices as they are', async () => {
  const [held, free] = [simAt(16), simAt(17)]
  await setLock(held, { device: { mode: 'learn', values: [METER] } })
  const nothing = await portal.request(massLock, 'ana', { body: { icc: [held.iccid] } })
  expect([nothing.statusCode, Object.keys(JSON.parse(nothing.body).fields)]).toEqual([400, ['device']])
  await portal.data(massLock, 'ana', { body: { icc: [held.iccid, free.iccid], ...IN_CHILE } })
  await expect.poll(() => lockOf(free), wait).toMatchObject({ device: { mode: 'off' }, ...IN_CHILE })
  expect(await lockOf(held)).toMatchObject({ device: { mode: 'learn', values: [METER] }, ...IN_CHILE })
  await connect(free, '', ARGENTINA)
  await expect.poll(() => statusOf(free), wait).toBe(10)
})

test('many SIMs are locked by an operation, each to its own device; one that holds a device keeps it, and a retired one is excluded', async () => {
  const [held, free] = [simAt(6), simAt(7)]
  await setLock(held, { device: { mode: 'learn', values: [METER] }, emails: ['guardia@andes.test'] })
  const retired = simAt(8)
  await setSims(db, retired.iccid, { administrative_status: 7 })
  const body = { icc: [held.iccid, free.iccid, retired.iccid], device: { mode: 'learn' as const } }
  const preview = await portal.data(massLock, 'ana', { body: { ...body, preview: true } })
  expect(preview).toMatchObject({ state: 'draft', accepted: 2, excluded: [{ icc: retired.iccid, code: 'wrong_status' }] })
  await portal.data(massLock, 'ana', { body })
  await expect.poll(() => lockOf(free), wait).toMatchObject({ device: { mode: 'learn', values: [] } })
  expect(await lockOf(held)).toMatchObject({ device: { mode: 'learn', values: [METER] }, emails: ['guardia@andes.test'] })
  const history = await portal.data(getSimHistory, 'ana', { params: { icc: free.iccid } })
  expect(history[0]).toMatchObject({ kind: 'lock_set', detail: { mode: 'learn', operationId: expect.any(Number) } })
})

test('a lock that waits for another change of the SIM keeps what that one wrote: the device to which it is bound, and who gets mails', async () => {
  const { iccid } = simAt(active.length - 1)
  const of = [COMPANIES.andes, iccid] as const
  await setLock({ iccid }, { device: { mode: 'learn' } })
  const answer = await withHolder(portal.services.pool, async (holder) => {
    await holder.query('SELECT FROM sims WHERE company_id = $1 AND iccid = $2 FOR NO KEY UPDATE', of)
    await holder.query(
      `UPDATE sim_locks SET device_values = '{${METER}}', emails = '{guardia@andes.test}' WHERE company_id = $1 AND iccid = $2`,
      of,
    )
    const locking = setLock({ iccid }, { area: { mode: 'listed', values: [CHILE] } })
    await holder.untilWaitedFor()
    await holder.commit()
    return locking
  })
  const both = { device: { mode: 'learn', values: [METER] }, area: { values: [CHILE] }, emails: ['guardia@andes.test'] }
  expect(answer).toMatchObject(both)
  expect(await lockOf({ iccid })).toMatchObject(both)
})
