import { costOfSim } from './plan-costs.ts'
import type { OptimiserOptions } from './plan-optimiser.ts'
import { PoolLoads } from './pool-loads.ts'

const MAX_UINT32 = 2 ** 32 - 1

/**
 * The plans of the SIMs that may move, the members, while they are searched, with what they cost. The options of a member are numbers: 0 is
 * today's plan, the others are its choices.
 */
export class PlanAssignment {
  readonly members: Uint32Array
  readonly chosen: Uint8Array
  readonly loads: PoolLoads
  moveCount = 0
  readonly #options: OptimiserOptions
  /** where the costs of a member begin in #own */
  readonly #offsets: Uint32Array
  /** the cost of each option without its share of a pool, minor units over all cycles; in 32 bits while all fit: a million SIMs by twelve plans are twelve million */
  #own: Uint32Array | Float64Array
  /** of the chosen options, without pools */
  #ownSum = 0

  constructor(options: OptimiserOptions, members: Uint32Array) {
    this.#options = options
    this.members = members
    this.loads = new PoolLoads(options)
    this.chosen = new Uint8Array(members.length)
    this.#offsets = new Uint32Array(members.length + 1)
    for (let member = 0; member < members.length; member++)
      this.#offsets[member + 1] = (this.#offsets[member] ?? 0) + this.#choicesOf(member).length + 1
    this.#own = new Uint32Array(this.#offsets[members.length] ?? 0)
  }

  /** Rates every option, and puts all SIMs of the fleet into the pools that they have today. */
  begin(): void {
    const { usage, today, plans, marginPercent } = this.#options
    for (let sim = 0; sim < usage.sims; sim++) this.loads.put(sim, today[sim] ?? 0, false)
    for (let member = 0; member < this.members.length; member++) {
      for (let option = 0; option < this.optionsOf(member); option++) {
        const terms = plans[this.planOf(member, option)]
        if (!terms) continue
        const margin = option > 0 ? marginPercent : 0
        this.#setOwnCost(member, option, costOfSim(usage, this.simOf(member), terms, margin))
      }
      this.#ownSum += this.ownCost(member, 0)
    }
  }

  simOf(member: number): number {
    return this.members[member] ?? 0
  }

  planOf(member: number, option: number): number {
    return (option === 0 ? this.#options.today[this.simOf(member)] : this.#choicesOf(member)[option - 1]) ?? 0
  }

  /** How many options a member has. */
  optionsOf(member: number): number {
    return (this.#offsets[member + 1] ?? 0) - (this.#offsets[member] ?? 0)
  }

  ownCost(member: number, option: number): number {
    return this.#own[(this.#offsets[member] ?? 0) + option] ?? 0
  }

  /** What a member that was taken out adds to the company's cost. */
  costWith(member: number, option: number): number {
    return this.ownCost(member, option) + this.loads.costOf(this.simOf(member), this.planOf(member, option), option > 0)
  }

  put(member: number, option: number): void {
    this.loads.put(this.simOf(member), this.planOf(member, option), option > 0)
    this.chosen[member] = option
    this.#ownSum += this.ownCost(member, option)
    if (option > 0) this.moveCount++
  }

  /** @returns the option that it had */
  take(member: number): number {
    const option = this.chosen[member] ?? 0
    this.loads.take(this.simOf(member), this.planOf(member, option), option > 0)
    this.#ownSum -= this.ownCost(member, option)
    if (option > 0) this.moveCount--
    return option
  }

  choose(options: Uint8Array): void {
    for (let member = 0; member < options.length; member++) {
      if (this.chosen[member] === options[member]) continue
      this.take(member)
      this.put(member, options[member] ?? 0)
    }
  }

  /** Of all members and of some plans' pools. */
  total(pools: readonly number[]): number {
    return pools.reduce((sum, plan) => sum + this.loads.overageOf(plan), this.#ownSum)
  }

  /** The pooled plans that a member has or may have. */
  pools(): number[] {
    const { plans, today, choices } = this.#options
    const found = new Set<number>()
    const seen = new Set<readonly number[]>()
    for (const sim of this.members) {
      found.add(today[sim] ?? 0)
      const others = choices.at(sim) ?? []
      if (!seen.has(others)) for (const plan of others) found.add(plan)
      seen.add(others)
    }
    return [...found].filter((plan) => plans[plan]?.pooled).sort((a, b) => a - b)
  }

  #setOwnCost(member: number, option: number, cost: number): void {
    if (cost > MAX_UINT32 && this.#own instanceof Uint32Array) this.#own = Float64Array.from(this.#own)
    this.#own[(this.#offsets[member] ?? 0) + option] = cost
  }

  #choicesOf(member: number): readonly number[] {
    return this.#options.choices.at(this.simOf(member)) ?? []
  }
}
