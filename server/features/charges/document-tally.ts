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

  /** @param isSim the lines are those of a SIM for this cycle */
  add({ terms, lines }: RatedLines, isSim: boolean): void {
    const known = this.byCurrency.get(terms.currency)
    const tally = known ?? new DocumentTally()
    if (!known) this.byCurrency.set(terms.currency, tally)
    if (isSim) tally.sims++
    for (const line of lines) tally.add(line, terms)
  }
}
