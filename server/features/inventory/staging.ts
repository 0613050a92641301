import { type RawBuilder, sql } from 'kysely'
import { encodeLine } from '#contract/list-codec.ts'
import { groupKey } from '#domain/groups.ts'
import type { FieldProblem, InventoryLine } from '#domain/inventory-line.ts'
import { tagKey } from '#domain/tags.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'

/**
 * Where the lines of an import wait, one set of tables for each import and cell: `lines` that are right by themselves, `problems` of
 * those that are not, `repeats` (lines that say again what an earlier one says) and `known` (lines about SIMs of the fleet); while they
 * are written, `changed` and `fresh` SIMs. They are in the cell, not temporary: a cluster joins tables of one machine.
 * Unlogged: they cost half the writing, and after a crash of the database they are empty, which `applyImport` notices.
 */
export interface Staging {
  readonly lines: RawBuilder<unknown>
  readonly problems: RawBuilder<unknown>
  readonly repeats: RawBuilder<unknown>
  readonly known: RawBuilder<unknown>
  readonly changed: RawBuilder<unknown>
  readonly fresh: RawBuilder<unknown>
}

/** The name of an import's table, in each cell that has a part of it. */
export const stagingTable = (importId: number, name: keyof Staging): string => `import_${importId}_${name}`

export function stagingOf(importId: number, schema: string): Staging {
  const table = (name: keyof Staging): RawBuilder<unknown> => sql.table(`${schema}.${stagingTable(importId, name)}`)
  return {
    ...{ lines: table('lines'), problems: table('problems'), repeats: table('repeats'), known: table('known') },
    ...{ changed: table('changed'), fresh: table('fresh') },
  }
}

/** The problems are made first and dropped last: a cell that has them has a part of the import. */
export async function createStaging(
  db: Database | DatabaseTransaction,
  { lines, problems, repeats, known }: Staging,
): Promise<void> {
  // `late`: true of the fleet as it was when it was judged, so it is judged again before anything is written
  await sql`
    CREATE UNLOGGED TABLE ${problems} (
      line integer NOT NULL, field text NOT NULL, value text NOT NULL, reason text NOT NULL, other_line integer, late boolean NOT NULL DEFAULT false
    ) WITH (autovacuum_enabled = false)`.execute(db)
  await sql`
    CREATE UNLOGGED TABLE ${lines} (
      line integer NOT NULL, iccid text COLLATE "C" NOT NULL, imsi text COLLATE "C", msisdn text COLLATE "C", imei text COLLATE "C",
      company_id integer, plan_code text COLLATE "C", origin_id smallint, sim_type_id smallint, apn_id smallint,
      device text, module_manufacturer text, module_model text, custom_field_1 text, custom_field_2 text,
      tags text, tag_keys text, group_path text, group_key text COLLATE "C",
      device_mode text, device_values text[], area_values text[],
      administrative_status smallint, activated_at timestamptz, activated_local timestamp
    ) WITH (autovacuum_enabled = false)`.execute(db)
  await sql`CREATE UNLOGGED TABLE ${repeats} (line integer PRIMARY KEY)`.execute(db)
  await sql`CREATE UNLOGGED TABLE ${known} (line integer PRIMARY KEY, changed boolean NOT NULL)`.execute(db)
}

/** Between the names of a line's tags, which do not contain it. */
export const TAG_SEPARATOR = ';'

/** A line as COPY takes it into `lines`. */
export function encodeStagedLine(number: number, line: InventoryLine): string {
  const { activatedAt } = line
  return encodeLine([
    number,
    line.iccid,
    line.imsi,
    line.msisdn,
    line.imei,
    line.companyId,
    line.plan?.planCode,
    line.originId,
    line.simTypeId,
    line.apnId,
    line.device,
    line.moduleManufacturer,
    line.moduleModel,
    line.customField1,
    line.customField2,
    line.tags?.join(TAG_SEPARATOR),
    line.tags?.map(tagKey).join(TAG_SEPARATOR),
    line.group,
    line.group === undefined ? undefined : groupKey(line.group),
    line.allowedDevices?.mode,
    arrayOf(line.allowedDevices?.values),
    arrayOf(line.allowedPlaces),
    line.administrativeStatus,
    activatedAt && 'instant' in activatedAt ? activatedAt.instant : undefined,
    activatedAt && 'local' in activatedAt ? activatedAt.local : undefined,
  ])
}

/** Codes without commas, quotes or braces, as PostgreSQL reads an array. */
const arrayOf = (codes: readonly string[] | undefined): string | undefined => codes && `{${codes.join(',')}}`

/** Longest piece of a bad value that is kept for the report. */
const VALUE_MAX = 200

/** A problem as COPY takes it into `problems (line, field, value, reason)`. */
export function encodeProblem(number: number, { field, value, reason }: FieldProblem): string {
  const shown = value.replaceAll('\0', '\ufffd').slice(0, VALUE_MAX).toWellFormed()
  return encodeLine([number, field, shown, reason])
}
