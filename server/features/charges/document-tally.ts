import { type ChargeLine, LineTotals } from '#domain/rating/charge-line.ts'
import type { RatedLines } from '#domain/rating/cycle-rater.ts'
import type { PlanTerms } from '#domain/rating/plan-terms.ts'

interface UsedTerms {
  readonly terms: PlanTerms
  /** the first day of the cycle that the usage is of */
  readonly usageCycle: string
}

/** The totals of one document's lines. */
export class DocumentTally {
  readonly totals = new LineTotals()
  /** SIMs that have a line of this cycle */
  sims = 0
  readonly #terms = new Map<string, UsedTerms>()

  add(line: ChargeLine, terms: PlanTerms): void {
    this.totals.add(line)
    const key = `${line.planCode} ${line.usageCycle}`
    if (!this.#terms.has(key)) this.#terms.set(key, { terms, usageCycle: line.usageCycle })
  }

  /** the terms by which its lines were rated, by plan and cycle */
  get terms(): readonly UsedTerms[] {
    return [...this.#terms.values()]
  }
}

/** The totals of a company's lines by currency: each has a document of its own. */
export class CurrencyTallies {
  readonly byCurrency = new Map<string, DocumentTally>()

  /** Lines of a SIM for this cycle, by plan. */
  addSim(plans: readonly RatedLines[]): void {
    for (const rated of plans) this.add(rated)
    for (const currency of new Set(plans.map(({ terms }) => terms.currency))) this.#of(currency).sims++
  }

  add({ terms, lines }: RatedLines): void {
    const tally = this.#of(terms.currency)
    for (const line of lines) tally.add(line, terms)
  }

  #of(currency: string): DocumentTally {
    const known = this.byCurrency.get(currency)
    if (known) return known
    const tally = new DocumentTally()
    this.byCurrency.set(currency, tally)
    return tally
  }
}
