import type { Logger } from 'pino'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { HOUR_MS } from '#domain/time.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { type CompanyBooks, companyBooks } from './company-books.queries.ts'
import { estimateCycles } from './estimate-cycles.ts'
import { type BillingServices, issueDueCycles } from './issue-cycle.ts'

const POLL_INTERVAL_MS = 60_000
const ESTIMATE_MAX_AGE_MS = HOUR_MS
/** A poll estimates for no longer than this: thousands of companies become stale one after the other, over some minutes. */
const ESTIMATING_MAX_MS = 2_000

/**
 * Bills companies until the returned function is called, which waits for the running step. Billing progress is stored per company,
 * so the next poll continues after an interruption.
 */
export function startBillingWorker(services: BillingServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  const failure = 'billing failed; it is tried again'
  // separate pollers: estimates do not wait for a company of a million lines
  const ends = [issueDueInvoices, renewEstimates].map((step) =>
    startPoller(() => step(services, log), { everyMs: POLL_INTERVAL_MS, log, failure, about: { step: step.name } }),
  )
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}

/** Issues every due cycle, company by company; one that fails does not stop the others. */
export async function issueDueInvoices(services: BillingServices, log: Pick<Logger, 'error'>): Promise<void> {
  const now = services.clock()
  const all = await companyBooks(services.db, now)
  const due = all.filter(({ nextCycle, anchorDay, timeZone }) => closesAt(cycleFrom(nextCycle, anchorDay), timeZone) <= now)
  for (const { companyId } of due) {
    try {
      await issueDueCycles(services, companyId)
    } catch (error) {
      log.error({ err: error, companyId }, "a company's invoices could not be issued; it is tried again")
    }
  }
}

/** Renews the oldest estimates. */
export async function renewEstimates(services: BillingServices): Promise<void> {
  const now = services.clock()
  const all = await companyBooks(services.db, now)
  const age = ({ estimatedAt }: CompanyBooks): number => now.getTime() - (estimatedAt?.getTime() ?? 0)
  const stale = all.filter((books) => age(books) >= ESTIMATE_MAX_AGE_MS).sort((a, b) => age(b) - age(a))
  const begin = performance.now()
  for (const books of stale) {
    if (performance.now() - begin > ESTIMATING_MAX_MS) return
    await estimateCycles(services, books)
  }
}
