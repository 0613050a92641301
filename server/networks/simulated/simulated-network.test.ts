import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { openSimulatedRig } from '#test/simulated-rig.ts'
import { type ContractRig, testNetworkContract } from '../network-contract.ts'
import type { NetworkEvent } from '../network-events.ts'

const STRANGE = { iccid: '8999000000000000006', imsi: '', msisdn: '' }

/** The contract on the network as it answers at once, and as it takes its time. */
for (const [name, faults] of [
  ['embedded', {}],
  ['embedded, that takes its time', { accept: 1, confirmAfterMs: [0, 0], repeatEvents: 0.5, repeatAfterMs: [0, 0] }],
] as const) {
  testNetworkContract(name, async (): Promise<ContractRig> => {
    const database = await createTestDatabase()
    const rig = openSimulatedRig(database, { faults: faults as object })
    return {
      network: rig.network,
      sim: async (state) => rig.enrol(state),
      unknownSim: STRANGE,
      effects: rig.effects,
      close: async () => {
        await rig.close()
        await database.drop()
      },
    }
  })
}

const database = await createTestDatabase()
afterAll(() => database.drop())

const rigs: ReturnType<typeof openSimulatedRig>[] = []
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close()
})
const open = (given: Parameters<typeof openSimulatedRig>[1] = {}, networkId?: string) => {
  const rig = openSimulatedRig(database, given, networkId)
  rigs.push(rig)
  return rig
}

const id = (): string => crypto.randomUUID()
test('a SIM is initialised from the portal’s records, the same in every process', async () => {
  const rig = open()
  const other = open({}, rig.networkId)
  const sim = rig.enrol('active')
  for (const [iccid, entry] of rig.roster) other.roster.set(iccid, entry)
  const [here, there] = await Promise.all([rig.network.status(sim), other.network.status(sim)])
  expect(here).toEqual(there)
  expect(here).toMatchObject({
    view: { state: 'active', pending: undefined },
    registration: { isRegistered: true, servingNetwork: { mcc: '730', mnc: '02' }, radioTechnology: 'LTE' },
    dataSession: { sessionKey: 'key-1', apn: 'm2m.movistar.cl', ip: '10.44.0.7', dataBytes: 5_000_000, stoppedAt: undefined },
  })
})

test('two processes that initialise SIMs concurrently have one effect each, and answer a repeated command alike', async () => {
  const one = open()
  const two = open({}, one.networkId)
  const sims = Array.from({ length: 40 }, (_, n) =>
    one.enrol('active', { iccid: `895603000000090${String(n).padStart(4, '0')}` }),
  )
  for (const [iccid, entry] of one.roster) two.roster.set(iccid, entry)
  const same = id()
  const answers = await Promise.all(
    sims.flatMap((sim, n) => {
      const shared = { requestId: `${same}-${n}` }
      return [one, two].map(({ network }) => network.suspend(sim, n % 2 ? shared : { requestId: id() }))
    }),
  )
  for (const [n, sim] of sims.entries()) {
    const kinds = answers.slice(2 * n, 2 * n + 2).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(n % 2 ? ['done', 'done'] : ['done', 'rejected'])
    expect(await one.effects(sim)).toEqual(['suspended'])
  }
})

test('state, answers, effects and events survive a restart', async () => {
  const first = open({ faults: { accept: 1, confirmAfterMs: [60_000, 60_000] } })
  const [accepted, done] = [
    first.enrol('active', { iccid: '8956030000000100014' }),
    first.enrol('active', { iccid: '8956030000000100022' }),
  ]
  const command = { requestId: id() }
  const answer = await first.network.suspend(accepted, command)
  first.set({})
  expect(await first.network.suspend(done, { requestId: id() })).toEqual({ kind: 'done' })
  await first.close()

  const second = open({}, first.networkId)
  expect(await second.network.suspend(accepted, command)).toEqual(answer)
  expect(await second.network.lookup(accepted)).toMatchObject({ state: 'active', pending: { requestId: command.requestId } })
  expect(await second.network.lookup(done)).toMatchObject({ state: 'suspended' })
  expect(await second.effects(done)).toEqual(['suspended'])
  second.clock.now = new Date(second.clock.now.getTime() + 61_000)
  expect(await second.network.lookup(accepted)).toMatchObject({ state: 'suspended', pending: undefined })
  const received: NetworkEvent[] = []
  const stop = second.network.listen(async (events) => {
    received.push(...events)
  })
  // both ended their sessions, the first by its confirmation
  await expect.poll(() => received.filter(({ kind }) => kind === 'dataSessionStopped').length).toBe(2)
  expect(received.filter(({ kind }) => kind === 'stateConfirmed')).toMatchObject([
    { requestId: command.requestId, state: 'suspended' },
  ])
  await stop()
})

test('events that were not accepted are delivered again in order; accepted ones are not', async () => {
  const rig = open()
  const sim = rig.enrol('active', { iccid: '8956030000000200012' })
  const received: string[][] = []
  let refusals = 2
  const stop = rig.network.listen(async (events) => {
    received.push(events.filter(({ iccid }) => iccid === sim.iccid).map(({ kind }) => kind))
    if (refusals-- > 0) throw new Error('not now')
  })
  await rig.network.suspend(sim, { requestId: id() })
  await expect.poll(() => received.length).toBe(3)
  expect(received).toEqual(Array(3).fill(['dataSessionStopped']))
  await stop()
  const { rows } = await database.pool.query(
    'SELECT count(*)::int AS left FROM simulated_network.events WHERE network_id = $1',
    [rig.networkId],
  )
  expect(rows).toEqual([{ left: 0 }])
})

test('a lost command has no effect, a silent one has it once, and a retry shows which it was', async () => {
  const rig = open({ faults: { lose: 1 } })
  const [lost, silent, half] = ['8956030000000300010', '8956030000000300028', '8956030000000300036'].map((iccid) =>
    rig.enrol('active', { iccid }),
  )
  if (!lost || !silent || !half) throw new Error('no SIM')
  const commands = [{ requestId: id() }, { requestId: id() }, { requestId: id() }] as const
  const soon = () => ({ signal: AbortSignal.timeout(60) })
  expect(await rig.network.suspend(lost, { ...commands[0], ...soon() })).toEqual({ kind: 'unknown', why: 'timeout' })
  expect(await rig.effects(lost)).toEqual([])
  rig.set({ faults: { silence: 1 } })
  expect(await rig.network.suspend(silent, { ...commands[1], ...soon() })).toEqual({ kind: 'unknown', why: 'timeout' })
  rig.set({ faults: { halfAnswer: 1 } })
  expect(await rig.network.suspend(half, commands[2])).toEqual({ kind: 'unknown', why: 'half_answer' })
  rig.set({})
  for (const [index, sim] of [lost, silent, half].entries()) {
    const requestId = commands[index]?.requestId ?? ''
    expect(await rig.network.suspend(sim, { requestId })).toEqual({ kind: 'done' })
    expect(await rig.effects(sim)).toEqual(['suspended'])
  }
})

test('a network that does not recognise repetitions does everything twice', async () => {
  const rig = open({ remembersRequests: false })
  const sim = rig.enrol('active', { iccid: '8956030000000400018' })
  expect(rig.network.capabilities.remembersRequests).toBe(false)
  const command = { requestId: id() }
  await rig.network.resetConnection(sim, command)
  await rig.network.resetConnection(sim, command)
  expect(await rig.effects(sim)).toEqual(['reset', 'reset'])
})

test('refused and throttled commands have no effect and can be retried', async () => {
  const rig = open({ faults: { refuse: 1 } })
  const sim = rig.enrol('active', { iccid: '8956030000000500015' })
  const command = { requestId: id() }
  expect(await rig.network.suspend(sim, command)).toMatchObject({ kind: 'rejected', cause: 'network_error', retryable: true })
  rig.set({ faults: { throttle: 1 } })
  expect(await rig.network.suspend(sim, command)).toMatchObject({ kind: 'rejected', cause: 'rate_limited', retryable: true })
  expect(await rig.effects(sim)).toEqual([])
  rig.set({})
  expect(await rig.network.suspend(sim, command)).toEqual({ kind: 'done' })
})

test('during an outage commands are unreachable and reads fail transiently; afterwards everything works', async () => {
  const from = new Date('2026-11-21T12:00:00Z')
  const until = new Date('2026-11-21T13:00:00Z')
  const rig = open({ faults: { outages: [{ from, until }] } })
  const sim = rig.enrol('active', { iccid: '8956030000000600013' })
  expect(await rig.network.suspend(sim, { requestId: id() })).toMatchObject({ cause: 'unreachable', retryable: true })
  await expect(rig.network.lookup(sim)).rejects.toMatchObject({ reason: 'unreachable', isTransient: true })
  rig.clock.now = until
  expect((await rig.network.lookup(sim)).state).toBe('active')
})

test('an accepted command can be refused later: the state stays, an event reports it', async () => {
  const rig = open({ faults: { accept: 1, refuseLater: 1, confirmAfterMs: [5_000, 5_000] } })
  const sim = rig.enrol('active', { iccid: '8956030000000700011' })
  const requestId = id()
  await rig.network.suspend(sim, { requestId })
  expect(await rig.network.suspend(sim, { requestId: id() })).toMatchObject({ cause: 'change_pending', retryable: true })
  rig.clock.now = new Date(rig.clock.now.getTime() + 6_000)
  const received: NetworkEvent[] = []
  const stop = rig.network.listen(async (events) => {
    received.push(...events.filter(({ iccid }) => iccid === sim.iccid))
  })
  await expect.poll(() => received).toMatchObject([{ kind: 'commandRefused', command: 'suspend', requestId, retryable: true }])
  expect(await rig.network.lookup(sim)).toMatchObject({ state: 'active', pending: undefined })
  expect(await rig.effects(sim)).toEqual([])
  await stop()
})

test('a reset waits for an unreachable device; a message is buffered, delivered or expires', async () => {
  const rig = open()
  const away = { gprsStatus: 2, sessionKey: null, sessionStartedAt: null, registeredAt: new Date('2026-11-18T00:00:00Z') }
  const sim = rig.enrol('active', { iccid: '8956030000000800019', ...away })
  const near = rig.enrol('active', { iccid: '8956030000000800027', device: 'DSC PowerSeries Neo' })
  expect(await rig.network.resetConnection(sim, { requestId: id() })).toMatchObject({ kind: 'accepted' })
  expect(await rig.effects(sim)).toEqual([])
  const message = (reference: string) => ({ text: 'ESTADO?', reference, validitySeconds: 600 })
  await rig.network.sendSms(sim, message('m-away'), { requestId: id() })
  await rig.network.sendSms(near, message('m-near'), { requestId: id() })
  const received: NetworkEvent[] = []
  const stop = rig.network.listen(async (events) => {
    received.push(...events.filter(({ kind }) => kind.startsWith('sms')))
  })
  rig.clock.now = new Date(rig.clock.now.getTime() + 2_000)
  // a panel answers what it is asked
  await expect.poll(() => received.map(({ kind }) => kind)).toEqual(['smsBuffered', 'smsDelivered', 'smsReceived'])
  expect(received[0]).toMatchObject({ reference: 'm-away' })
  expect(received[1]).toMatchObject({ reference: 'm-near', segments: 1 })
  rig.clock.now = new Date(rig.clock.now.getTime() + 700_000)
  await expect.poll(() => received.at(-1)).toMatchObject({ kind: 'smsFailed', reference: 'm-away', cause: 'expired' })
  await stop()
})
