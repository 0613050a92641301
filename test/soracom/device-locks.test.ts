import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import { deleteLockPolicy, setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { saveNetworkRules } from '#contract/network-admin/networks.calls.ts'
import { restoreSimData } from '#contract/sims/sim-status.calls.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { actOnBreaches } from '#server/features/locks/act-on-breaches.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { sendDeviceLocks } from '#server/networks/orders/device-locks.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { moveSims } from '#server/records/move-sims.ts'
import { recordDrifts } from '#server/records/sim-drifts.ts'
import { COMPANIES } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { setSims } from '#test/set-sims.ts'
import { openSoracomPortal } from '#test/soracom/soracom-portal.ts'
import type { StandInFault, StandInSim } from '#test/soracom/stand-in.ts'

const { portal, standIn, addSim: addReady, pass, differing, enforceOurs, refuseNetworks, close } = await openSoracomPortal()
afterAll(close)
beforeEach(() => {
  standIn.faults.length = 0
})

const METER = '356949001234564'
const OTHER = '352099001761481'
const PHONE = '490154203237518'

/** An active SIM, there and here. */
async function addSim(): Promise<StandInSim> {
  const sim = await addReady()
  await setSims(portal.db, sim.simId, { administrative_status: 2 })
  return sim
}

type Device = NonNullable<CallArguments<typeof lockSim>['body']['device']>
const setLock = ({ simId }: StandInSim, device: Device) =>
  portal.data(lockSim, 'ana', { params: { id: simId }, body: { device } })
const lockOf = ({ simId }: StandInSim) => portal.data(getSimLock, 'ana', { params: { id: simId } })
const meet = (does: StandInFault['does'], times = 1, path = /set_imei_lock$/) => standIn.faults.push({ does, path, times })

/** What the workers do within a minute. */
async function work(seconds = 60): Promise<void> {
  pass(seconds * 1_000)
  for (let n = 0; n < 2; n++) {
    await actOnBreaches(portal.services)
    await processDueOrders(portal.services)
    pass(1_000)
  }
  while ((await sendDeviceLocks(portal.services)) > 0);
}

async function report({ simId: iccid }: StandInSim, imei: string): Promise<void> {
  pass(1_000)
  const at = portal.clock.now
  const place = { servingNetwork: { mcc: '716', mnc: '06' }, radioTechnology: 'LTE' } as const
  const event = { kind: 'registered', id: crypto.randomUUID(), iccid, at, ...place, imei } as const
  await portal.db.transaction().execute((trx) => applyEvents(trx, 'soracom', [event], at))
}

const lockRequests = ({ simId }: StandInSim) =>
  standIn.requests.filter((request) => request.startsWith(`POST /sims/${simId}/`) && request.endsWith('imei_lock')).length

test('a lock to one device is sent to the network, another one instead of it, and its end', async () => {
  const sim = await addSim()
  await setLock(sim, { mode: 'imei', values: [METER] })
  // at once: a person waits for it
  expect(sim).toMatchObject({ imeiLock: METER, status: 'active' })
  expect(await lockOf(sim)).toMatchObject({ atNetwork: 'held', device: { values: [METER] } })
  await setLock(sim, { mode: 'imei', values: [OTHER] })
  expect(sim.imeiLock).toBe(OTHER)
  await setLock(sim, { mode: 'off' })
  expect(sim.effects).toEqual([`locked to ${METER}`, `locked to ${OTHER}`, 'unlocked'])
  expect(await lockOf(sim)).toMatchObject({ atNetwork: 'none' })
  expect(await portal.db.selectFrom('network_locks').select('iccid').where('iccid', '=', sim.simId).execute()).toEqual([])
})

test.each<[string, Device]>([
  ['several devices', { mode: 'imei', values: [METER, OTHER] }],
  ['a model', { mode: 'tac', values: ['35694900'] }],
  ['the first device, as long as there is none', { mode: 'learn', values: [] }],
])('a lock to %s is the portal’s alone: the network lets go of the one before', async (_, device) => {
  const sim = await addSim()
  await setLock(sim, device)
  expect(sim.effects).toEqual([])
  await setLock(sim, { mode: 'imei', values: [PHONE] })
  await setLock(sim, device)
  expect(sim.effects).toEqual([`locked to ${PHONE}`, 'unlocked'])
})

test('a lock of a company binds each SIM to its first device, at the network as well, and lets go of it', async () => {
  const sim = await addSim()
  const body = { company: COMPANIES.andes, groupId: null, device: { mode: 'learn' as const, values: [] } }
  const { policyId } = await portal.data(setLockPolicy, 'ana', { body })
  await work()
  expect(sim.effects).toEqual([])
  await report(sim, METER)
  await work()
  expect(sim.imeiLock).toBe(METER)
  await portal.data(deleteLockPolicy, 'ana', { params: { policyId } })
  await work()
  expect(sim.effects).toEqual([`locked to ${METER}`, 'unlocked'])
})

test('a person who restores the data of a SIM in a phone has the network let it be there, until another one comes', async () => {
  const sim = await addSim()
  await setLock(sim, { mode: 'imei', values: [METER] })
  await report(sim, PHONE)
  await work()
  // the notice stays, and so does the lock at the network
  expect(await lockOf(sim)).toMatchObject({ breach: { imei: PHONE, action: 'cut' }, atNetwork: 'held' })
  expect(sim).toMatchObject({ status: 'inactive', imeiLock: METER })
  await portal.data(restoreSimData, 'ana', { params: { id: sim.simId }, body: {} })
  await work()
  expect(sim).toMatchObject({ status: 'active', imeiLock: '' })
  expect(await lockOf(sim)).toMatchObject({ breach: { imei: PHONE, releasedBy: 'ana@andes.test' }, atNetwork: 'none' })
  await report(sim, OTHER)
  await work()
  expect(sim).toMatchObject({ status: 'inactive', imeiLock: METER })
  await report(sim, METER)
  await work()
  expect(sim).toMatchObject({ status: 'active', imeiLock: METER })
  expect(await lockOf(sim)).toMatchObject({ breach: null, atNetwork: 'held' })
})

test.each(['drop', 'lose'] as const)(
  'after a connection that broke (%s) a look-up decides, and it takes effect once',
  async (does) => {
    const sim = await addSim()
    meet(does)
    await setLock(sim, { mode: 'imei', values: [METER] })
    expect(await lockOf(sim)).toMatchObject({ atNetwork: 'sending' })
    await work()
    expect(sim.effects).toEqual([`locked to ${METER}`])
    expect(lockRequests(sim)).toBe(does === 'drop' ? 1 : 2)
    expect(await lockOf(sim)).toMatchObject({ atNetwork: 'held' })
  },
)

test('a lock that changes while the one before is on its way ends as the last one', async () => {
  const sim = await addSim()
  meet('lose')
  await setLock(sim, { mode: 'imei', values: [METER] })
  await setLock(sim, { mode: 'imei', values: [OTHER] })
  await work()
  expect(sim.effects).toEqual([`locked to ${OTHER}`])
  meet('drop')
  await setLock(sim, { mode: 'imei', values: [METER] })
  await setLock(sim, { mode: 'imei', values: [OTHER] })
  await work()
  expect(sim.imeiLock).toBe(OTHER)
})

test('a network that refuses it is listed with its words; the portal guards alone, until it is enforced', async () => {
  const sim = await addSim()
  meet('forbid')
  await setLock(sim, { mode: 'imei', values: [METER] })
  expect(await lockOf(sim)).toMatchObject({ atNetwork: 'refused', device: { values: [METER] } })
  const [line] = await differing([sim])
  expect(line).toMatch(/vínculo al dispositivo que da el portal.*: – → 356949001234564/)
  await enforceOurs(sim)
  await work()
  expect(sim.imeiLock).toBe(METER)
  expect(await differing([sim])).toEqual([undefined])
})

test('a refusal adds nothing to a difference that is recorded at the same moment', async () => {
  const sim = await addSim()
  meet('limit')
  await setLock(sim, { mode: 'imei', values: [METER] })
  meet('forbid')
  await withHolder(portal.services.pool, async (holder) => {
    const report = { companyId: COMPANIES.andes, iccid: sim.simId, status: 2, state: 'inactive', problem: null, text: '' }
    await recordDrifts(holder.trx, [report], portal.clock.now)
    const asking = work()
    await holder.untilWaitedFor()
    await holder.commit()
    await asking
  })
  expect(await lockOf(sim)).toMatchObject({ atNetwork: 'refused' })
  const found = await portal.db.selectFrom('sim_drifts').select('problem').where('iccid', '=', sim.simId).execute()
  expect(found).toEqual([{ problem: '' }])
})

test('a network that is away for a day is given up and listed; one that is throttled for an hour is not', async () => {
  const [late, lost] = [await addSim(), await addSim()]
  meet('limit', 5)
  await setLock(late, { mode: 'imei', values: [METER] })
  for (let n = 0; n < 12; n++) await work()
  expect(late.imeiLock).toBe(METER)
  meet('fail', 1_000, new RegExp(`${lost.simId}$|iccid=${lost.simId}`))
  await setLock(lost, { mode: 'imei', values: [METER] })
  const dayBefore = new Date(portal.clock.now.getTime() - 24 * HOUR_MS)
  await portal.db.updateTable('network_locks').set({ requested_at: dayBefore }).where('iccid', '=', lost.simId).execute()
  await work()
  expect(await lockOf(lost)).toMatchObject({ atNetwork: 'refused' })
})

test('a comparison lists what was changed at the network; to enforce the portal’s side sets it again', async () => {
  const [locked, free, agreeing, moot] = [await addSim(), await addSim(), await addSim(), await addSim()]
  for (const sim of [locked, agreeing]) await setLock(sim, { mode: 'imei', values: [METER] })
  locked.imeiLock = ''
  free.imeiLock = `${PHONE}|ANONYMOUS`
  moot.imeiLock = PHONE
  moot.status = 'terminated'
  const [one, other, same] = await differing([locked, free, agreeing])
  expect([one, other, same]).toEqual([
    expect.stringContaining(`– → ${METER}`),
    expect.stringContaining(`${PHONE}|ANONYMOUS → –`),
    undefined,
  ])
  // the network's is not adopted: it is the company that locks
  await refuseNetworks(locked)
  expect(await lockOf(locked)).toMatchObject({ device: { values: [METER] } })
  for (const sim of [locked, free]) await enforceOurs(sim)
  await work()
  expect([locked.imeiLock, free.imeiLock]).toEqual([METER, ''])
  expect(await differing([locked, free])).toEqual([undefined, undefined])
})

test('SIMs that another network carries are let go by the one before; back again, they are held', async () => {
  const sim = await addSim()
  const route = async (networkId: string) => {
    await portal.data(saveNetworkRules, 'admin', { body: { rules: [{ originId: 2, simTypeId: 2, networkId }] } })
    await work()
  }
  await setLock(sim, { mode: 'imei', values: [METER] })
  const { network_id: embedded } = await portal.db
    .selectFrom('networks')
    .select('network_id')
    .where('kind', '=', 'simulated')
    .executeTakeFirstOrThrow()
  await route(embedded)
  const row = portal.db.selectFrom('network_locks').select(['network_id', 'imei']).where('iccid', '=', sim.simId)
  expect(await row.executeTakeFirst()).toEqual({ network_id: embedded, imei: METER })
  expect(sim.effects).toEqual([`locked to ${METER}`, 'unlocked'])
  await route('soracom')
  expect(sim.imeiLock).toBe(METER)
  expect(await row.executeTakeFirst()).toEqual({ network_id: 'soracom', imei: METER })
  expect((await portal.services.networks.find(embedded)?.lookup({ iccid: sim.simId, imsi: '', msisdn: '' }))?.deviceLock).toBe(
    '',
  )
})

test('a SIM that leaves its company is let go; one that ends is not asked any more', async () => {
  const [leaving, ending] = [await addSim(), await addSim()]
  for (const sim of [leaving, ending]) await setLock(sim, { mode: 'imei', values: [METER] })
  const sims = [{ companyId: COMPANIES.andes, iccid: leaving.simId }]
  const move = { target: COMPANIES.pacifico, sims, actor: 'test', detail: {} }
  await portal.db.transaction().execute((trx) => moveSims(trx, move, portal.clock.now))
  ending.status = 'terminated'
  await setLock(ending, { mode: 'off' })
  await work()
  expect([leaving.imeiLock, leaving.effects.length]).toEqual(['', 2])
  expect(ending.effects).toHaveLength(1)
  const sent = portal.db.selectFrom('network_locks').select('iccid').where('iccid', 'in', [leaving.simId, ending.simId])
  expect(await sent.execute()).toEqual([])
})

test('two processes ask of one SIM one after the other, and a claim of one that died is over after ten minutes', async () => {
  const sim = await addSim()
  await portal.db.updateTable('network_locks').set({ due_at: null }).execute()
  meet('lose')
  await setLock(sim, { mode: 'imei', values: [METER] })
  pass()
  expect((await Promise.all([1, 2, 3].map(() => sendDeviceLocks(portal.services)))).toSorted()).toEqual([0, 0, 1])
  expect(sim.effects).toEqual([`locked to ${METER}`])
  const claimed = { due_at: portal.clock.now, claimed_until: new Date(portal.clock.now.getTime() + 10 * MINUTE_MS) }
  await portal.db.updateTable('network_locks').set(claimed).where('iccid', '=', sim.simId).execute()
  expect(await sendDeviceLocks(portal.services)).toBe(0)
  pass(10 * MINUTE_MS)
  expect(await sendDeviceLocks(portal.services)).toBe(1)
})

const device = fc.constantFrom<Device>(
  { mode: 'off', values: [] },
  { mode: 'learn', values: [] },
  { mode: 'imei', values: [METER] },
  { mode: 'imei', values: [OTHER] },
  { mode: 'imei', values: [METER, OTHER] },
  { mode: 'tac', values: ['35694900'] },
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('lock' as const), device }),
  fc.record({ kind: fc.constant('report' as const), imei: fc.constantFrom(METER, OTHER, PHONE) }),
  fc.record({ kind: fc.constant('restore' as const) }),
  fc.record({ kind: fc.constant('fault' as const), does: fc.constantFrom('drop', 'lose', 'limit', 'half', 'fail') }),
  fc.record({ kind: fc.constant('drift' as const), imei: fc.constantFrom('', PHONE) }),
  fc.record({ kind: fc.constant('work' as const) }),
)

test('whatever changes, breaks and is restored in turn, the network ends with exactly the lock that the SIM has', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), device, async (steps, last) => {
      const sim = await addSim()
      for (const one of steps) {
        if (one.kind === 'lock') await setLock(sim, one.device)
        if (one.kind === 'report') await report(sim, one.imei)
        if (one.kind === 'restore') await portal.request(restoreSimData, 'ana', { params: { id: sim.simId }, body: {} })
        if (one.kind === 'fault') meet(one.does)
        if (one.kind === 'drift') sim.imeiLock = one.imei
        if (one.kind === 'work') await work(10)
      }
      standIn.faults.length = 0
      const isDrifted = steps.some(({ kind }) => kind === 'drift')
      // a change at the network itself is seen with the next change of the lock, or by a comparison
      if (isDrifted) {
        await setLock(sim, last.mode === 'off' ? { mode: 'tac', values: ['35209900'] } : { mode: 'off' })
        await setLock(sim, last)
      }
      for (let n = 0; n < 4; n++) await work(10)
      const { device: lock, breach } = await lockOf(sim)
      const [only = '', ...others] = lock.mode === 'tac' ? [] : lock.values
      const expected = others.length > 0 || breach?.releasedBy ? '' : only
      seen.add(expected === '' ? 'free' : breach ? 'held in spite of a phone' : 'held')
      expect({ steps, held: sim.imeiLock }).toEqual({ steps, held: expected })
      // sent again only where it may not have arrived
      expect(isDrifted || sim.effects.every((effect, n) => effect !== sim.effects[n - 1])).toBe(true)
    }),
    {
      numRuns: 40,
      examples: [
        [
          [
            { kind: 'lock', device: { mode: 'imei', values: [METER] } },
            { kind: 'report', imei: PHONE },
          ],
          { mode: 'off', values: [] },
        ],
      ],
    },
  )
  expect([...seen].toSorted()).toEqual(['free', 'held', 'held in spite of a phone'])
}, 120_000)
