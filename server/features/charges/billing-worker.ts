import type { Logger } from 'pino'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { startPoller } from '../../jobs/poller.ts'
import { type CompanyBooks, companyBooks } from './company-books.queries.ts'
import { estimateCycles } from './estimate-cycles.ts'
import { type BillingServices, issueDueCycles } from './issue-cycle.ts'

const POLL_EVERY_MS = 60_000
const ESTIMATE_EVERY_MS = 3_600_000
/** A look estimates no longer than this: thousands of companies come up one after the other, over some minutes. */
const ESTIMATING_MS = 2_000

/**
 * Bills companies in this process until the returned function is called, which waits for what is under way. How far a company is
 * billed is written down, so whatever was cut off is gone on with by the next look.
 */
export function startBillingWorker(services: BillingServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  const failure = 'billing failed; it is tried again'
  // apart: estimates do not wait for a company of a million lines
  const ends = [issueDueInvoices, renewEstimates].map((step) =>
    startPoller(() => step(services, log), { everyMs: POLL_EVERY_MS, log, failure, about: { step: step.name } }),
  )
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}

/** Issues every cycle whose time has come, company by company; one that fails holds up no other. */
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
  const stale = all.filter((books) => age(books) >= ESTIMATE_EVERY_MS).sort((a, b) => age(b) - age(a))
  const begin = performance.now()
  for (const books of stale) {
    if (performance.now() - begin > ESTIMATING_MS) return
    await estimateCycles(services, books)
  }
}
