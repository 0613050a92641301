import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../db/database.ts'
import { audit } from '../../records/audit.ts'
import { flushSearchIndex, withBulkSearchIndex } from '../../records/bulk-search-index.ts'
import { writeChanges } from './apply-changes.ts'
import { writeNewSims } from './apply-lines.ts'
import { ImportBusy, type ImportServices } from './check-import.ts'
import { countLines, type ImportCounts } from './counts.queries.ts'
import { findImport, type Importer, type ImportProgress, type ImportRow, importDone, updateImport } from './import-row.ts'
import { watchImport } from './import-watch.ts'
import { judgeFleet } from './judge.sql.ts'
import { stagingOf } from './staging.ts'

/** 'all': nothing at all when a single line is bad. 'skipBad': the good lines. */
export type ImportMode = 'all' | 'skipBad'

/** Lines are bad, and 'all or nothing' was asked for; nothing was written. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly counts: ImportCounts
  constructor(counts: ImportCounts) {
    super(`${counts.bad} bad lines`)
    this.counts = counts
  }
}

/** The checked lines are no longer there (the database crashed meanwhile); the file must be checked again. */
export class StagingLost extends Error {
  override name = 'StagingLost'
}

interface ApplyOptions {
  readonly mode: ImportMode
  readonly who: Importer
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/**
 * The second pass: judges the checked lines once more by the fleet as it is now, and writes them in one transaction:
 * registry, SIMs, their live rows, counts, timelines, the audit row and that the import is done.
 */
export async function applyImport(services: ImportServices, importId: number, options: ApplyOptions): Promise<ImportCounts> {
  const { db, clock } = services
  const { companyId } = options.who
  const watch = await watchImport(services, importId, options.onProgress)
  if (!watch) throw new ImportBusy()
  try {
    const row = await findImport(db, companyId, importId)
    if (!row || !(await updateImport(db, importId, { state: 'applying' }, { from: ['checked', 'applying'], now: clock() })))
      throw new ImportBusy()
    const counts = await db.transaction().execute((trx) => applyIn(trx, services, row, options, watch.report))
    options.onProgress?.(importDone(counts.lines))
    return counts
  } catch (error) {
    if (!(error instanceof ImportBusy)) await settleFailure(services, importId, error)
    throw error
  } finally {
    await watch.end()
  }
}

/** The transaction is undone; what is left to say is how the import stands now. */
async function settleFailure({ db, clock }: ImportServices, importId: number, error: unknown): Promise<void> {
  const applying = { from: ['applying'], now: clock() } as const
  if (error instanceof ImportRefused) {
    await updateImport(db, importId, { state: 'checked', counts: error.counts }, applying)
    return
  }
  const failure = error instanceof StagingLost ? 'interrupted' : 'internal'
  await updateImport(db, importId, { state: 'failed', failure }, applying)
  await flushSearchIndex(db)
}

/** SIMs from which on a write is bulk: below, two changes of the index's settings cost more than they save. */
const BULK = 500

function inBulk(trx: DatabaseTransaction, { created, updated }: ImportCounts, write: () => Promise<void>): Promise<void> {
  return created + updated < BULK ? write() : withBulkSearchIndex(trx, write)
}

async function applyIn(
  trx: DatabaseTransaction,
  { clock }: ImportServices,
  { importId, fileName, counts: checked }: ImportRow,
  { mode, who }: ApplyOptions,
  report: (progress: ImportProgress) => void,
): Promise<ImportCounts> {
  const now = clock()
  const staging = stagingOf(importId)
  const { lines } = checked as ImportCounts
  report({ phase: 'judging', done: 0, of: 0, lines })
  await sql`SET LOCAL work_mem = '64MB'`.execute(trx)
  // two imports at once would each find an ICCID new; readers, and writers of single SIMs, go on
  await sql`LOCK TABLE sim_registry IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  await judgeFleet(trx, staging)
  const counts = await countLines(trx, staging)
  if (counts.lines !== lines) throw new StagingLost()
  if (mode === 'all' && counts.bad > 0) throw new ImportRefused(counts)
  const options = {
    importId,
    actor: who.actor,
    now,
    onWritten: (done: number, of: number): void => report({ phase: 'writing', done, of, lines }),
  }
  await inBulk(trx, counts, async () => {
    await writeChanges(trx, staging, options)
    await writeNewSims(trx, staging, options)
  })
  await sql`DROP TABLE ${staging.lines}, ${staging.repeats}, ${staging.known}`.execute(trx)
  const { reasons: _, ...totals } = counts
  await audit(
    trx,
    {
      now,
      address: who.address,
      requestId: who.requestId,
      actor: { userId: who.userId, email: who.actor, companyId: who.companyId },
    },
    { action: 'inventory.imported', entity: 'import', entityId: String(importId), after: { fileName, mode, ...totals } },
  )
  await updateImport(
    trx,
    importId,
    { state: 'applied', counts, progress: importDone(counts.lines) },
    { from: ['applying'], now },
  )
  return counts
}
