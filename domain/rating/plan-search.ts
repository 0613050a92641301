import { BYTES_PER_MB } from '../usage.ts'
import { PlanAssignment } from './plan-assignment.ts'
import type { OptimiserOptions } from './plan-optimiser.ts'
import type { PlanTerms } from './plan-terms.ts'

/** Prices that are tried for a pool's bytes. */
const PRICE_ROUNDS = 40
const MAX_PASSES = 50
/** Pairs of moves are tried up to this many options: of a fleet of some tens of SIMs. */
const MAX_PAIR_OPTIONS = 450
const MAX_PAIR_PASSES = 8
/** How often a search begins again at most, from the best assignment with so many SIMs moved at random. */
const MAX_RESTARTS = 40
const RESTART_MOVES = 4
/** Pairs of options in all restarts together: with 450 options it begins again twice, which takes a second. */
const MAX_RESTART_PAIRS = 500_000
/** A complete search goes on for so many steps; that of a handful of SIMs ends before, with the optimum. */
const MAX_STEPS = 50_000
const MAX_SEARCHED_SIMS = 100

/**
 * The search for the plans of SIMs of one currency.
 *
 * 1. Each byte that a pool has too few or too many of gets a price, between nothing and the plan's overage, and each SIM its cheapest plan at
 *    these prices; prices of pools that are overdrawn rise, those of pools that are not fall. The best of these assignments is the start.
 * 2. SIM by SIM the cheapest plan beside what all others have, until none changes.
 * 3. For few SIMs two moves at once, again and again after some moves at random; for a handful all that may be better.
 */
export class PlanSearch {
  readonly #options: OptimiserOptions
  readonly #assigned: PlanAssignment
  /** what each member saves in a round, minor units; one for all rounds: those of a million SIMs take 8 MB */
  readonly #gains: Float64Array
  /** the options of each member that can be the best beside any others; only of few SIMs */
  #useful: readonly (readonly number[])[] = []

  constructor(options: OptimiserOptions, members: Uint32Array) {
    this.#options = options
    this.#assigned = new PlanAssignment(options, members)
    this.#gains = new Float64Array(members.length)
  }

  get moveCount(): number {
    return this.#assigned.moveCount
  }

  *moves(): Generator<{ sim: number; plan: number }> {
    for (const [member, option] of this.#assigned.chosen.entries())
      if (option !== 0) yield { sim: this.#assigned.simOf(member), plan: this.#assigned.planOf(member, option) }
  }

  /** @param onProgress of the longest part, from 0 to 1 */
  run(onProgress: (share: number) => void): void {
    this.#assigned.begin()
    const pools = this.#assigned.pools()
    if (pools.length > 0) this.#priceBytes(pools, onProgress)
    else this.#chooseAt(NO_PRICES)
    this.#descend()
    if (pools.length === 0 || this.#assigned.members.length > MAX_PAIR_OPTIONS) return
    this.#useful = Array.from(this.#assigned.members, (_, member) => this.#usefulOptions(member))
    if (this.#usefulCount <= MAX_PAIR_OPTIONS) {
      this.#tryPairs()
      this.#restart(pools)
    }
    this.#searchAll(pools)
  }

  /** Today's plan, those with a pool, and the cheapest of the others: what it costs depends on nothing else. */
  #usefulOptions(member: number): number[] {
    const pooled: number[] = []
    let alone = -1
    for (let option = 0; option < this.#assigned.optionsOf(member); option++) {
      if (this.#options.plans[this.#assigned.planOf(member, option)]?.pooled) pooled.push(option)
      else if (alone < 0 || this.#assigned.ownCost(member, option) < this.#assigned.ownCost(member, alone)) alone = option
    }
    return [...new Set([0, ...(alone < 0 ? [] : [alone]), ...pooled])]
  }

  /** Moves some SIMs at random and searches on from there, from the best assignment so far each time. */
  #restart(pools: readonly number[]): void {
    const members = this.#useful.flatMap((options, member) => (options.length > 1 ? [member] : []))
    const restarts = Math.min(MAX_RESTARTS, Math.floor(MAX_RESTART_PAIRS / this.#usefulCount ** 2))
    if (members.length === 0) return
    let best = { cost: this.#assigned.total(pools), chosen: this.#assigned.chosen.slice() }
    const random = seededRandom(members.length)
    for (let restart = 0; restart < restarts; restart++) {
      for (let move = 0; move < RESTART_MOVES; move++) {
        const member = members[random(members.length)] ?? 0
        const options = this.#useful[member] ?? []
        const before = this.#assigned.take(member)
        const option = options[random(options.length)] ?? 0
        const mayMove = this.#assigned.moveCount < this.#options.maxMoves
        this.#assigned.put(member, option > 0 && !mayMove ? before : option)
      }
      this.#descend()
      this.#tryPairs()
      const cost = this.#assigned.total(pools)
      if (cost < best.cost) best = { cost, chosen: this.#assigned.chosen.slice() }
      else this.#assigned.choose(best.chosen)
    }
  }

  #priceBytes(pools: readonly number[], onProgress: (share: number) => void): void {
    const { plans, usage } = this.#options
    const { cycles } = usage
    let best = { cost: this.#assigned.total(pools), chosen: this.#assigned.chosen.slice() }
    // prices as shares of the plan's overage
    const shares = new Float64Array(plans.length * cycles)
    const prices = new Float64Array(plans.length * cycles)
    const eachPool = (change: (at: number, plan: number, cycle: number) => void) => {
      for (const plan of pools) for (let cycle = 0; cycle < cycles; cycle++) change(plan * cycles + cycle, plan, cycle)
    }
    eachPool((at, plan, cycle) => {
      shares[at] = this.#assigned.loads.excess(plan, cycle) > 0 ? 1 : 0.5
    })
    for (let round = 0; round < PRICE_ROUNDS; round++) {
      onProgress(round / PRICE_ROUNDS)
      eachPool((at, plan) => {
        prices[at] = (shares[at] ?? 0) * bytePrice(plans[plan])
      })
      this.#chooseAt(prices)
      const cost = this.#assigned.total(pools)
      if (cost < best.cost) best = { cost, chosen: this.#assigned.chosen.slice() }
      const step = 1 / (1 + round / 4)
      eachPool((at, plan, cycle) => {
        shares[at] = Math.min(1, Math.max(0, (shares[at] ?? 0) + step * this.#assigned.loads.excess(plan, cycle)))
      })
    }
    this.#assigned.choose(best.chosen)
  }

  /** Gives each member its cheapest option at prices of bytes in pools; of more moves than are allowed those that save most. */
  #chooseAt(prices: Float64Array): void {
    const options = new Uint8Array(this.#assigned.members.length)
    let moves = 0
    for (let member = 0; member < options.length; member++) {
      const stay = this.#costAt(prices, member, 0)
      let least = stay
      for (let option = 1; option < this.#assigned.optionsOf(member); option++) {
        const cost = this.#costAt(prices, member, option)
        if (cost >= least) continue
        least = cost
        options[member] = option
      }
      this.#gains[member] = stay - least
      if (least < stay) moves++
    }
    const { maxMoves } = this.#options
    if (moves > maxMoves) keepGreatest(options, this.#gains, maxMoves)
    this.#assigned.choose(options)
  }

  #costAt(prices: Float64Array, member: number, option: number): number {
    const plan = this.#assigned.planOf(member, option)
    const own = this.#assigned.ownCost(member, option)
    return this.#options.plans[plan]?.pooled
      ? own + this.#assigned.loads.pricedAt(prices, this.#assigned.simOf(member), plan, option > 0)
      : own
  }

  /** Every change lowers the cost, or leaves it and lowers the number of moves: it ends. */
  #descend(): void {
    for (let pass = 0, changes = 1; changes > 0 && pass < MAX_PASSES; pass++) {
      changes = 0
      for (let member = 0; member < this.#assigned.members.length; member++) {
        const before = this.#assigned.take(member)
        const after = this.#cheapest(member)
        this.#assigned.put(member, after)
        if (after !== before) changes++
      }
    }
  }

  /** The cheapest option of a member that is in no pool now, today's plan among equals. */
  #cheapest(member: number): number {
    let best = 0
    let least = this.#assigned.costWith(member, 0)
    if (this.#assigned.moveCount >= this.#options.maxMoves) return best
    for (let option = 1; option < this.#assigned.optionsOf(member); option++) {
      const cost = this.#assigned.costWith(member, option)
      if (cost >= least) continue
      least = cost
      best = option
    }
    return best
  }

  get #usefulCount(): number {
    return this.#useful.reduce((sum, options) => sum + options.length, 0)
  }

  #tryPairs(): void {
    for (let pass = 0, isBetter = true; isBetter && pass < MAX_PAIR_PASSES; pass++) {
      isBetter = false
      for (let first = 0; first < this.#assigned.members.length; first++)
        for (let second = first + 1; second < this.#assigned.members.length; second++)
          if (this.#improvePair(first, second)) isBetter = true
    }
  }

  /** Gives two members their cheapest options together. @returns whether that is cheaper than before */
  #improvePair(first: number, second: number): boolean {
    let best = { a: this.#assigned.chosen[first] ?? 0, b: this.#assigned.take(second) }
    let least = this.#assigned.costWith(second, best.b)
    this.#assigned.take(first)
    least += this.#assigned.costWith(first, best.a)
    const before = least
    const left = this.#options.maxMoves - this.#assigned.moveCount
    for (const optionA of this.#useful[first] ?? []) {
      const costA = this.#assigned.costWith(first, optionA)
      this.#assigned.put(first, optionA)
      for (const optionB of this.#useful[second] ?? []) {
        if (Number(optionA > 0) + Number(optionB > 0) > left) continue
        const cost = costA + this.#assigned.costWith(second, optionB)
        if (cost >= least) continue
        least = cost
        best = { a: optionA, b: optionB }
      }
      this.#assigned.take(first)
    }
    this.#assigned.put(first, best.a)
    this.#assigned.put(second, best.b)
    return least < before
  }

  /** Tries all assignments that may be cheaper than the best one so far, unless there are too many. */
  #searchAll(pools: readonly number[]): void {
    const count = this.#assigned.members.length
    if (count > MAX_SEARCHED_SIMS) return
    let best = { cost: this.#assigned.total(pools), chosen: this.#assigned.chosen.slice() }
    this.#assigned.choose(new Uint8Array(count))
    // pools apart, the members from each one on cost at least
    const rest = new Float64Array(count + 1)
    for (let member = count - 1; member >= 0; member--) {
      let least = Number.POSITIVE_INFINITY
      for (let option = 0; option < this.#assigned.optionsOf(member); option++)
        least = Math.min(least, this.#assigned.ownCost(member, option))
      rest[member] = (rest[member + 1] ?? 0) + least
    }
    let steps = 0
    const walk = (member: number, own: number): void => {
      if (++steps > MAX_STEPS || own + (rest[member] ?? 0) >= best.cost) return
      if (member === count) {
        const cost = this.#assigned.total(pools)
        if (cost < best.cost) best = { cost, chosen: this.#assigned.chosen.slice() }
        return
      }
      for (const option of this.#useful[member] ?? []) {
        const before = this.#assigned.take(member)
        if (option > 0 && this.#assigned.moveCount >= this.#options.maxMoves) {
          this.#assigned.put(member, before)
          break
        }
        this.#assigned.put(member, option)
        walk(member + 1, own + this.#assigned.ownCost(member, option))
      }
      this.#assigned.take(member)
      this.#assigned.put(member, 0)
    }
    walk(0, 0)
    this.#assigned.choose(best.chosen)
  }
}

/** Whole numbers below a limit, the same ones each time (MINSTD): advice does not change by being asked for again. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const NO_PRICES = new Float64Array(0)

/** Minor units for a byte of overage. */
const bytePrice = (terms: PlanTerms | undefined): number =>
  terms ? terms.overagePriceMinor / (terms.overageUnitMb * BYTES_PER_MB) : 0

/** Sets back to 0 all options but the `most` with the greatest gains. */
function keepGreatest(options: Uint8Array, gains: Float64Array, most: number): void {
  const sorted = gains.slice().sort()
  const limit = most === 0 ? Number.POSITIVE_INFINITY : (sorted[sorted.length - most] ?? 0)
  let atLimit = most
  for (const gain of gains) if (gain > limit) atLimit--
  for (const [member, gain] of gains.entries()) {
    if (gain > limit || (gain === limit && atLimit-- > 0)) continue
    options[member] = 0
  }
}
