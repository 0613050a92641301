import type { FleetUsage } from './fleet-usage.ts'
import { PlanSearch } from './plan-search.ts'
import type { PlanTerms } from './plan-terms.ts'

/** The other plans that each SIM may have, in the currency of its own; none: it stays. */
export interface PlanChoices {
  at(sim: number): readonly number[] | undefined
}

/** Plans are numbers into `plans`, SIMs numbers from 0. */
export interface OptimiserOptions {
  readonly plans: readonly PlanTerms[]
  readonly usage: FleetUsage
  /** the plan of each SIM today */
  readonly today: Uint16Array
  readonly choices: PlanChoices
  /** usage of a SIM on another plan than today's counts as this much higher: a move has to pay even then */
  readonly marginPercent: number
  /** SIMs that may move at most */
  readonly maxMoves: number
}

/**
 * The cheapest plans for the SIMs of a company, if they use what they used in some cycles: prices, overage and pools count as on invoices.
 * Never dearer than today's plans. Without pools it is the optimum; with them a search that ends within 1 % of it
 * (decision 120). Each currency is optimised by itself, because amounts of two cannot be compared; the one with most SIMs moves first.
 * It holds the thread for 20 seconds with a million SIMs.
 * @param onProgress of the search in one currency after the other, each from 0 to 1
 * @returns the plan of each SIM
 */
export function optimisePlans(options: OptimiserOptions, onProgress: (share: number) => void = () => {}): Uint16Array {
  const plans = options.today.slice()
  let maxMoves = options.maxMoves
  for (const members of membersByCurrency(options)) {
    const search = new PlanSearch({ ...options, maxMoves }, members)
    search.run(onProgress)
    for (const { sim, plan } of search.moves()) plans[sim] = plan
    maxMoves -= search.moveCount
  }
  return plans
}

/** The SIMs that may move, by currency, the most first. */
function membersByCurrency({ plans, today, choices }: OptimiserOptions): Uint32Array[] {
  const counts = new Map<string, number>()
  const currencyOf = (sim: number): string | undefined =>
    choices.at(sim)?.length ? plans[today[sim] ?? 0]?.currency : undefined
  for (let sim = 0; sim < today.length; sim++) {
    const currency = currencyOf(sim)
    if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([currency, count]) => {
      const members = new Uint32Array(count)
      let next = 0
      for (let sim = 0; sim < today.length; sim++) if (currencyOf(sim) === currency) members[next++] = sim
      return members
    })
}
