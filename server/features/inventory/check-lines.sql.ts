import { type RawBuilder, sql } from 'kysely'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { Staging } from './staging.ts'

type Db = Database | DatabaseTransaction

/** Numbers of SIMs in these statuses have returned to the operator and may be issued again. */
const REUSABLE = [ADMINISTRATIVE_STATUS.terminated, ADMINISTRATIVE_STATUS.retired]

/** Columns that a line may change on a known SIM; status and activation belong to the life cycle. */
export const CHANGEABLE = [
  'imsi',
  'msisdn',
  'imei',
  'origin_id',
  'sim_type_id',
  'plan_code',
  'apn_id',
  'device',
  'module_manufacturer',
  'module_model',
  'custom_field_1',
  'custom_field_2',
] as const

/** Lines without a problem so far, as l. */
export function goodLines({ lines, problems, repeats }: Staging): RawBuilder<unknown> {
  return sql`(
    SELECT l.* FROM ${lines} l
    WHERE NOT EXISTS (SELECT FROM ${problems} p WHERE p.line = l.line) AND NOT EXISTS (SELECT FROM ${repeats} r WHERE r.line = l.line)
  ) l`
}

/** Checks the lines against each other: duplicate ICCIDs, and IMSIs or MSISDNs of two SIMs. The first line counts. */
export async function checkWithinFile(db: Db, staging: Staging): Promise<void> {
  const { lines, problems, repeats } = staging
  await sql`ANALYZE ${lines}`.execute(db)
  await sql`
    WITH twice AS MATERIALIZED (SELECT iccid FROM ${lines} GROUP BY iccid HAVING count(*) > 1),
    said AS (SELECT l.line, l.iccid, to_jsonb(l) - 'line' AS all_of_it FROM ${lines} l JOIN twice USING (iccid)),
    ranked AS (
      SELECT line, iccid, first_value(line) OVER w AS first_line, all_of_it = first_value(all_of_it) OVER w AS same
      FROM said WINDOW w AS (PARTITION BY iccid ORDER BY line)
    ),
    same AS (INSERT INTO ${repeats} SELECT line FROM ranked WHERE line <> first_line AND same)
    INSERT INTO ${problems} (line, field, value, reason, other_line)
    SELECT line, 'iccid', iccid, 'repeated_in_file', first_line FROM ranked WHERE line <> first_line AND NOT same`.execute(db)
  for (const column of ['imsi', 'msisdn'] as const) await checkSharedNumbers(db, staging, column)
}

async function checkSharedNumbers(db: Db, staging: Staging, column: 'imsi' | 'msisdn'): Promise<void> {
  const { lines, problems } = staging
  const number = sql.ref(`l.${column}`)
  await sql`
    WITH shared AS MATERIALIZED (
      SELECT ${number} FROM ${lines} l WHERE ${number} IS NOT NULL GROUP BY 1 HAVING min(l.iccid) <> max(l.iccid)
    ),
    ranked AS (
      SELECT l.line, ${number} AS number, first_value(l.line) OVER (PARTITION BY ${number} ORDER BY l.line) AS first_line
      FROM ${goodLines(staging)} JOIN shared USING (${sql.ref(column)})
    )
    INSERT INTO ${problems} (line, field, value, reason, other_line)
    SELECT line, ${column}, number, 'taken', first_line FROM ranked WHERE line <> first_line`.execute(db)
}

/** Checks the lines against the present fleet, and separates known SIMs from new ones. Repeatable. */
export async function checkAgainstFleet(db: Db, staging: Staging): Promise<void> {
  const { problems, known } = staging
  await sql`DELETE FROM ${problems} WHERE late`.execute(db)
  await sql`TRUNCATE ${known}`.execute(db)
  await sql`
    WITH found AS (
      SELECT l.line, l.iccid FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid WHERE r.company_id <> l.company_id
    )
    INSERT INTO ${problems} (line, field, value, reason, late) SELECT line, 'iccid', iccid, 'of_other_company', true FROM found`.execute(
    db,
  )
  await checkCells(db, staging)
  await checkMissing(db, staging)
  for (const column of ['imsi', 'msisdn'] as const) await checkTakenNumbers(db, staging, column)
  await sql`
    WITH found AS (
      SELECT l.line, ${changed} AS changed FROM ${goodLines(staging)}
      JOIN sim_registry r ON r.iccid = l.iccid JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    )
    INSERT INTO ${known} (line, changed) SELECT line, changed FROM found`.execute(db)
}

/** An import writes to one cell; with one cell there is nothing to ask. */
async function checkCells(db: Db, staging: Staging): Promise<void> {
  const { rows: cells } = await sql<{ cellId: number; isHere: boolean }>`
    SELECT cell_id AS "cellId", schema_name = current_schema() AS "isHere" FROM cells`.execute(db)
  const here = cells.find(({ isHere }) => isHere)
  if (cells.length < 2 || !here) return
  await sql`
    WITH found AS (
      SELECT l.line, l.iccid FROM ${goodLines(staging)} JOIN companies c ON c.company_id = l.company_id WHERE c.cell_id <> ${here.cellId}
    )
    INSERT INTO ${staging.problems} (line, field, value, reason, late) SELECT line, 'iccid', iccid, 'of_other_cell', true FROM found`.execute(
    db,
  )
  const { rows: lines } = await sql<{ line: number; iccid: string }>`SELECT l.line, l.iccid FROM ${goodLines(staging)}`.execute(
    db,
  )
  for (let from = 0; from < lines.length; from += LINES_PER_QUESTION)
    await refuseElsewhere(db, staging, here.cellId, lines.slice(from, from + LINES_PER_QUESTION))
}

const LINES_PER_QUESTION = 50_000

async function refuseElsewhere(
  db: Db,
  { problems }: Staging,
  cellId: number,
  lines: readonly { readonly line: number; readonly iccid: string }[],
): Promise<void> {
  const iccids = lines.map(({ iccid }) => iccid)
  const { rows } = await sql<{ iccid: string }>`
    SELECT iccid FROM sim_places WHERE iccid = ANY(${iccids}::text[]) AND cell_id <> ${cellId}`.execute(db)
  const elsewhere = new Set(rows.map(({ iccid }) => iccid))
  const refused = lines.filter(({ iccid }) => elsewhere.has(iccid))
  if (refused.length === 0) return
  await sql`
    INSERT INTO ${problems} (line, field, value, reason, late)
    SELECT line, 'iccid', iccid, 'of_other_cell', true
    FROM unnest(${refused.map(({ line }) => line)}::int[], ${refused.map(({ iccid }) => iccid)}::text[]) AS r(line, iccid)`.execute(
    db,
  )
}

const changed = sql`(${sql.join(CHANGEABLE.map((column) => sql`coalesce(l.${sql.ref(column)}, s.${sql.ref(column)})`))})
  IS DISTINCT FROM (${sql.join(CHANGEABLE.map((column) => sql`s.${sql.ref(column)}`))})`

/** A new SIM needs a company, a plan and an APN; a known one without a plan in its line keeps its plan. */
async function checkMissing(db: Db, staging: Staging): Promise<void> {
  const { problems } = staging
  await sql`
    WITH found AS (
      SELECT l.line, needed.field
      FROM ${goodLines(staging)}
      CROSS JOIN LATERAL (VALUES ('company', l.company_id IS NULL), ('plan', l.plan_code IS NULL), ('apn', l.apn_id IS NULL)) needed(field, absent)
      WHERE (l.company_id IS NULL OR l.plan_code IS NULL OR l.apn_id IS NULL) AND needed.absent
        AND NOT EXISTS (SELECT FROM sim_registry r WHERE r.iccid = l.iccid)
    )
    INSERT INTO ${problems} (line, field, value, reason, late) SELECT line, field, '', 'missing', true FROM found`.execute(db)
  await sql`
    WITH found AS (
      SELECT l.line, s.plan_code, CASE WHEN l.origin_id <> s.origin_id THEN 'plan_of_other_origin' ELSE 'plan_of_other_type' END AS reason
      FROM ${goodLines(staging)}
      JOIN sim_registry r ON r.iccid = l.iccid JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
      WHERE l.plan_code IS NULL AND (l.origin_id <> s.origin_id OR l.sim_type_id <> s.sim_type_id)
    )
    INSERT INTO ${problems} (line, field, value, reason, late) SELECT line, 'plan', plan_code, reason, true FROM found`.execute(
    db,
  )
}

/** A number of another SIM is taken, unless the same file gives that SIM another one. */
async function checkTakenNumbers(db: Db, staging: Staging, column: 'imsi' | 'msisdn'): Promise<void> {
  const { lines, problems } = staging
  const number = sql.ref(column)
  await sql`
    WITH found AS (
      SELECT DISTINCT ON (l.line) l.line, l.${number} AS number
      FROM ${goodLines(staging)} JOIN sims s ON s.${number} = l.${number}
      WHERE l.${number} IS NOT NULL AND s.iccid <> l.iccid AND s.administrative_status <> ALL (${REUSABLE}::smallint[])
        AND NOT EXISTS (SELECT FROM ${lines} own WHERE own.iccid = s.iccid AND own.${number} <> s.${number})
    )
    INSERT INTO ${problems} (line, field, value, reason, late) SELECT line, ${column}, number, 'taken', true FROM found`.execute(
    db,
  )
}
