import { sql } from 'kysely'
import { ALARM_WARNING_PERCENT } from '#domain/alarms.ts'
import { changeEachCell } from '#server/cells/cell-context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { audit } from '#server/records/audit.ts'
import { flushSearchIndex, withBulkSearchIndex } from '#server/records/bulk-search-index.ts'
import { lockRegistries } from '#server/records/lock-registries.ts'
import { writeChanges } from './apply-changes.ts'
import { type WriteOptions, writeNewSims } from './apply-lines.ts'
import { writeGroups, writeLocks, writeTags } from './apply-to-sims.ts'
import { checkAgainstFleet } from './check-against-fleet.ts'
import { ImportBusy, type ImportServices } from './check-import.ts'
import { addCounts, countLines, type ImportCounts } from './counts.queries.ts'
import { lockImport } from './import-lock.ts'
import { type ImportPart, inEachPart } from './import-parts.ts'
import { findImport, type ImportActor, type ImportProgress, type ImportRow, importDone, updateImport } from './import-row.ts'

/** 'all': nothing if a single line is bad. 'skipBad': the good lines. */
export type ApplyMode = 'all' | 'skipBad'

/** Lines are bad, and 'all or nothing' was requested; nothing was written. */
export class ImportRejected extends Error {
  override name = 'ImportRejected'
  readonly counts: ImportCounts
  constructor(counts: ImportCounts) {
    super(`${counts.bad} bad lines`)
    this.counts = counts
  }
}

/** The checked lines are gone (the database crashed meanwhile); the file must be checked again. */
export class StagingLost extends Error {
  override name = 'StagingLost'
}

interface ApplyOptions {
  readonly mode: ApplyMode
  readonly who: ImportActor
  /** of a limit, from which alarms warn */
  readonly warningPercent?: number
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/**
 * The second pass: checks the lines again by the present fleet, and writes them in one transaction, in the cell of each: registry, SIMs,
 * live rows, counts, timelines; then the audit row and the import's state.
 */
export async function applyImport(services: ImportServices, importId: number, options: ApplyOptions): Promise<ImportCounts> {
  const { db, clock } = services
  const { companyId } = options.who
  const watch = await lockImport(services, importId, options.onProgress)
  if (!watch) throw new ImportBusy()
  try {
    const row = await findImport(db, companyId, importId)
    if (!row || !(await updateImport(db, importId, { state: 'applying' }, { from: ['checked', 'applying'], now: clock() })))
      throw new ImportBusy()
    // who moves a SIM between cells may lock them in another order
    const counts = await retryDeadlock(() =>
      db.transaction().execute((trx) => applyIn(trx, services, row, options, watch.report)),
    )
    options.onProgress?.(importDone(counts.lines))
    return counts
  } catch (error) {
    if (!(error instanceof ImportBusy)) await recordFailure(services, importId, error)
    throw error
  } finally {
    await watch.end()
  }
}

/** After the rollback, records the import's failure. */
async function recordFailure({ db, clock }: ImportServices, importId: number, error: unknown): Promise<void> {
  const applying = { from: ['applying'], now: clock() } as const
  if (error instanceof ImportRejected) {
    await updateImport(db, importId, { state: 'checked', counts: error.counts }, applying)
    return
  }
  const failure = error instanceof StagingLost ? 'interrupted' : 'internal'
  await updateImport(db, importId, { state: 'failed', failure }, applying)
  await db.transaction().execute((trx) => changeEachCell(trx, flushSearchIndex))
}

/** From this many SIMs on a write is bulk: below, changing the index's settings twice costs more than it saves. */
const BULK_SIMS = 500

function inBulk(trx: DatabaseTransaction, { created, updated }: ImportCounts, write: () => Promise<void>): Promise<void> {
  return created + updated < BULK_SIMS ? write() : withBulkSearchIndex(trx, write)
}

/** Writes the lines of a part, and drops all of it but its problems, which can still be read. */
async function writePart(
  trx: DatabaseTransaction,
  { staging }: ImportPart,
  counts: ImportCounts,
  options: WriteOptions,
): Promise<void> {
  await inBulk(trx, counts, async () => {
    await writeChanges(trx, staging, options)
    await writeNewSims(trx, staging, options)
    await writeTags(trx, staging, options)
    await writeGroups(trx, staging, options)
    await writeLocks(trx, staging, options)
  })
  await sql`
    DROP TABLE ${staging.lines}, ${staging.repeats}, ${staging.known}, ${staging.changed}, ${staging.fresh}`.execute(trx)
}

async function applyIn(
  trx: DatabaseTransaction,
  { clock }: ImportServices,
  { importId, fileName, counts: checked }: ImportRow,
  { mode, who, warningPercent = ALARM_WARNING_PERCENT }: ApplyOptions,
  report: (progress: ImportProgress) => void,
): Promise<ImportCounts> {
  const now = clock()
  const { lines } = checked as ImportCounts
  report({ phase: 'judging', done: 0, of: 0, lines })
  await sql`SET LOCAL work_mem = '64MB'`.execute(trx)
  await lockRegistries(trx)
  const parts = await checkAgainstFleet(trx, importId)
  const countsOf = await inEachPart(trx, parts, (inside, { staging }) => countLines(inside, staging))
  const counts = addCounts(countsOf)
  if (counts.lines !== lines) throw new StagingLost()
  if (mode === 'all' && counts.bad > 0) throw new ImportRejected(counts)
  let before = 0
  for (const [place, part] of parts.entries()) {
    const own = countsOf[place] ?? counts
    const written = before
    const onWritten = (done: number): void => report({ phase: 'writing', done: written + done, of: counts.created, lines })
    await inEachPart(trx, [part], (inside) =>
      writePart(inside, part, own, { importId, actor: who.actor, now, warningPercent, onWritten }),
    )
    before += own.created
  }
  const { reasons: _, ...totals } = counts
  const { userId, actor: email, companyId, address, requestId } = who
  const entry = { action: 'inventory.imported', entity: 'import', entityId: String(importId) }
  const by = { now, address, requestId, actor: { userId, email, companyId } }
  await audit(trx, by, { ...entry, after: { fileName, mode, ...totals } })
  const applied = { state: 'applied', counts, progress: importDone(counts.lines) } as const
  await updateImport(trx, importId, applied, { from: ['applying'], now })
  return counts
}
