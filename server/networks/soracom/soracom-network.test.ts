import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { openSoracomRig, type Rig, soracomNamesOf } from '#test/soracom/rig.ts'
import { openStandIn, type StandIn, type StandInFault } from '#test/soracom/stand-in.ts'

let database: TestDatabase
let standIn: StandIn
let rig: Rig
;[database, standIn] = await Promise.all([createTestDatabase(), openStandIn()])
afterAll(async () => {
  await rig.close()
  await standIn.close()
  await database.drop()
})
beforeEach(async () => {
  await rig?.close()
  rig = await openSoracomRig(database, standIn.url, standIn)
  standIn.requests.length = 0
  standIn.faults.length = 0
  standIn.pageSize = 100
})

const command = () => ({ requestId: crypto.randomUUID() })
const meet = (does: StandInFault['does'], path: RegExp, more: Partial<StandInFault> = {}) =>
  standIn.faults.push({ does, path, times: 1, ...more })
const pass = (ms: number) => {
  standIn.clock.now = new Date(standIn.clock.now.getTime() + ms)
}
const auths = () => standIn.requests.filter((request) => request === 'POST /auth').length
const MESSAGE = { text: 'ESTADO?', reference: 'm-1', validitySeconds: 600 }

test('a termination disables protection first; a rejection restores it', async () => {
  const [one, other] = [standIn.addSim(), standIn.addSim()]
  expect(await rig.network.terminate(soracomNamesOf(one), command())).toEqual({ kind: 'done' })
  expect(one.effects).toEqual(['enable_termination', 'terminated'])
  meet('forbid', /terminate$/)
  expect(await rig.network.terminate(soracomNamesOf(other), command())).toMatchObject({
    kind: 'rejected',
    cause: 'not_allowed',
  })
  expect(other).toMatchObject({ status: 'active', terminationEnabled: false })
  expect(other.effects).toEqual(['enable_termination', 'disable_termination'])
})

test('a restart deletes the session and never changes the status; an offline device has none', async () => {
  const sim = standIn.addSim()
  const before = sim.session?.sessionId
  expect(await rig.network.resetConnection(soracomNamesOf(sim), command())).toEqual({ kind: 'done' })
  expect([sim.status, sim.effects, sim.session?.sessionId === before]).toEqual(['active', ['reset'], false])
  standIn.closeSession(sim)
  expect(await rig.network.resetConnection(soracomNamesOf(sim), command())).toMatchObject({
    kind: 'rejected',
    cause: 'wrong_state',
    text: expect.stringContaining('offline'),
  })
  expect(
    standIn.requests.filter((request) => request.startsWith('POST /sims')).every((one) => one.endsWith('delete_session')),
  ).toBe(true)
})

test('a data cut blocks sessions, hibernation suspends or sets to standby as configured; activation restores both', async () => {
  const sim = standIn.addSim()
  const words: string[] = []
  const note = async (does: Promise<unknown>) => {
    expect(await does).toEqual({ kind: 'done' })
    words.push(sim.status)
  }
  const { network } = rig
  await note(network.cutData(soracomNamesOf(sim), command()))
  await note(network.restoreData(soracomNamesOf(sim), command()))
  await note(network.suspend(soracomNamesOf(sim), command()))
  await note(network.resume(soracomNamesOf(sim), command()))
  rig.set({ hibernation: 'standby' })
  await note(network.suspend(soracomNamesOf(sim), command()))
  await note(network.resume(soracomNamesOf(sim), command()))
  expect(words).toEqual(['inactive', 'active', 'suspended', 'active', 'standby', 'active'])
})

test('a speed class that the subscription does not have is rejected; of one without an answer a look-up shows what became', async () => {
  const sim = standIn.addSim()
  const set = (profile: string) => rig.network.setProfile?.(soracomNamesOf(sim), profile, command())
  expect(await set('u1.slow')).toMatchObject({ kind: 'rejected', cause: 'invalid', text: 'SEM0009: Invalid speed class' })
  meet('drop', /update_speed_class$/)
  expect(await set('s1.fast')).toEqual({ kind: 'unknown', why: 'connection' })
  expect((await rig.network.lookup(soracomNamesOf(sim))).profile).toBe('s1.fast')
  meet('lose', /update_speed_class$/)
  expect(await set('s1.slow')).toEqual({ kind: 'unknown', why: 'connection' })
  expect((await rig.network.lookup(soracomNamesOf(sim))).profile).toBe('s1.fast')
  expect(sim.effects).toEqual(['s1.fast'])
})

test('an unmapped state changes nothing, is shown, and rejects commands', async () => {
  const sim = standIn.addSim('testing')
  expect(await rig.network.lookup(soracomNamesOf(sim))).toMatchObject({ state: 'unrecognised', vendorState: 'testing' })
  expect(await rig.network.suspend(soracomNamesOf(sim), command())).toMatchObject({
    kind: 'rejected',
    text: 'the SIM is testing',
  })
  expect(sim).toMatchObject({ status: 'testing', effects: [] })
})

test('a connection broken after sending leaves the outcome unknown, and a look-up shows it', async () => {
  for (const [does, why, effect] of [
    ['lose', 'connection', 'active'],
    ['drop', 'connection', 'suspended'],
    ['half', 'connection', 'suspended'],
    ['fail', 'half_answer', 'active'],
  ] as const) {
    const sim = standIn.addSim()
    meet(does, /suspend$/)
    expect(await rig.network.suspend(soracomNamesOf(sim), command())).toEqual({ kind: 'unknown', why })
    expect(sim.effects).toHaveLength(effect === 'suspended' ? 1 : 0)
    expect((await rig.network.lookup(soracomNamesOf(sim))).vendorState).toBe(effect)
  }
})

test('a failed read before a command means that nothing was sent; failed reads are transient faults', async () => {
  const sim = standIn.addSim()
  for (const does of ['lose', 'drop', 'half', 'fail'] as const) {
    meet(does, new RegExp(`^/sims/${sim.simId}$`), { times: 2 })
    expect(await rig.network.suspend(soracomNamesOf(sim), command())).toMatchObject({ cause: 'unreachable', retryable: true })
    await expect(rig.network.lookup(soracomNamesOf(sim))).rejects.toMatchObject({ isTransient: true })
  }
  expect(sim.effects).toEqual([])
})

test('without a connection nothing is sent', async () => {
  const away = await openSoracomRig(database, 'http://127.0.0.1:4239')
  const sim = soracomNamesOf(standIn.addSim())
  expect(await away.network.suspend(sim, command())).toMatchObject({ cause: 'unreachable', retryable: true })
  await expect(away.network.lookup(sim)).rejects.toMatchObject({ reason: 'unreachable' })
  expect(await away.network.check()).toMatchObject([
    { part: 'account', isFine: false, text: expect.stringContaining('ECONNREFUSED') },
  ])
  await away.close()
})

test.each(['30', 'a date'])(
  'too many requests: nothing more is sent until the moment that they say, in seconds or as %s',
  async (form) => {
    const sim = standIn.addSim()
    const until = new Date(standIn.clock.now.getTime() + 30_000)
    meet('limit', /suspend$/, { retryAfter: form === '30' ? form : until.toUTCString() })
    const busy = { kind: 'rejected', cause: 'rate_limited', retryable: true }
    expect(await rig.network.suspend(soracomNamesOf(sim), command())).toMatchObject(busy)
    const sent = standIn.requests.length
    pass(28_000)
    expect(await rig.network.suspend(soracomNamesOf(sim), command())).toMatchObject(busy)
    await expect(rig.network.lookup(soracomNamesOf(sim))).rejects.toMatchObject({ reason: 'rate_limited', isTransient: true })
    expect(standIn.requests).toHaveLength(sent)
    pass(2_000)
    expect(await rig.network.suspend(soracomNamesOf(sim), command())).toEqual({ kind: 'done' })
    expect(sim.effects).toEqual(['suspended'])
  },
)

test('concurrent requests share one token; it is renewed before it expires, and once when rejected', async () => {
  const sims = Array.from({ length: 12 }, () => soracomNamesOf(standIn.addSim()))
  const askAll = () => Promise.all(sims.map((sim) => rig.network.lookup(sim)))
  await askAll()
  expect(auths()).toBe(1)
  pass(3_500_000)
  await askAll()
  expect(auths()).toBe(1)
  pass(50_000)
  await askAll()
  expect(auths()).toBe(2)
  standIn.expireTokens()
  await askAll()
  expect(auths()).toBe(3)
})

test('a rejected key is not retried at once, and is reported without the secret', async () => {
  rig.set({ authKey: 'secret-wrong' })
  const sim = soracomNamesOf(standIn.addSim())
  for (let time = 0; time < 5; time++) {
    expect(await rig.network.suspend(sim, command())).toMatchObject({ cause: 'unreachable', retryable: true })
  }
  expect(auths()).toBe(1)
  const steps = await rig.network.check()
  expect(steps).toMatchObject([{ part: 'account', isFine: false, text: 'the authentication key is not accepted (HTTP 401)' }])
  rig.set({ authKey: 'secret-stand-in' })
  expect(await rig.network.suspend(sim, command())).toEqual({ kind: 'done' })
})

test('an account without read permission is distinguished from an accepted one', async () => {
  meet('forbid', /^\/sims\?/)
  expect(await rig.network.check()).toMatchObject([
    { part: 'account', isFine: true },
    { part: 'sims', isFine: false, text: 'COM0002: Permission denied' },
  ])
})

test('a message is encoded by its alphabet, and one that is too long is rejected', async () => {
  const sim = standIn.addSim()
  const send = (text: string) => rig.network.sendSms(soracomNamesOf(sim), { ...MESSAGE, text }, command())
  expect(await send('a'.repeat(160))).toEqual({ kind: 'accepted', reference: 'message-1' })
  expect(await send('Señal débil: ¿está?')).toMatchObject({ kind: 'accepted' })
  expect(await send('20 € [ok]')).toMatchObject({ kind: 'accepted' })
  expect(sim.messages.map(({ encodingType }) => encodingType)).toEqual([1, 2, 2])
  expect(await send('a'.repeat(161))).toMatchObject({ kind: 'rejected', cause: 'invalid', retryable: false })
  expect(await send('ж'.repeat(71))).toMatchObject({ kind: 'rejected', cause: 'invalid', retryable: false })
  expect(sim.messages).toHaveLength(3)
  meet('drop', /send_sms$/)
  expect(await send('una vez')).toEqual({ kind: 'unknown', why: 'connection' })
  expect(sim.messages).toHaveLength(4)
})

test('SIMs are listed page by page, each once, also when the API throttles', async () => {
  const before = standIn.sims.size
  for (let n = 0; n < 25; n++) standIn.addSim()
  standIn.pageSize = 7
  meet('limit', /last_evaluated_key=7/, { retryAfter: '0' })
  const listed: string[] = []
  for await (const page of rig.network.listSims?.() ?? []) {
    expect(page.length).toBeLessThanOrEqual(7)
    listed.push(...page.map(({ iccid }) => iccid))
  }
  expect(listed).toHaveLength(before + 25)
  expect(new Set(listed)).toEqual(new Set(standIn.sims.keys()))
})

test('an invalid SIM id is never put into a path', async () => {
  for (const iccid of ['../auth', '89423100000000000 1', '8942310000000000012?x=1', '']) {
    const sim = { iccid, imsi: '', msisdn: '' }
    expect(await rig.network.suspend(sim, command())).toMatchObject({ kind: 'rejected', cause: 'unknown_sim' })
    await expect(rig.network.lookup(sim)).rejects.toMatchObject({ reason: 'unknown_sim' })
  }
  expect(standIn.requests).toEqual([])
})

test('status and location: the open session with start and bytes, and the cell’s position', async () => {
  const sim = standIn.addSim()
  pass(600_000)
  standIn.use(sim, 700_000)
  const { dataSession, registration } = await rig.network.status(soracomNamesOf(sim))
  expect(dataSession).toMatchObject({
    sessionKey: sim.session?.sessionId,
    startedAt: new Date(sim.session?.createdTime ?? 0),
    stoppedAt: undefined,
    ip: '10.170.0.7',
    apn: 'soracom.io',
    dataBytes: 700_000,
    cell: { areaCode: 5680, cellId: 48_872_466 },
  })
  expect(registration).toMatchObject({ isRegistered: true, servingNetwork: { mcc: '730', mnc: '02' }, radioTechnology: 'LTE' })
  expect(await rig.network.location(soracomNamesOf(sim))).toMatchObject({
    latitude: -33.45,
    longitude: -70.66,
    uncertaintyMetres: 476,
  })
})
