import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import { entryNumber } from '#test/simulated-rig.ts'
import type { NetworkEvent } from '../network-events.ts'
import { completePending, type EffectKind, executeCommand, lockDevice, type StateCommand } from './execute-command.ts'
import { initialSim } from './initial-sim.ts'
import { hasOpenSession, type SimulatedSim } from './sim.ts'

const START = new Date('2026-11-21T12:00:00Z')
const at = (seconds: number) => ({ now: new Date(START.getTime() + seconds * 1000), seconds })
const KINDS = [
  'activate',
  'suspend',
  'resume',
  'terminate',
  'cutData',
  'restoreData',
  'resetConnection',
  'setDeviceLock',
] as const

const order = fc.record({
  kind: fc.constantFrom(...KINDS),
  waitS: fc.nat(30),
  laterS: fc.option(fc.nat(40), { nil: undefined }),
  isRefused: fc.boolean(),
})
const entry = fc.record({ number: fc.nat(9_999), status: fc.integer({ min: 1, max: 11 }) })

/** Which state each effect leads from and to; a reset leaves it. */
const MOVES: Readonly<Record<EffectKind, readonly [from: readonly NetworkSimState[], to: NetworkSimState | 'same']>> = {
  activated: [['inactive'], 'active'],
  suspended: [['active', 'data_cut'], 'suspended'],
  resumed: [['suspended'], 'active'],
  terminated: [['inactive', 'active', 'data_cut', 'suspended'], 'terminated'],
  data_cut: [['active'], 'data_cut'],
  data_restored: [['data_cut'], 'active'],
  reset: [['active', 'data_cut'], 'same'],
  sms: [['active', 'data_cut'], 'same'],
  locked: [['inactive', 'active', 'data_cut', 'suspended'], 'same'],
  unlocked: [['inactive', 'active', 'data_cut', 'suspended'], 'same'],
}

/** No SIM of the fleet is in it. */
const PHONE = '490154203237518'

/** A SIM's life under some orders: every step with what it led to. */
function play(
  first: SimulatedSim,
  orders: readonly {
    kind: StateCommand['kind'] | 'setDeviceLock'
    waitS: number
    laterS: number | undefined
    isRefused: boolean
  }[],
) {
  let sim = first
  let seconds = 0
  const steps: { before: SimulatedSim; after: SimulatedSim; effects: EffectKind[]; events: readonly NetworkEvent[] }[] = []
  for (const [index, { kind, waitS, laterS, isRefused }] of orders.entries()) {
    seconds += waitS
    for (const outcome of [completePending(sim, at(seconds)), undefined]) {
      if (!outcome) continue
      steps.push({
        before: sim,
        after: outcome.sim,
        effects: outcome.effects.map((effect) => effect.kind),
        events: outcome.events,
      })
      sim = outcome.sim
    }
    const deferred = laterS === undefined ? undefined : { confirmAfterMs: laterS * 1000, isRefused }
    const requestId = `r${index}`
    const outcome =
      kind === 'setDeviceLock'
        ? lockDevice(sim, { requestId, imei: isRefused ? '' : PHONE }, at(seconds))
        : executeCommand(sim, { kind, requestId }, deferred, at(seconds))
    steps.push({
      before: sim,
      after: outcome.sim,
      effects: outcome.effects.map((effect) => effect.kind),
      events: outcome.events,
    })
    if (outcome.answer.kind === 'rejected') expect(outcome.sim).toBe(sim)
    sim = outcome.sim
  }
  return steps
}

test('in any sequence of commands, states change only by allowed effects, and terminated SIMs stay terminated', () => {
  fc.assert(
    fc.property(entry, fc.array(order, { maxLength: 25 }), ({ number, status }, orders) => {
      const first = initialSim({ ...entryNumber(number), administrativeStatus: status }, at(0))
      for (const { before, after, effects, events } of play(first, orders)) {
        expect(effects.length).toBeLessThanOrEqual(1)
        const [from, to] = effects[0] ? MOVES[effects[0]] : [[before.state], 'same']
        expect(from).toContain(before.state)
        expect(after.state).toBe(to === 'same' ? before.state : to)
        if (before.state === 'terminated') expect(after.state).toBe('terminated')
        // a session is events of exactly when it ends, and none is open out of service
        const ended = hasOpenSession(before) && !hasOpenSession(after)
        expect(events.filter(({ kind }) => kind === 'dataSessionStopped')).toHaveLength(ended ? 1 : 0)
        if (after.state !== 'active') expect(hasOpenSession(after)).toBe(false)
        expect(after.pending === null).toBe(after.pendingDueAt === null)
      }
    }),
  )
})

test('no two events of a SIM share an id', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 25 }), (orders) => {
      const ids = play(initialSim(entryNumber(7), at(0)), orders).flatMap(({ events }) => events.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})
