import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import { CycleRater } from '#domain/rating/cycle-rater.ts'
import { spanOf } from '#domain/rating/cycle-span.ts'
import type { Database } from '#server/db/database.ts'
import type { BilledUsageWriter } from '#server/records/billed-usage.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { termsOfCycle } from '#server/records/terms.queries.ts'
import { lateLines } from './late-lines.ts'
import { FIRST_ADJUSTMENT, type LineWriter } from './line-writer.ts'

/** A company's cycle to rate. */
export interface CompanyCycle {
  readonly companyId: number
  readonly timeZone: string
  readonly cycle: BillingCycle
}

/** What is written of a company's cycle. */
export interface CycleWriters {
  readonly lines: LineWriter
  readonly usage: Pick<BilledUsageWriter, 'addSim' | 'flushIfFull' | 'flush'>
}

interface Source {
  readonly pool: Pool
  readonly db: Database
}

/**
 * Rates a company's cycle: SIM by SIM in ICCID order, then its pools, then late usage of earlier cycles. Repeatable once the
 * cycle's books are closed.
 */
export async function rateCompany(source: Source, of: CompanyCycle, { lines, usage }: CycleWriters): Promise<void> {
  const { companyId, cycle, timeZone } = of
  const span = spanOf(cycle, timeZone)
  const rater = new CycleRater({ cycle, span, timeZone, termsOf: await termsOfCycle(source.db, cycle.start) })
  for await (const sims of cycleFacts(source, { companyId, cycle, span, usage: 'days' })) {
    for (const facts of sims) {
      const bases = rater.basesOf(facts)
      lines.addSim(facts.iccid, rater.rate(facts, bases))
      // several bases are of one kind
      if (bases[0]) usage.addSim({ iccid: facts.iccid, kind: bases[0].kind, usage: facts.usage })
    }
    await lines.flushIfFull()
    await usage.flushIfFull()
    // buffered rows arrive without I/O and would block the event loop
    await yieldToEventLoop()
  }
  for (const [index, pool] of rater.ratePools().entries()) lines.add('', pool, index + 1)
  await addLateLines(source, of, lines)
  await lines.flush()
  await usage.flush()
}

async function addLateLines(source: Source, { companyId, cycle }: CompanyCycle, writer: LineWriter): Promise<void> {
  let last = { iccid: '', firstNo: FIRST_ADJUSTMENT }
  for await (const { iccid, rated } of lateLines(source, companyId, cycle.start)) {
    const firstNo = iccid === last.iccid ? last.firstNo : FIRST_ADJUSTMENT
    writer.add(iccid, rated, firstNo)
    last = { iccid, firstNo: firstNo + rated.lines.length }
    await writer.flushIfFull()
  }
}
