import type { Readable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { IMPORT_MAX_BYTES, type ImportData } from '#contract/inventory/inventory.calls.ts'
import { MAPPING_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { type InventoryMapping, mappingProblem } from '#domain/inventory-columns.ts'
import { daysBefore } from '#domain/time.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { askCells } from '#server/cells/ask-cells.ts'
import type { Ctx, Services } from '#server/context.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { audit } from '#server/records/audit.ts'
import type { ApplyMode } from './apply-import.ts'
import { listBadLines } from './bad-lines.queries.ts'
import type { ImportCounts } from './counts.queries.ts'
import { discardImport } from './discard-import.ts'
import { fileSentence, importData, type StoredFormat } from './import-data.ts'
import { ImportFiles } from './import-files.ts'
import { failAbandonedImports, lockImport, UNFINISHED } from './import-lock.ts'
import { dropStaging } from './import-parts.ts'
import {
  createImport,
  findImport,
  type ImportActor,
  type ImportRow,
  type ImportState,
  type ImportUpdate,
  updateImport,
} from './import-row.ts'
import { type ImportTask, runImportTask } from './import-task.ts'
import { type ImportableNetwork, type ImportDefaults, importableNetwork } from './importable-network.ts'
import { NETWORK_COLUMNS, NETWORK_MAPPING, writeNetworkLines } from './network-lines.ts'

/** Bad lines on the page; the download has all. */
const MAX_SHOWN_BAD_LINES = 50
/**
 * Work on an import that wrote no progress for this long may have died with its process. Its thread is not there at once: on two cores
 * with twenty programs at work it took more than ten seconds to start.
 */
const SILENT_MS = 60_000
/** An abandoned file is deleted after this. */
const RETENTION_DAYS = 7

function importerOf({ actor: { companyId, userId, email }, address, requestId }: Ctx): ImportActor {
  return { companyId, userId, actor: email, address, requestId }
}

/** Audits the steps before an import is applied; applying writes its own audit row. */
const auditStep = (ctx: Ctx, importId: number, step: 'uploaded' | 'checked' | 'discarded', after?: object) =>
  audit(ctx.db, ctx, { action: `import.${step}`, entity: 'import', entityId: String(importId), after })

/** Imports of the page: their files, threads that read them, rows with their state. Each step may be done by another process. */
export class ImportService {
  readonly #services: Services
  readonly #files: ImportFiles
  readonly #threads = new Set<Worker>()
  readonly #fetches = new Set<Promise<void>>()
  readonly #runs = new Set<Promise<void>>()
  readonly #ending = new AbortController()

  constructor(services: Services) {
    this.#services = services
    this.#files = new ImportFiles(services.config.DATA_DIR, services.db)
  }

  /** Stores an upload and describes its content. */
  async upload(ctx: Ctx, fileName: string, content: Readable, announcedBytes: number): Promise<ImportData> {
    if (announcedBytes > IMPORT_MAX_BYTES) throw new AppError('body_too_large')
    const { path, bytes } = await this.#files.store(content)
    try {
      const opened = await runImportTask({ kind: 'open', path }, this.#threads)
      if (!opened) throw new Error('the import thread opened nothing')
      const { format, columns, mapping } = opened
      const file = { fileName, fileBytes: bytes, format: { ...format, columns }, mapping }
      const importId = await createImport(ctx.db, importerOf(ctx), file, ctx.now)
      await this.#files.keep(path, { companyId: ctx.actor.companyId, importId })
      await auditStep(ctx, importId, 'uploaded', { fileName, fileBytes: bytes })
      return await this.read(ctx, importId)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      throw invalidField('file', fileSentence(error.reason, error.line))
    } finally {
      await this.#files.remove(path)
    }
  }

  /** Starts to fetch a network's list of SIMs into a file, which is then checked like an upload. */
  async importFromNetwork(ctx: Ctx, networkId: string, defaults: ImportDefaults): Promise<ImportData> {
    const network = await importableNetwork(ctx.db, this.#services.networks, networkId, defaults)
    const columns = NETWORK_COLUMNS.map(({ header }) => ({ header, samples: [] }))
    const format: StoredFormat = { kind: 'csv', encoding: 'utf-8', separator: ',', skipLines: 0, columns }
    const file = { fileName: `${network.name}.csv`, fileBytes: 0, format, mapping: NETWORK_MAPPING }
    const importId = await createImport(ctx.db, importerOf(ctx), file, ctx.now)
    await this.#updateState(ctx, importId, { state: 'checking', progress: START }, 'uploaded')
    await auditStep(ctx, importId, 'uploaded', { fileName: file.fileName, networkId, ...defaults })
    const fetching = this.#fetch(ctx, importId, network, defaults)
    this.#fetches.add(fetching)
    void fetching.finally(() => this.#fetches.delete(fetching))
    return this.read(ctx, importId)
  }

  async read(ctx: Ctx, importId: number): Promise<ImportData> {
    const found = await this.#find(ctx, importId)
    const isOpen = UNFINISHED.includes(found.state)
    const failed = isOpen ? await failAbandonedImports(this.#importServices(), { importId, silentMs: SILENT_MS }) : []
    const row = failed.length > 0 ? await this.#find(ctx, importId) : found
    const bad = row.counts === null ? [] : await listBadLines(ctx.db, importId, MAX_SHOWN_BAD_LINES)
    return importData(row, bad, ctx.language)
  }

  /** Starts the first pass in a thread. */
  async check(
    ctx: Ctx,
    importId: number,
    mapping: InventoryMapping,
    defaultCompanyId: number | undefined,
  ): Promise<ImportData> {
    const row = await this.#find(ctx, importId)
    const { columns } = row.format as StoredFormat
    const problem = mapping.length > columns.length ? 'iccid_missing' : mappingProblem(mapping)
    if (problem) throw invalidField('mapping', MAPPING_SENTENCES[problem])
    if (row.state !== 'uploaded' && row.state !== 'checked' && row.state !== 'failed') throw new AppError('conflict')
    if (defaultCompanyId !== undefined) await this.#requireCompany(ctx, defaultCompanyId)
    const path = await this.#files.fetch(row, row.fileBytes)
    if (path === undefined) throw new AppError('conflict', { sentence: FILE_LOST })
    await this.#updateState(ctx, importId, { state: 'checking', counts: null, failure: '', progress: START }, row.state)
    await auditStep(ctx, importId, 'checked', { fileName: row.fileName, mapping, defaultCompanyId })
    this.#run(ctx, importId, { kind: 'check', importId, path, mapping, defaultCompanyId, ...this.#connection(ctx) })
    return this.read(ctx, importId)
  }

  /** Starts the second pass in a thread. */
  async apply(ctx: Ctx, importId: number, mode: ApplyMode): Promise<ImportData> {
    const row = await this.#find(ctx, importId)
    if (row.state !== 'checked') throw new AppError('conflict')
    const counts = row.counts as ImportCounts
    if (mode === 'all' && counts.bad > 0) throw new AppError('conflict', { sentence: HAS_BAD_LINES })
    const progress = { ...START, phase: 'judging', lines: counts.lines } as const
    await this.#updateState(ctx, importId, { state: 'applying', progress }, 'checked')
    const task = { mode, who: importerOf(ctx), warningPercent: ctx.config.ALARM_WARNING_PERCENT }
    this.#run(ctx, importId, { kind: 'apply', importId, ...task, ...this.#connection(ctx) })
    return this.read(ctx, importId)
  }

  async discard(ctx: Ctx, importId: number): Promise<void> {
    await this.#find(ctx, importId)
    if (!(await discardImport(this.#importServices(ctx.now), ctx.actor.companyId, importId))) throw new AppError('conflict')
    await this.#files.delete(importId)
    await auditStep(ctx, importId, 'discarded')
  }

  async requireImport(ctx: Ctx, importId: number): Promise<string> {
    return (await this.#find(ctx, importId)).fileName
  }

  /** At the start: fails imports that a crash interrupted, and deletes abandoned ones. */
  async recover(): Promise<void> {
    const { db, clock } = this.#services
    await failAbandonedImports(this.#importServices(), { silentMs: SILENT_MS })
    const before = daysBefore(clock(), RETENTION_DAYS)
    const rows = await db.selectFrom('imports').select(['import_id', 'state', 'updated_at']).execute()
    const old = rows.filter((row) => row.updated_at < before)
    for (const { import_id } of old) await dropStaging(db, import_id)
    const kept = rows
      .filter((row) => !old.includes(row) && row.state !== 'applied' && row.state !== 'discarded')
      .map((row) => row.import_id)
    await this.#files.deleteStale(kept, clock())
  }

  /** At the end: threads are terminated; their transactions roll back, and the next start marks the imports as failed. */
  async close(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#fetches)
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
    await Promise.all(this.#runs)
  }

  async #find(ctx: Ctx, importId: number): Promise<ImportRow> {
    const row = await findImport(ctx.db, ctx.actor.companyId, importId)
    if (!row || row.state === 'discarded' || !('columns' in (row.format as object))) throw new AppError('not_found')
    return row
  }

  /** Of two concurrent state changes one fails with a conflict. */
  async #updateState(ctx: Ctx, importId: number, patch: ImportUpdate, from: ImportState): Promise<void> {
    if (!(await updateImport(ctx.db, importId, patch, { from: [from], now: ctx.now }))) throw new AppError('conflict')
  }

  async #requireCompany(ctx: Ctx, companyId: number): Promise<void> {
    const found = await ctx.db
      .selectFrom('companies')
      .select('company_id')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!found) throw new AppError('not_found')
  }

  #importServices(now?: Date) {
    const { pool, db, clock } = this.#services
    return { pool, db, clock: now ? () => now : clock }
  }

  #connection({ pool, now }: Ctx): { connectionString: string; now: Date } {
    return { connectionString: pool.options.connectionString ?? '', now }
  }

  /** Holds the import's lock, so that clean-up after a crash skips it. Never rejects. */
  async #fetch(ctx: Ctx, importId: number, network: ImportableNetwork, defaults: ImportDefaults): Promise<void> {
    const services = this.#importServices()
    const watch = await lockImport(services, importId)
    try {
      const { signal } = this.#ending
      const onLines = (lines: number): void => watch?.report({ ...START, lines })
      const content = writeNetworkLines(askCells(this.#services.cells), network.listSims({ signal }), defaults, onLines)
      const { path, bytes } = await this.#files.store(content)
      await this.#files.keep(path, { companyId: ctx.actor.companyId, importId })
      await updateImport(services.db, importId, { fileBytes: bytes }, { now: services.clock() })
      await watch?.end()
      const file = { path, mapping: NETWORK_MAPPING, defaultCompanyId: undefined }
      if (signal.aborted) await this.#files.remove(path)
      else this.#run(ctx, importId, { kind: 'check', importId, ...file, ...this.#connection(ctx) })
    } catch (error) {
      await watch?.end()
      ctx.log.warn({ err: error, importId, network: network.id }, 'A network did not give its list of SIMs')
      await failAbandonedImports(services, { importId, failure: 'network_failed' }).catch((cause: unknown) =>
        ctx.log.error({ err: cause, importId }, 'The outcome of an import could not be stored'),
      )
    }
  }

  #run({ log }: Ctx, importId: number, task: ImportTask): void {
    const run = runImportTask(task, this.#threads)
      .then(() => (task.kind === 'apply' ? this.#removeIfApplied(importId) : undefined))
      .catch(async (error: unknown) => {
        if (this.#ending.signal.aborted) return
        if (!(error instanceof UnreadableFile)) log.error({ err: error, importId }, 'An import failed')
        const failure = error instanceof UnreadableFile ? `${error.reason}:${error.line}` : 'internal'
        await failAbandonedImports(this.#importServices(), { importId, failure })
      })
      .catch((error: unknown) => log.error({ err: error, importId }, 'The outcome of an import could not be stored'))
      .finally(() => {
        this.#runs.delete(run)
        return task.kind === 'check' ? this.#files.remove(task.path) : undefined
      })
    this.#runs.add(run)
  }

  async #removeIfApplied(importId: number): Promise<void> {
    const row = await this.#services.db
      .selectFrom('imports')
      .select('state')
      .where('import_id', '=', importId)
      .executeTakeFirst()
    if (row?.state === 'applied') await this.#files.delete(importId)
  }
}

const START = { phase: 'reading', done: 0, of: 0, lines: 0 } as const
const FILE_LOST = { es: 'El archivo ya no está: súbalo de nuevo', en: 'The file is no longer there: upload it again' }
const HAS_BAD_LINES = { es: 'Hay líneas con error: corríjalas u omítalas', en: 'Some lines have errors: correct or skip them' }
