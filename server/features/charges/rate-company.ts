import { setImmediate as others } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import { CycleRater } from '#domain/rating/cycle-rater.ts'
import { spanOf } from '#domain/rating/cycle-span.ts'
import type { Database } from '../../db/database.ts'
import { cycleFacts } from './cycle-facts.ts'
import { lateLines } from './late-lines.ts'
import { FIRST_ADJUSTMENT, type LineSink } from './line-sink.ts'
import { termsOfCycle } from './terms.queries.ts'

/** A company's cycle that is to be rated. */
export interface CompanyCycle {
  readonly companyId: number
  readonly timeZone: string
  readonly cycle: BillingCycle
}

interface Source {
  readonly pool: Pool
  readonly db: Database
}

/**
 * Rates a company's cycle into a sink: SIM by SIM in the order of their ICCIDs, then its pools, then what came late for earlier
 * cycles. The same lines each time, once the cycle's books are closed.
 */
export async function rateCompany(source: Source, of: CompanyCycle, sink: LineSink): Promise<void> {
  const { companyId, cycle, timeZone } = of
  const span = spanOf(cycle, timeZone)
  const rater = new CycleRater({ cycle, span, termsOf: await termsOfCycle(source.db, cycle.start) })
  for await (const sims of cycleFacts(source, { companyId, cycle, span, usage: 'days' })) {
    for (const facts of sims) {
      const rated = rater.rate(facts)
      if (rated) sink.add(facts.iccid, rated, 1)
    }
    await sink.hand()
    // rows that are there already would keep whoever else waits for this process waiting
    await others()
  }
  for (const [index, pool] of rater.ratePools().entries()) sink.add('', pool, index + 1)
  await addLateLines(source, of, sink)
  await sink.flush()
}

async function addLateLines(source: Source, { companyId, cycle }: CompanyCycle, sink: LineSink): Promise<void> {
  let last = { iccid: '', firstNo: FIRST_ADJUSTMENT }
  for await (const { iccid, rated } of lateLines(source, companyId, cycle.start)) {
    const firstNo = iccid === last.iccid ? last.firstNo : FIRST_ADJUSTMENT
    sink.add(iccid, rated, firstNo)
    last = { iccid, firstNo: firstNo + rated.lines.length }
    await sink.hand()
  }
}
