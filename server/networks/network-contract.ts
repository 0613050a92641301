import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import type { Command, CommandAnswer, Network } from './network.ts'
import { NetworkFault } from './network.ts'
import type { NetworkEvent } from './network-events.ts'
import type { NetworkInventoryRow, NetworkSim } from './network-types.ts'

/** A network under test, with the hooks that the suite needs. */
export interface ContractRig {
  readonly network: Network
  /** a fresh SIM in this state; a new one at each call */
  readonly sim: (state: Exclude<ReportedState, 'unrecognised'>) => Promise<NetworkSim>
  /** a SIM that the network does not carry */
  readonly unknownSim: NetworkSim
  /** the effects on a SIM by the network's own records; undefined where it has none */
  readonly effects?: ((sim: NetworkSim) => Promise<readonly string[]>) | undefined
  readonly close: () => Promise<void>
}

const newId = (): string => crypto.randomUUID()
const WAIT_MS = 15_000

/**
 * The behaviour every adapter must have, run in the test of each. A network must reject what it does not support
 * (`capabilities`); the rest is then skipped.
 */
export function testNetworkContract(name: string, open: () => Promise<ContractRig>): void {
  describe(`the port, ${name}`, () => {
    let rig: ContractRig
    const received: NetworkEvent[] = []
    let stop: (() => Promise<void>) | undefined
    beforeAll(async () => {
      rig = await open()
      stop = rig.network.listen(async (events) => {
        received.push(...events)
      })
    })
    afterAll(async () => {
      await stop?.()
      await rig.close()
    })
    const of = (sim: NetworkSim) => received.filter(({ iccid }) => iccid === sim.iccid)
    const can = (kind: (typeof rig.network.capabilities.commands)[number]) => rig.network.capabilities.commands.includes(kind)

    /** Expects the state to be in force, at once or after a while. */
    const settled = async (sim: NetworkSim, answer: CommandAnswer, state: ReportedState): Promise<void> => {
      expect(['done', 'accepted']).toContain(answer.kind)
      await expect.poll(async () => (await rig.network.lookup(sim)).state, { timeout: WAIT_MS }).toBe(state)
    }

    const CHANGES = [
      ['activate', 'inactive', 'active'],
      ['suspend', 'active', 'suspended'],
      ['resume', 'suspended', 'active'],
      ['terminate', 'active', 'terminated'],
      ['terminate', 'suspended', 'terminated'],
      ['cutData', 'active', 'data_cut'],
      ['restoreData', 'data_cut', 'active'],
    ] as const

    test.each(CHANGES)('%s brings a SIM from %s to %s, and a look-up sees it', async (kind, from, to) => {
      if (!can(kind)) return expectUnsupported(kind)
      const sim = await rig.sim(from)
      expect((await rig.network.lookup(sim)).state).toBe(from)
      await settled(sim, await rig.network[kind](sim, { requestId: newId() }), to)
    })

    test.each(CHANGES)('%s of a SIM that already is %s→%s is refused for good', async (kind, from, to) => {
      if (!can(kind)) return expectUnsupported(kind)
      const sim = await rig.sim(from)
      await settled(sim, await rig.network[kind](sim, { requestId: newId() }), to)
      const again = await rig.network[kind](sim, { requestId: newId() })
      expect(again).toMatchObject({ kind: 'rejected', retryable: false })
      expect((await rig.network.lookup(sim)).state).toBe(to)
    })

    test.each(['activate', 'resume', 'suspend', 'cutData', 'restoreData', 'resetConnection'] as const)(
      '%s does not bring back what is terminated',
      async (kind) => {
        if (!can(kind) || !can('terminate')) return
        const sim = await rig.sim('terminated')
        expect(await rig.network[kind](sim, { requestId: newId() })).toMatchObject({ kind: 'rejected', retryable: false })
        expect((await rig.network.lookup(sim)).state).toBe('terminated')
      },
    )

    test('commands reject an unknown SIM and reads throw unknown_sim', async () => {
      expect(await rig.network.suspend(rig.unknownSim, { requestId: newId() })).toMatchObject({
        kind: 'rejected',
        cause: 'unknown_sim',
        retryable: false,
      })
      for (const read of [rig.network.lookup, rig.network.status]) {
        const fault = await read(rig.unknownSim).catch((error: unknown) => error)
        expect(fault).toBeInstanceOf(NetworkFault)
        expect(fault).toMatchObject({ reason: 'unknown_sim', isTransient: false })
      }
    })

    test('a command repeated with its request id gets the same answer and has no second effect', async () => {
      if (!rig.network.capabilities.remembersRequests || !can('suspend')) return
      const sim = await rig.sim('active')
      const command = { requestId: newId() }
      const first = await rig.network.suspend(sim, command)
      await settled(sim, first, 'suspended')
      expect(await rig.network.suspend(sim, command)).toEqual(first)
      const [one, other] = await Promise.all([rig.network.suspend(sim, command), rig.network.suspend(sim, command)])
      expect([one, other]).toEqual([first, first])
      expect((await rig.effects?.(sim)) ?? ['suspended']).toEqual(['suspended'])
    })

    test('of two concurrent commands for one SIM, at most one takes effect', async () => {
      if (!can('suspend')) return
      const sim = await rig.sim('active')
      const answers = await Promise.all([1, 2].map(() => rig.network.suspend(sim, { requestId: newId() })))
      expect(answers.filter(({ kind }) => kind === 'done' || kind === 'accepted')).toHaveLength(1)
      expect((await rig.effects?.(sim)) ?? []).not.toEqual(['suspended', 'suspended'])
    })

    test('an accepted command is confirmed by an event with its ids', async () => {
      if (!rig.network.capabilities.confirmsByEvent || !can('suspend')) return
      const sim = await rig.sim('active')
      const requestId = newId()
      const answer = await rig.network.suspend(sim, { requestId })
      if (answer.kind !== 'accepted') return
      const confirmed = () => of(sim).find(({ kind }) => kind === 'stateConfirmed')
      await expect
        .poll(confirmed, { timeout: WAIT_MS })
        .toMatchObject({ state: 'suspended', requestId, reference: answer.reference })
    })

    test('a reset changes no state, and is rejected for a SIM out of service', async () => {
      if (!can('resetConnection')) return expectUnsupported('resetConnection')
      const sim = await rig.sim('active')
      const answer = await rig.network.resetConnection(sim, { requestId: newId() })
      expect(['done', 'accepted']).toContain(answer.kind)
      expect((await rig.network.lookup(sim)).state).toBe('active')
      const asleep = await rig.sim('suspended')
      expect(await rig.network.resetConnection(asleep, { requestId: newId() })).toMatchObject({ kind: 'rejected' })
    })

    test('a profile is in force once it is set, a look-up sees it, and the state stays', async () => {
      const { setProfile, capabilities } = rig.network
      if (!setProfile) return expect(capabilities.profiles).toBeUndefined()
      const [first = '', second = ''] = capabilities.profiles ?? []
      const sim = await rig.sim('active')
      for (const profile of [first, second]) {
        expect(await setProfile(sim, profile, { requestId: newId() })).toMatchObject({ kind: 'done' })
        expect(await rig.network.lookup(sim)).toMatchObject({ profile, state: 'active' })
      }
      const again = await setProfile(sim, second, { requestId: newId() })
      expect(again).toMatchObject({ kind: 'rejected', cause: 'already_in_state', retryable: false })
      for (const [other, cause] of [
        [await rig.sim('terminated'), 'wrong_state'],
        [rig.unknownSim, 'unknown_sim'],
      ] as const)
        expect(await setProfile(other, first, { requestId: newId() })).toMatchObject({
          kind: 'rejected',
          cause,
          retryable: false,
        })
    })

    test('a lock to a device is in force once it is set, and gone once it is taken off; a look-up sees it, and the state stays', async () => {
      const { setDeviceLock, capabilities } = rig.network
      const sim = await rig.sim('active')
      if (!setDeviceLock) {
        expect(capabilities.locksDevices ?? false).toBe(false)
        return expect((await rig.network.lookup(sim)).deviceLock).toBeUndefined()
      }
      for (const imei of ['356949001234564', '490154203237518', '']) {
        expect(await setDeviceLock(sim, imei, { requestId: newId() })).toMatchObject({ kind: 'done' })
        expect(await rig.network.lookup(sim)).toMatchObject({ deviceLock: imei, state: 'active' })
        const again = await setDeviceLock(sim, imei, { requestId: newId() })
        expect(again).toMatchObject({ kind: 'rejected', cause: 'already_in_state', retryable: false })
      }
      for (const [other, cause] of [
        [await rig.sim('terminated'), 'wrong_state'],
        [rig.unknownSim, 'unknown_sim'],
      ] as const)
        expect(await setDeviceLock(other, '356949001234564', { requestId: newId() })).toMatchObject({
          kind: 'rejected',
          cause,
          retryable: false,
        })
    })

    test('a message is accepted with a reference, or rejected; a SIM out of service gets none', async () => {
      if (!can('sendSms')) return
      const message = { text: 'Prueba', reference: newId(), validitySeconds: 3600 }
      expect(await rig.network.sendSms(await rig.sim('active'), message, { requestId: newId() })).toMatchObject({
        kind: 'accepted',
      })
      expect(await rig.network.sendSms(await rig.sim('suspended'), message, { requestId: newId() })).toMatchObject({
        kind: 'rejected',
      })
    })

    test('a status is consistent: its view equals the look-up’s, and its times are in the past', async () => {
      const sim = await rig.sim('active')
      const { view, registration, dataSession, asOf } = await rig.network.status(sim)
      expect(view.state).toBe((await rig.network.lookup(sim)).state)
      const times = [registration?.lastUpdateAt, dataSession?.startedAt, dataSession?.stoppedAt, view.since]
      for (const time of times) expect((time ?? asOf).getTime()).toBeLessThanOrEqual(asOf.getTime())
      expect(dataSession?.dataBytes ?? 0).toBeGreaterThanOrEqual(0)
      if (registration?.servingNetwork) {
        expect(registration.servingNetwork).toMatchObject({
          mcc: expect.stringMatching(/^\d{3}$/),
          mnc: expect.stringMatching(/^\d{2,3}$/),
        })
      }
    })

    test('a location is a valid position, or undefined', async () => {
      if (!rig.network.capabilities.location) return
      const place = await rig.network.location(await rig.sim('active'))
      if (!place) return
      expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90)
      expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180)
      expect(place.uncertaintyMetres).toBeGreaterThan(0)
    })

    test('an aborted call returns, and never with the answer done', async () => {
      const sim = await rig.sim('active')
      const command: Command = { requestId: newId(), signal: AbortSignal.abort() }
      const answer = await rig.network.suspend(sim, command)
      expect(answer.kind === 'unknown' || (answer.kind === 'rejected' && answer.retryable)).toBe(true)
    })

    test('a check reports the result of each part, and never throws', async () => {
      const steps = await rig.network.check()
      expect(steps.length).toBeGreaterThan(0)
      for (const { part, isFine, text, ms } of steps) {
        expect(part).toMatch(/^[a-z]/)
        expect({ part, isFine, text }).toEqual({ part, isFine: true, text: expect.any(String) })
        expect(ms).toBeGreaterThanOrEqual(0)
      }
      await expect(rig.network.check({ signal: AbortSignal.abort() })).resolves.toBeInstanceOf(Array)
    })

    test('the list of SIMs has each carried SIM once, in the state of its look-up', async () => {
      if (!rig.network.capabilities.listsSims || !rig.network.listSims) return
      const sim = await rig.sim('active')
      const listed: NetworkInventoryRow[] = []
      for await (const page of rig.network.listSims()) listed.push(...page)
      expect(new Set(listed.map(({ iccid }) => iccid)).size).toBe(listed.length)
      expect(listed.find(({ iccid }) => iccid === sim.iccid)).toMatchObject({ imsi: sim.imsi, state: 'active' })
      expect(listed.some(({ iccid }) => iccid === rig.unknownSim.iccid)).toBe(false)
    })

    async function expectUnsupported(kind: 'resetConnection' | (typeof CHANGES)[number][0]): Promise<void> {
      const answer = await rig.network[kind](await rig.sim('active'), { requestId: newId() })
      expect(answer).toMatchObject({ kind: 'rejected', cause: 'not_supported', retryable: false })
    }
  })
}
