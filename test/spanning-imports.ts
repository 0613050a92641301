import { sql } from 'kysely'
import { type ApplyMode, applyImport } from '#server/features/inventory/apply-import.ts'
import type { ImportCounts } from '#server/features/inventory/counts.queries.ts'
import { partsOf } from '#server/features/inventory/import-parts.ts'
import { IMPORTER, receiveInventoryFile } from './import-rig.ts'
import type { Portal } from './portal.ts'

const HEADER = 'ICC;IMSI;MSISDN;Empresa;Plan;APN;Etiqueta'

export interface LineOfFile {
  readonly icc: string
  readonly imsi?: string
  readonly msisdn?: string
  readonly company?: string
  readonly plan?: string
  readonly apn?: string
  readonly label?: string
}

export const inventoryOf = (lines: readonly LineOfFile[]): string =>
  [
    HEADER,
    ...lines.map(({ icc, imsi = '', msisdn = '', company = '', plan = 'IOT250', apn = 'M2M', label = '' }) =>
      [icc, imsi, msisdn, company, plan, apn, label].join(';'),
    ),
  ].join('\n')

/** A file as it was uploaded. */
export const receiveInventory = ({ services }: Portal, content: string) =>
  receiveInventoryFile(services, services.config.DATA_DIR, content)

export const applyReceived = ({ services }: Portal, importId: number, mode: ApplyMode = 'all'): Promise<ImportCounts> =>
  applyImport(services, importId, { mode, who: IMPORTER })

/** The cells that have a part of an import. */
export const schemasOfParts = async ({ db }: Portal, importId: number): Promise<string[]> =>
  (await partsOf(db, importId)).map(({ schema }) => schema)

/** The cell of a SIM. */
export async function cellIdOfSim({ db }: Portal, icc: string): Promise<unknown> {
  const { rows } = await sql<{ cell: number }>`SELECT cell_id AS cell FROM sim_places WHERE iccid = ${icc}`.execute(db)
  return rows[0]?.cell
}

/** Rows of all cells, those of sums added up. */
export async function rowsOfAllCells({ db, services: { cells } }: Portal): Promise<Record<string, unknown[]>> {
  const kinds = sql`administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id`
  const all = sql`to_jsonb(t) - 'event_id' - 'audit_id' AS row`
  const queries = {
    ...Object.fromEntries(['sims', 'sim_live', 'sim_registry', 'sim_texts', 'sim_events'].map((table) => [table, all])),
    audit_log: sql`jsonb_build_array(action, actor, after) AS row`,
    sim_tallies: sql`jsonb_build_array(company_id, ${kinds}) AS row, sims AS count`,
    fleet_tallies: sql`jsonb_build_array(${kinds}) AS row, sims AS count`,
    plan_usage_tallies: sql`jsonb_build_array(company_id, plan_code) AS row, data_bytes AS count`,
  }
  const ofImports = sql`WHERE entity = 'import'`
  const found: Record<string, unknown[]> = {}
  for (const [table, columns] of Object.entries(queries)) {
    const sums = new Map<string, number>()
    for (const { schema } of cells.all) {
      const { rows } = await sql<{ row: unknown; count?: number }>`
        SELECT ${columns} FROM ${sql.table(`${schema}.${table}`)} t ${table === 'audit_log' ? ofImports : sql``}`.execute(db)
      for (const { row, count = 1 } of rows) {
        const key = JSON.stringify(row)
        sums.set(key, (sums.get(key) ?? 0) + count)
      }
    }
    found[table] = [...sums].filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  }
  return found
}
