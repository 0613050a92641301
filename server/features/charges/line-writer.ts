import { encodeCell } from '#contract/list-codec.ts'
import type { RatedLines } from '#domain/rating/cycle-rater.ts'
import { CopyBuffer } from '#server/db/copy-into.ts'
import { CurrencyTallies } from './document-tally.ts'

const COLUMNS =
  'company_id, document_id, iccid, line_no, plan_code, kind, usage_cycle, days_from, days_to, used, included, quantity, unit_minor, amount_minor'
export const CHARGE_LINES = `charge_lines (${COLUMNS})`

/** Line numbers of adjustments start here: a SIM's own lines are fewer. */
export const FIRST_ADJUSTMENT = 101

interface SinkOptions {
  readonly companyId: number
  /** the document of each currency */
  readonly documents: ReadonlyMap<string, number>
  readonly write: (text: string) => Promise<void>
}

/** Encodes rated lines for COPY, each for the document of its currency, and sums them up. */
export class LineWriter {
  readonly tallies = new CurrencyTallies()
  readonly #options: SinkOptions
  readonly #buffer: CopyBuffer

  constructor(options: SinkOptions) {
    this.#options = options
    this.#buffer = new CopyBuffer(options.write)
  }

  /** The lines of a SIM for this cycle, by plan. */
  addSim(iccid: string, plans: readonly RatedLines[]): void {
    this.tallies.addSim(plans)
    let firstNo = 1
    for (const rated of plans) {
      this.#encode(iccid, rated, firstNo)
      firstNo += rated.lines.length
    }
  }

  /**
   * @param iccid '' for charges of a whole plan
   * @param firstNo number of the first line; the others follow
   */
  add(iccid: string, rated: RatedLines, firstNo: number): void {
    this.tallies.add(rated)
    this.#encode(iccid, rated, firstNo)
  }

  #encode(iccid: string, rated: RatedLines, firstNo: number): void {
    const { companyId, documents } = this.#options
    const { currency } = rated.terms
    const documentId = documents.get(currency)
    if (documentId === undefined) throw new Error(`no document in ${currency}`)
    const head = `${companyId}\t${documentId}\t${iccid}`
    for (const [index, line] of rated.lines.entries()) {
      const { kind, usageCycle, days, used, included, quantity, unitMinor, amountMinor } = line
      const what = `${encodeCell(line.planCode)}\t${kind}\t${usageCycle}\t${days?.from ?? '\\N'}\t${days?.to ?? '\\N'}`
      const amounts = `${used}\t${included}\t${quantity}\t${unitMinor}\t${amountMinor}`
      this.#buffer.add(`${head}\t${firstNo + index}\t${what}\t${amounts}\n`)
    }
  }

  flushIfFull(): Promise<void> {
    return this.#buffer.flushIfFull()
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }
}
