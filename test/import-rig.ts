import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { luhnDigit } from '#domain/identifiers.ts'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { applyImport } from '#server/features/inventory/apply-import.ts'
import { checkImport, type ImportServices } from '#server/features/inventory/check-import.ts'
import type { ImportCounts } from '#server/features/inventory/counts.queries.ts'
import { partsOf } from '#server/features/inventory/import-parts.ts'
import { createImport, type ImportProgress } from '#server/features/inventory/import-row.ts'
import { openInventory } from '#server/features/inventory/open-inventory.ts'
import type { Staging } from '#server/features/inventory/staging.ts'
import { createTestDatabase } from './database.ts'
import { COMPANIES, createFleet } from './fleet.ts'

const NOW = new Date('2026-11-21T12:42:00Z')
export const IMPORTER = { companyId: COMPANIES.operator, userId: null, actor: 'test', address: '', requestId: '' }

type Mode = 'all' | 'skipBad'

interface Attempt {
  readonly mapping?: InventoryMapping
  readonly defaultCompanyId?: number
  readonly onProgress?: (progress: ImportProgress) => void
}

interface CheckedFile {
  readonly importId: number
  readonly counts: ImportCounts
}

export type ImportRig = Awaited<ReturnType<typeof openImportRig>>

/** A database with a fleet, and what imports inventory files into it. */
export async function openImportRig() {
  const folder = await mkdtemp(join(tmpdir(), 'enlace-import-'))
  const database = await createTestDatabase()
  const db = createDatabase(database.pool)
  const services: ImportServices = { pool: database.pool, db, clock: () => NOW }
  const fleet = await createFleet(db, NOW)

  async function check(content: string, attempt: Attempt = {}): Promise<CheckedFile> {
    const received = await receiveInventoryFile(services, folder, content)
    return { importId: received.importId, counts: await received.check(attempt) }
  }

  const apply = (importId: number, mode: Mode = 'all', onProgress: (progress: ImportProgress) => void = () => undefined) =>
    applyImport(services, importId, { mode, who: IMPORTER, onProgress })

  async function importFile(content: string, mode: Mode = 'all', attempt: Attempt = {}): Promise<ImportCounts> {
    const { importId } = await check(content, attempt)
    return apply(importId, mode)
  }

  return {
    services,
    fleet,
    check,
    apply,
    importFile,
    stagingOf: (importId: number) => stagingOf(db, importId),
    problemsOf: (importId: number) => problemsOf(db, importId),
    simOf: (icc: string) => db.selectFrom('sims').selectAll().where('iccid', '=', icc).executeTakeFirst(),
    everything: () => everything(db),
    expectTalliesTrue: () => expectTalliesTrue(db),
    close: async () => {
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** A file as it was uploaded. */
export async function receiveInventoryFile(services: ImportServices, folder: string, content: string) {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  const file = await openInventory(path)
  const described = { fileName: 'inventario.csv', fileBytes: content.length, format: file.format, mapping: file.mapping }
  const importId = await createImport(services.db, IMPORTER, described, services.clock())
  const check = (attempt: Attempt = {}) => checkImport(services, importId, file.source, { mapping: file.mapping, ...attempt })
  return { importId, check }
}

async function stagingOf(db: Database, importId: number): Promise<Staging> {
  const [part] = await partsOf(db, importId)
  if (!part) throw new Error(`import ${importId} has no part`)
  return part.staging
}

/** The problems of an import's lines; with each, where there is one, the line that it meets. */
async function problemsOf(db: Database, importId: number) {
  const { problems } = await stagingOf(db, importId)
  const { rows } = await sql<{ line: number; field: string; value: string; reason: string; other_line: number | null }>`
    SELECT line, field, value, reason, other_line FROM ${problems} ORDER BY line, field`.execute(db)
  return rows.map(({ line, field, value, reason, other_line }) => [
    line,
    field,
    value,
    reason,
    ...(other_line === null ? [] : [other_line]),
  ])
}

/** Everything that an import may touch, for 'nothing changed'. */
async function everything(db: Database): Promise<unknown> {
  const tables = [
    'sim_registry',
    'sims',
    'sim_live',
    'sim_events',
    'sim_tallies',
    'fleet_tallies',
    'audit_log',
    'plan_usage_tallies',
  ]
  const sums = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        sum: string
      }>`SELECT count(*) || md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${sql.table(table)} t`.execute(db)
      return [table, rows[0]?.sum]
    }),
  )
  return Object.fromEntries(sums)
}

async function expectTalliesTrue(db: Database): Promise<void> {
  const kinds = sql`administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id`
  for (const [table, columns] of [
    ['sim_tallies', sql`company_id, ${kinds}`],
    ['fleet_tallies', kinds],
  ] as const) {
    const { rows } = await sql`
      (SELECT ${columns}, sum(sims)::int AS sims FROM ${sql.table(table)} GROUP BY ${columns} HAVING sum(sims) <> 0)
      EXCEPT (SELECT ${columns}, count(*)::int FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${columns})
      UNION ALL
      (SELECT ${columns}, count(*)::int FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${columns}
      EXCEPT SELECT ${columns}, sum(sims)::int FROM ${sql.table(table)} GROUP BY ${columns} HAVING sum(sims) <> 0)`.execute(db)
    expect(rows).toEqual([])
  }
}

/** The ICC of a SIM that is not there yet: the first, the second, … */
export const iccid = (n: number): string => {
  const digits = `8951060${String(n).padStart(12, '0')}`
  return digits + luhnDigit(digits)
}

export const HEADER =
  'ICC;IMSI;MSISDN;IMEI;Empresa;Plan;Origen;Tipo de SIM;APN;Dispositivo;Estado;Fecha de activación;Etiqueta;Campo 2'

/** A line of a new SIM, by its number, with other values. */
export const line = (
  n: number,
  changes: Partial<
    Record<
      'icc' | 'imsi' | 'msisdn' | 'imei' | 'company' | 'plan' | 'origin' | 'type' | 'apn' | 'status' | 'date' | 'label',
      string
    >
  > = {},
): string => {
  const value = {
    icc: iccid(n),
    imsi: `71606${String(n).padStart(10, '0')}`,
    msisdn: `519${String(n).padStart(8, '0')}`,
    imei: '',
    company: 'Andes Norte',
    plan: 'IoT 250 MB',
    origin: 'Chile',
    type: 'Local',
    apn: 'm2m.enlace',
    status: '',
    date: '',
    label: `Medidor ${n}`,
    ...changes,
  }
  return [
    value.icc,
    value.imsi,
    value.msisdn,
    value.imei,
    value.company,
    value.plan,
    value.origin,
    value.type,
    value.apn,
    'Teltonika FMC130',
    value.status,
    value.date,
    value.label,
    'Ñuñoa',
  ].join(';')
}

export const fileOf = (...lines: string[]): string => `${HEADER}\n${lines.join('\n')}\n`
