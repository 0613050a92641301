import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryNumber } from '#test/simulated-rig.ts'
import type { NetworkEvent } from '../network-events.ts'
import { firstSight } from './first-sight.ts'
import { carryOut, type EffectKind, type Order, settle } from './orders.ts'
import { hasOpenSession, type Sim, type SimState } from './sim.ts'

const START = new Date('2026-11-21T12:00:00Z')
const at = (seconds: number) => ({ now: new Date(START.getTime() + seconds * 1000), seconds })
const KINDS = ['activate', 'suspend', 'resume', 'terminate', 'cutData', 'restoreData', 'resetConnection'] as const

const order = fc.record({
  kind: fc.constantFrom(...KINDS),
  waitS: fc.nat(30),
  laterS: fc.option(fc.nat(40), { nil: undefined }),
  isRefused: fc.boolean(),
})
const entry = fc.record({ number: fc.nat(9_999), status: fc.integer({ min: 1, max: 11 }) })

/** Which state each effect leads from and to; a reset leaves it. */
const MOVES: Readonly<Record<EffectKind, readonly [from: readonly SimState[], to: SimState | 'same']>> = {
  activated: [['inactive'], 'active'],
  suspended: [['active', 'data_cut'], 'suspended'],
  resumed: [['suspended'], 'active'],
  terminated: [['inactive', 'active', 'data_cut', 'suspended'], 'terminated'],
  data_cut: [['active'], 'data_cut'],
  data_restored: [['data_cut'], 'active'],
  reset: [['active', 'data_cut'], 'same'],
  sms: [['active', 'data_cut'], 'same'],
}

/** A SIM's life under some orders: every step with what it led to. */
function play(
  first: Sim,
  orders: readonly { kind: Order['kind']; waitS: number; laterS: number | undefined; isRefused: boolean }[],
) {
  let sim = first
  let seconds = 0
  const steps: { before: Sim; after: Sim; effects: EffectKind[]; events: readonly NetworkEvent[] }[] = []
  for (const [index, { kind, waitS, laterS, isRefused }] of orders.entries()) {
    seconds += waitS
    for (const outcome of [settle(sim, at(seconds)), undefined]) {
      if (!outcome) continue
      steps.push({
        before: sim,
        after: outcome.sim,
        effects: outcome.effects.map((effect) => effect.kind),
        events: outcome.events,
      })
      sim = outcome.sim
    }
    const later = laterS === undefined ? undefined : { confirmAfterMs: laterS * 1000, isRefused }
    const outcome = carryOut(sim, { kind, requestId: `r${index}` }, later, at(seconds))
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

test('whatever is ordered: states change by effects alone, each from where it may, and the terminated stay so', () => {
  fc.assert(
    fc.property(entry, fc.array(order, { maxLength: 25 }), ({ number, status }, orders) => {
      const first = firstSight({ ...entryNumber(number), administrativeStatus: status }, at(0))
      for (const { before, after, effects, events } of play(first, orders)) {
        expect(effects.length).toBeLessThanOrEqual(1)
        const [from, to] = effects[0] ? MOVES[effects[0]] : [[before.state], 'same']
        expect(from).toContain(before.state)
        expect(after.state).toBe(to === 'same' ? before.state : to)
        if (before.state === 'terminated') expect(after.state).toBe('terminated')
        // a session is told of exactly when it ends, and none is open out of service
        const ended = hasOpenSession(before) && !hasOpenSession(after)
        expect(events.filter(({ kind }) => kind === 'dataSessionStopped')).toHaveLength(ended ? 1 : 0)
        if (after.state !== 'active') expect(hasOpenSession(after)).toBe(false)
        expect(after.pending === null).toBe(after.pendingDueAt === null)
      }
    }),
  )
})

test('of all that is told of one SIM, no two events share an id', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 25 }), (orders) => {
      const ids = play(firstSight(entryNumber(7), at(0)), orders).flatMap(({ events }) => events.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})
