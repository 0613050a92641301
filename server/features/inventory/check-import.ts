import type { Pool } from 'pg'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { loadCatalog } from './catalog.queries.ts'
import { checkAgainstFleet } from './check-against-fleet.ts'
import { checkWithinFile } from './check-lines.sql.ts'
import { addCounts, countLines, type ImportCounts } from './counts.queries.ts'
import { lockImport } from './import-lock.ts'
import { dropStaging, inEachPart, restage } from './import-parts.ts'
import { type ImportProgress, type ImportState, importDone, updateImport } from './import-row.ts'
import { type InventorySource, stageLines } from './stage-lines.ts'

export interface ImportServices {
  readonly pool: Pool
  readonly db: Database
  readonly clock: () => Date
}

export interface CheckOptions {
  readonly mapping: InventoryMapping
  /** the company of lines without one */
  readonly defaultCompanyId?: number | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** Another process works on the import, or it is past this step. */
export class ImportBusy extends Error {
  override name = 'ImportBusy'
}

/** 'checking' without a lock: the process that worked on it has died. */
const CHECKABLE: readonly ImportState[] = ['uploaded', 'checking', 'checked', 'failed']

/**
 * The first pass: reads every line and checks it by itself, against the other lines and against the fleet, without changing the
 * fleet. It can be repeated with another mapping.
 * @throws UnreadableFile when the file breaks off as a table; the import has failed then
 */
export async function checkImport(
  services: ImportServices,
  importId: number,
  source: InventorySource,
  options: CheckOptions,
): Promise<ImportCounts> {
  const { db, clock } = services
  const watch = await lockImport(services, importId, options.onProgress)
  if (!watch) throw new ImportBusy()
  try {
    const { mapping, defaultCompanyId } = options
    const start = { state: 'checking', mapping, defaultCompanyId: defaultCompanyId ?? null, counts: null, failure: '' } as const
    if (!(await updateImport(db, importId, start, { from: CHECKABLE, now: clock() }))) throw new ImportBusy()
    const counts = await readAndCheck(services, importId, source, options, watch.report)
    const checked = { state: 'checked', counts, progress: importDone(counts.lines) } as const
    await updateImport(db, importId, checked, { from: ['checking'], now: clock() })
    options.onProgress?.(checked.progress)
    return counts
  } catch (error) {
    if (!(error instanceof ImportBusy)) await fail(services, importId, error)
    throw error
  } finally {
    await watch.end()
  }
}

async function readAndCheck(
  services: ImportServices,
  importId: number,
  source: InventorySource,
  { mapping, defaultCompanyId }: CheckOptions,
  report: (progress: ImportProgress) => void,
): Promise<ImportCounts> {
  const { db, clock } = services
  const staging = await restage(db, importId)
  const rules = {
    catalog: await loadCatalog(db),
    defaultCompanyId,
    // in the easternmost time zone the next day has begun
    latestDay: new Date(clock().getTime() + DAY_MS).toISOString().slice(0, 10),
  }
  let lines = 0
  await stageLines(services, source, staging, {
    mapping,
    rules,
    onRead: (done, read) => {
      lines = read
      report({ phase: 'reading', done, of: source.totalBytes, lines })
    },
  })
  report({ phase: 'judging', done: 0, of: 0, lines })
  return db.transaction().execute(async (trx) => {
    await checkWithinFile(trx, staging)
    const parts = await checkAgainstFleet(trx, importId)
    return addCounts(await inEachPart(trx, parts, (inside, part) => countLines(inside, part.staging)))
  })
}

async function fail({ db, clock }: ImportServices, importId: number, error: unknown): Promise<void> {
  const failure = error instanceof UnreadableFile ? `${error.reason}:${error.line}` : 'internal'
  await updateImport(db, importId, { state: 'failed', failure }, { from: ['checking', 'applying'], now: clock() })
  await dropStaging(db, importId)
}
