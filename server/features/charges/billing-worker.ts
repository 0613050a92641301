import type { Logger } from 'pino'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { inTransaction, type Services } from '../../context.ts'
import { startPoller } from '../../jobs/poller.ts'
import { type CompanyBooks, companyBooks } from './company-books.queries.ts'
import { estimateCycles } from './estimate-cycles.ts'
import { issueDueCycles } from './issue-cycle.ts'

type WorkServices = Pick<Services, 'pool' | 'db' | 'clock' | 'queue'>

const LOOK_EVERY_MS = 60_000
const ESTIMATE_EVERY_MS = 3_600_000
/** A look estimates no longer than this: thousands of companies come up one after the other, over some minutes. */
const ESTIMATING_MS = 2_000

/**
 * Bills companies in this process until the returned function is called, which waits for what is under way. How far a company is
 * billed is written down, so whatever was cut off is gone on with by the next look.
 */
export async function startBillingWorker(services: WorkServices, log: Pick<Logger, 'error'>): Promise<() => Promise<void>> {
  await services.queue.work('issue-cycles', async ({ companyId }) => {
    await issueDueCycles(services, companyId)
  })
  return startPoller(() => lookAtBooks(services), {
    everyMs: LOOK_EVERY_MS,
    log,
    failure: 'billing failed; it is tried again',
  })
}

/** Has every cycle issued whose time has come, and the oldest estimates renewed. */
export async function lookAtBooks(services: WorkServices): Promise<void> {
  const now = services.clock()
  const all = await companyBooks(services.db, now)
  await sendDue(
    services,
    all.filter(({ nextCycle, anchorDay, timeZone }) => closesAt(cycleFrom(nextCycle, anchorDay), timeZone) <= now),
  )
  const age = ({ estimatedAt }: CompanyBooks): number => now.getTime() - (estimatedAt?.getTime() ?? 0)
  const stale = all.filter((books) => age(books) >= ESTIMATE_EVERY_MS).sort((a, b) => age(b) - age(a))
  const begin = performance.now()
  for (const books of stale) {
    if (performance.now() - begin > ESTIMATING_MS) return
    await estimateCycles(services, books)
  }
}

async function sendDue({ db, queue }: WorkServices, due: readonly CompanyBooks[]): Promise<void> {
  if (due.length === 0) return
  await queue.open()
  await inTransaction({ db }, async (trx) => {
    for (const { companyId } of due) await queue.send(trx, 'issue-cycles', { companyId })
  })
}
