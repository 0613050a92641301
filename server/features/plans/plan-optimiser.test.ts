import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeCycle } from '#domain/rating/cycle-part.ts'
import { FleetUsage } from '#domain/rating/fleet-usage.ts'
import { wholeCycleCost } from '#domain/rating/plan-costs.ts'
import { optimisePlans } from '#domain/rating/plan-optimiser.ts'
import type { PlanTerms } from '#domain/rating/plan-terms.ts'
import { rateSim } from '#domain/rating/rate-sim.ts'

// Fleets at random against a model that shares none of the optimiser's code: brute force for a handful of SIMs, Debian's glpsol for tens.

const MB = 1_048_576
type Kind = 'billable' | 'hibernated' | undefined
interface Used {
  readonly kind: Kind
  readonly mb: number
  readonly sms: number
  readonly seconds: number
}
interface Fleet {
  readonly plans: readonly PlanTerms[]
  /** by SIM: plan today, other plans, use by cycle */
  readonly sims: readonly { readonly today: number; readonly choices: readonly number[]; readonly used: readonly Used[] }[]
  readonly marginPercent: number
  readonly maxMoves: number
}

const plan = (planCode: string, pooled: boolean, dataMb: number, priceMinor: number, more: Partial<PlanTerms>): PlanTerms => ({
  ...{
    planCode,
    currency: 'CLP',
    pooled,
    dataMb,
    priceMinor,
    includedSms: 5,
    includedVoiceSeconds: 60,
    hibernationFeeMinor: 50,
  },
  ...{ overageUnitMb: 1, overagePriceMinor: 10, smsPriceMinor: 20, voicePriceMinor: 30 },
  ...more,
})

const anyPlan = (index: number): fc.Arbitrary<PlanTerms> =>
  fc
    .record({
      pooled: fc.boolean(),
      dataMb: fc.constantFrom(0, 10, 50, 100, 500),
      priceMinor: fc.integer({ min: 0, max: 3_000 }),
      overageUnitMb: fc.constantFrom(1, 5, 10),
      overagePriceMinor: fc.integer({ min: 0, max: 60 }),
      hibernationFeeMinor: fc.nat(300),
      includedSms: fc.nat(10),
      includedVoiceSeconds: fc.nat(200),
    })
    .map(({ pooled, dataMb, priceMinor, ...more }) => plan(`p${index}`, pooled, dataMb, priceMinor, more))

const anyUsed: fc.Arbitrary<Used> = fc.record({
  kind: fc.constantFrom<Kind[]>('billable', 'billable', 'billable', 'hibernated', undefined),
  mb: fc.oneof(fc.nat(20), fc.nat(200), fc.nat(900)),
  sms: fc.nat(15),
  seconds: fc.nat(400),
})

function anyFleet({
  sims,
  plans,
  cycles,
}: {
  sims: [number, number]
  plans: [number, number]
  cycles: number
}): fc.Arbitrary<Fleet> {
  return fc.integer({ min: plans[0], max: plans[1] }).chain((count) => {
    const all = Array.from({ length: count }, (_, index) => index)
    const anySim = fc.record({
      today: fc.nat(count - 1),
      isLeftAlone: fc.nat(9).map((n) => n === 0),
      used: fc.array(anyUsed, { minLength: cycles, maxLength: cycles }),
    })
    return fc.record({
      plans: fc.tuple(...all.map(anyPlan)),
      sims: fc.array(anySim, { minLength: sims[0], maxLength: sims[1] }).map((list) =>
        list.map(({ isLeftAlone, ...sim }) => ({
          ...sim,
          choices: isLeftAlone ? [] : all.filter((one) => one !== sim.today),
        })),
      ),
      marginPercent: fc.constantFrom(0, 0, 10, 50),
      maxMoves: fc.oneof(fc.constant(1_000), fc.nat(sims[1])),
    })
  })
}

function advise({ plans, sims, marginPercent, maxMoves }: Fleet): number[] {
  const cycles = sims[0]?.used.length ?? 1
  const usage = new FleetUsage(sims.length, cycles)
  for (const [sim, { used }] of sims.entries())
    for (const [cycle, { kind, mb, sms, seconds }] of used.entries())
      usage.set(sim, cycle, kind, { dataBytes: mb * MB, sms, voiceSeconds: seconds })
  const today = Uint16Array.from(sims, (sim) => sim.today)
  return [...optimisePlans({ plans, usage, today, choices: sims.map(({ choices }) => choices), marginPercent, maxMoves })]
}

/** What the model says that an assignment costs, in all cycles. */
function modelCost({ plans, sims }: Fleet, assigned: readonly number[], marginPercent: number): number {
  let cost = 0
  const cycles = sims[0]?.used.length ?? 1
  for (let cycle = 0; cycle < cycles; cycle++) {
    const pools = plans.map(() => ({ used: 0, included: 0 }))
    for (const [sim, { today, used }] of sims.entries()) {
      const to = assigned[sim] ?? 0
      const terms = plans[to] as PlanTerms
      const { kind, ...was } = used[cycle] as Used
      if (kind === 'hibernated') cost += terms.hibernationFeeMinor
      if (kind !== 'billable') continue
      const more = (value: number) => (to === today ? value : Math.ceil((value * (100 + marginPercent)) / 100))
      const bytes = more(was.mb * MB)
      cost += terms.priceMinor
      cost += Math.max(0, more(was.sms) - terms.includedSms) * terms.smsPriceMinor
      cost += Math.ceil(Math.max(0, more(was.seconds) - terms.includedVoiceSeconds) / 60) * terms.voicePriceMinor
      if (terms.pooled) {
        const pool = pools[to] as { used: number; included: number }
        pool.used += bytes
        pool.included += terms.dataMb * MB
      } else cost += overage(terms, bytes - terms.dataMb * MB)
    }
    for (const [index, terms] of plans.entries()) {
      const { used, included } = pools[index] as { used: number; included: number }
      cost += overage(terms, used - included)
    }
  }
  return cost
}

const overage = ({ overageUnitMb, overagePriceMinor }: PlanTerms, bytes: number): number =>
  Math.ceil(Math.max(0, bytes) / (overageUnitMb * MB)) * overagePriceMinor

const movesOf = ({ sims }: Fleet, assigned: readonly number[]) =>
  sims.filter(({ today }, sim) => assigned[sim] !== today).length
const stay = ({ sims }: Fleet): number[] => sims.map(({ today }) => today)

function bruteForce(fleet: Fleet): number {
  const { sims, marginPercent, maxMoves } = fleet
  let least = Number.POSITIVE_INFINITY
  const walk = (assigned: readonly number[]): void => {
    const sim = sims[assigned.length]
    if (sim) for (const one of [sim.today, ...sim.choices]) walk([...assigned, one])
    else if (movesOf(fleet, assigned) <= maxMoves) least = Math.min(least, modelCost(fleet, assigned, marginPercent))
  }
  walk([])
  return least
}

test('what a SIM costs in a whole cycle is the sum of the lines of its invoice', () => {
  const cycle = { start: '2026-11-01', end: '2026-12-01' }
  fc.assert(
    fc.property(anyPlan(0), anyUsed, (terms, { kind = 'billable', mb, sms, seconds }) => {
      const used = { dataBytes: mb * MB + 17, sms, voiceSeconds: seconds }
      const lines = rateSim({ kind, terms, part: wholeCycle(cycle) }, used)
      expect(wholeCycleCost(terms, kind, used)).toBe(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
    }),
  )
})

test('advice is never dearer than today, with the margin and without, and keeps every limit', () => {
  fc.assert(
    fc.property(anyFleet({ sims: [1, 25], plans: [1, 5], cycles: 3 }), (fleet) => {
      const { sims, marginPercent, maxMoves } = fleet
      const assigned = advise(fleet)
      const today = modelCost(fleet, stay(fleet), 0)
      expect(modelCost(fleet, assigned, marginPercent)).toBeLessThanOrEqual(today)
      expect(modelCost(fleet, assigned, 0)).toBeLessThanOrEqual(today)
      expect(movesOf(fleet, assigned)).toBeLessThanOrEqual(maxMoves)
      for (const [sim, { today: before, choices }] of sims.entries()) expect([before, ...choices]).toContain(assigned[sim])
    }),
  )
})

test('for a handful of SIMs it is the optimum', () => {
  fc.assert(
    fc.property(anyFleet({ sims: [1, 5], plans: [2, 4], cycles: 2 }), (fleet) => {
      expect(modelCost(fleet, advise(fleet), fleet.marginPercent)).toBe(bruteForce(fleet))
    }),
  )
})

test('amounts of two currencies are never compared', () => {
  const used = [{ kind: 'billable' as const, mb: 5, sms: 0, seconds: 0 }]
  const plans = [
    plan('clp', false, 10, 900, {}),
    plan('small', false, 10, 700, {}),
    plan('usd', false, 10, 3, { currency: 'USD' }),
  ]
  const sims = [
    { today: 0, choices: [1], used },
    { today: 2, choices: [], used },
    { today: 0, choices: [1], used },
  ]
  expect(advise({ plans, sims, marginPercent: 0, maxMoves: 9 })).toEqual([1, 2, 1])
  expect(movesOf({ plans, sims, marginPercent: 0, maxMoves: 1 }, advise({ plans, sims, marginPercent: 0, maxMoves: 1 }))).toBe(
    1,
  )
})

test('costs beyond 32 bits are compared as they are', () => {
  const used = [{ kind: 'billable' as const, mb: 0, sms: 0, seconds: 0 }]
  const plans = [
    plan('dearest', false, 10, 2 ** 32 + 1, {}),
    plan('dear', false, 10, 2 ** 32, {}),
    plan('cheap', false, 10, 7, {}),
  ]
  const sims = [
    { today: 2, choices: [0, 1], used },
    { today: 0, choices: [1], used },
    { today: 0, choices: [1, 2], used },
  ]
  expect(advise({ plans, sims, marginPercent: 0, maxMoves: 9 })).toEqual([2, 1, 2])
})

/** The fleet as an integer program in the format of CPLEX: a binary for each SIM and plan, an integer for each pool and cycle. */
function programOf(fleet: Fleet): string {
  const { plans, sims, marginPercent, maxMoves } = fleet
  const [costs, rows, binaries, integers]: [string[], string[], string[], string[]] = [[], [], [], []]
  const loads = new Map<string, string[]>()
  // without their pools
  const alone = plans.map((terms) => (terms.pooled ? { ...terms, overagePriceMinor: 0 } : terms))
  for (const [sim, { today, choices, used }] of sims.entries()) {
    const options = [today, ...choices].map((to) => ({ to, name: `x_${sim}_${to}` }))
    rows.push(`${options.map(({ name }) => name).join(' + ')} = 1`)
    for (const { to, name } of options) {
      costs.push(`${modelCost({ ...fleet, plans: alone, sims: [{ today, choices, used }] }, [to], marginPercent)} ${name}`)
      binaries.push(name)
      const terms = plans[to] as PlanTerms
      for (const [cycle, { kind, mb }] of used.entries()) {
        if (kind !== 'billable' || !terms.pooled) continue
        // in tenths of a MB, of which a whole MB with its margin is a whole number
        const over = mb * (to === today ? 10 : 10 + marginPercent / 10) - terms.dataMb * 10
        loads.set(`${to}_${cycle}`, [
          ...(loads.get(`${to}_${cycle}`) ?? []),
          `${over < 0 ? '+' : '-'} ${Math.abs(over)} ${name}`,
        ])
      }
    }
  }
  for (const [key, load] of loads) {
    const terms = plans[Number(key.split('_')[0])] as PlanTerms
    costs.push(`${terms.overagePriceMinor} y_${key}`)
    integers.push(`y_${key}`)
    rows.push(`${terms.overageUnitMb * 10} y_${key} ${load.join(' ')} >= 0`)
  }
  const moved = sims.flatMap(({ choices }, sim) => choices.map((to) => `x_${sim}_${to}`))
  if (moved.length > 0) rows.push(`${moved.join(' + ')} <= ${maxMoves}`)
  const parts = [`Minimize\n ${costs.join('\n + ')}`, `Subject To\n ${rows.join('\n ')}`]
  return [...parts, `General\n ${integers.join('\n ')}`, `Binary\n ${binaries.join('\n ')}`, 'End\n'].join('\n')
}

/** The least cost that glpsol finds within some seconds. */
function solve(fleet: Fleet): number {
  const folder = mkdtempSync(join(tmpdir(), 'glpk-'))
  try {
    const [program, answer] = [join(folder, 'fleet.lp'), join(folder, 'answer.txt')]
    writeFileSync(program, programOf(fleet))
    const limits = ['--cuts', '--mipgap', '0.001', '--tmlim', '5']
    const { stdout } = spawnSync('glpsol', ['--lp', program, ...limits, '-w', answer], { encoding: 'utf8' })
    const found = /^s mip \d+ \d+ \w ([\d.e+-]+)/m.exec(readFileSync(answer, 'utf8'))
    if (!found) throw new Error(stdout)
    return Number(found[1])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hasSolver = spawnSync('which', ['glpsol']).status === 0

test.skipIf(!hasSolver).each([
  ['of the day', { numRuns: 12 }],
  // no two moves together save anything, three do
  ['of one day', { seed: 20261203, path: '3', numRuns: 1 }],
])('for tens of SIMs %s it is within a hundredth of the optimum that glpsol finds', (_, parameters) => {
  fc.assert(
    fc.property(anyFleet({ sims: [20, 45], plans: [3, 5], cycles: 3 }), (fleet) => {
      const ours = modelCost(fleet, advise(fleet), fleet.marginPercent)
      expect(ours).toBeLessThanOrEqual(solve(fleet) * 1.01)
    }),
    // each smaller fleet would be solved again, for minutes
    { ...parameters, endOnFailure: true },
  )
})
