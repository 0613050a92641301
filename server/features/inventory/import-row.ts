import { sql } from 'kysely'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { ImportCounts } from './counts.queries.ts'

type Db = Database | DatabaseTransaction

export type ImportState = 'uploaded' | 'checking' | 'checked' | 'applying' | 'applied' | 'failed' | 'discarded'

/** The progress of an import; bytes while the file is read, SIMs while they are written. */
export interface ImportProgress {
  readonly phase: 'reading' | 'judging' | 'writing' | 'done'
  readonly done: number
  readonly of: number
  readonly lines: number
}

export const importDone = (lines: number): ImportProgress => ({ phase: 'done', done: 1, of: 1, lines })

/** The actor of an import; the import's rows and its audit belong to this company. */
export interface ImportActor {
  readonly companyId: number
  readonly userId: number | null
  readonly actor: string
  readonly address: string
  readonly requestId: string
}

export interface NewImport {
  readonly fileName: string
  readonly fileBytes: number
  readonly format: unknown
  readonly mapping: InventoryMapping
}

/**
 * Creates an import.
 * @returns its number
 */
export async function createImport(
  db: Database,
  who: ImportActor,
  { fileName, fileBytes, format, mapping }: NewImport,
  now: Date,
): Promise<number> {
  const { import_id } = await db
    .insertInto('imports')
    .values({
      company_id: who.companyId,
      file_name: fileName,
      file_bytes: fileBytes,
      state: 'uploaded',
      format: JSON.stringify(format),
      mapping: JSON.stringify(mapping),
      user_id: who.userId,
      actor: who.actor,
      created_at: now,
      updated_at: now,
    })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  return import_id
}

export const findImport = (db: Db, companyId: number, importId: number) =>
  db
    .selectFrom('imports')
    .select(['import_id as importId', 'company_id as companyId', 'file_name as fileName', 'file_bytes as fileBytes', 'failure'])
    .select(['default_company_id as defaultCompanyId', 'actor', 'created_at as createdAt', 'updated_at as updatedAt'])
    .select([sql<ImportState>`state`.as('state'), sql<unknown>`format`.as('format'), sql<unknown>`mapping`.as('mapping')])
    .select([sql<unknown>`progress`.as('progress'), sql<unknown>`counts`.as('counts')])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .executeTakeFirst()

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

export interface ImportUpdate {
  readonly fileBytes?: number
  readonly state?: ImportState
  readonly mapping?: InventoryMapping
  readonly defaultCompanyId?: number | null
  readonly progress?: ImportProgress
  readonly counts?: ImportCounts | null
  readonly failure?: string
}

/**
 * Updates an import if it is in one of the states `from`: of two concurrent state changes one succeeds.
 * @returns whether it was updated
 */
export async function updateImport(
  db: Db,
  importId: number,
  patch: ImportUpdate,
  { from, now }: { from?: readonly ImportState[]; now: Date },
): Promise<boolean> {
  const { fileBytes, state, mapping, defaultCompanyId, progress, counts, failure } = patch
  const result = await db
    .updateTable('imports')
    .set({
      ...(fileBytes !== undefined && { file_bytes: fileBytes }),
      ...(state && { state }),
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(defaultCompanyId !== undefined && { default_company_id: defaultCompanyId }),
      ...(progress && { progress: JSON.stringify(progress) }),
      ...(counts !== undefined && { counts: counts && JSON.stringify(counts) }),
      ...(failure !== undefined && { failure }),
      updated_at: now,
    })
    .where('import_id', '=', importId)
    .$if(from !== undefined, (query) => query.where('state', 'in', [...(from ?? [])]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
