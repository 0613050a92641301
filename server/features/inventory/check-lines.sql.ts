import { type RawBuilder, sql } from 'kysely'
import { COMPANY_GROUPS_MAX } from '#domain/groups.ts'
import { COMPANY_TAGS_MAX, SIM_TAGS_MAX } from '#domain/tags.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { type Staging, TAG_SEPARATOR } from './staging.ts'

type Db = Database | DatabaseTransaction

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
export function goodLines(
  { lines, problems, repeats }: Staging,
  name: RawBuilder<unknown> = sql.ref('l'),
): RawBuilder<unknown> {
  return sql`(
    SELECT l.* FROM ${lines} l
    WHERE NOT EXISTS (SELECT FROM ${problems} p WHERE p.line = l.line) AND NOT EXISTS (SELECT FROM ${repeats} r WHERE r.line = l.line)
  ) ${name}`
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

/** A SIM of the cell belongs to the company of its line. */
export async function checkOwners(db: Db, staging: Staging): Promise<void> {
  await sql`
    WITH found AS (
      SELECT l.line, l.iccid FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid WHERE r.company_id <> l.company_id
    )
    INSERT INTO ${staging.problems} (line, field, value, reason, late)
    SELECT line, 'iccid', iccid, 'of_other_company', true FROM found`.execute(db)
}

const changed = sql`(${sql.join(CHANGEABLE.map((column) => sql`coalesce(l.${sql.ref(column)}, s.${sql.ref(column)})`))})
  IS DISTINCT FROM (${sql.join(CHANGEABLE.map((column) => sql`s.${sql.ref(column)}`))})`

const LINE_KEYS = sql`string_to_table(l.tag_keys, ${sql.lit(TAG_SEPARATOR)}) AS n(key)`

/** Whether the SIM of a line does not have one of the line's tags yet. */
const lacksTags = sql`EXISTS (
  SELECT FROM ${LINE_KEYS} WHERE NOT EXISTS (
    SELECT FROM tags t JOIN sim_tags g ON g.company_id = t.company_id AND g.tag_id = t.tag_id AND g.iccid = l.iccid
    WHERE t.company_id = s.company_id AND t.key = n.key
  )
)`

/** Whether the SIM of a line is not in the line's group yet. */
const isElsewhere = sql`(l.group_key IS NOT NULL AND NOT EXISTS (
  SELECT FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = l.iccid AND g.place = 0 AND t.key = l.group_key
))`

/** A company has so many groups at most, those around the groups of lines included; no SIM is put into one by rule. */
export async function checkGroups(db: Db, staging: Staging): Promise<void> {
  await sql`
    WITH wanted AS MATERIALIZED (
      SELECT l.line, l.group_path, coalesce(r.company_id, l.company_id) AS company_id, string_to_array(substr(l.group_key, 2), '|') AS names
      FROM ${goodLines(staging)} LEFT JOIN sim_registry r ON r.iccid = l.iccid WHERE l.group_key IS NOT NULL
    ), keys AS (
      SELECT w.line, w.company_id, '|' || array_to_string(w.names[1:depth], '|') AS key
      FROM wanted w CROSS JOIN LATERAL generate_series(1, cardinality(w.names)) depth
    ), missing AS (
      SELECT company_id, key FROM keys EXCEPT SELECT t.company_id, t.key FROM tags t
    ), full_companies AS (
      SELECT m.company_id FROM missing m GROUP BY m.company_id
      HAVING count(*) + (SELECT count(*) FROM tags t WHERE t.company_id = m.company_id AND t.is_group) > ${sql.lit(COMPANY_GROUPS_MAX)}
    ), found AS (
      SELECT DISTINCT w.line, w.group_path FROM wanted w
      JOIN keys k ON k.line = w.line JOIN missing m ON m.company_id = k.company_id AND m.key = k.key
      WHERE w.company_id IN (SELECT company_id FROM full_companies)
    ), ruled AS (
      SELECT DISTINCT w.line, w.group_path FROM wanted w
      JOIN keys k ON k.line = w.line JOIN tags t ON t.company_id = k.company_id AND t.key = k.key COLLATE "C" AND t.rule IS NOT NULL
    )
    INSERT INTO ${staging.problems} (line, field, value, reason, late)
    SELECT line, 'group', group_path, 'too_many_company_groups', true FROM found
    UNION ALL SELECT line, 'group', group_path, 'group_by_rule', true FROM ruled`.execute(db)
}

/** A SIM, and a company, has so many tags at most. */
export async function checkTags(db: Db, staging: Staging): Promise<void> {
  await sql`
    WITH wanted AS MATERIALIZED (
      SELECT l.line, l.iccid, l.tags, coalesce(r.company_id, l.company_id) AS company_id, n.key
      FROM ${goodLines(staging)} LEFT JOIN sim_registry r ON r.iccid = l.iccid CROSS JOIN ${LINE_KEYS}
      WHERE l.tag_keys IS NOT NULL
    ), afterwards AS (
      SELECT w.line, w.key FROM wanted w
      UNION
      SELECT w.line, t.key FROM (SELECT DISTINCT line, iccid, company_id FROM wanted) w
      JOIN sim_tags g ON g.company_id = w.company_id AND g.iccid = w.iccid AND g.place > 0 JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
    ), missing AS (
      SELECT company_id, key FROM wanted EXCEPT SELECT t.company_id, t.key FROM tags t
    ), full_companies AS (
      SELECT m.company_id FROM missing m GROUP BY m.company_id
      HAVING count(*) + (SELECT count(*) FROM tags t WHERE t.company_id = m.company_id AND NOT t.is_group) > ${sql.lit(COMPANY_TAGS_MAX)}
    ), refused AS (
      SELECT line, 'too_many_tags' AS reason FROM afterwards GROUP BY line HAVING count(*) > ${sql.lit(SIM_TAGS_MAX)}
      UNION
      SELECT w.line, 'too_many_company_tags' FROM wanted w JOIN missing m ON m.company_id = w.company_id AND m.key = w.key
      WHERE w.company_id IN (SELECT company_id FROM full_companies)
    ), found AS (SELECT r.line, l.tags, r.reason FROM refused r JOIN ${staging.lines} l ON l.line = r.line)
    INSERT INTO ${staging.problems} (line, field, value, reason, late)
    SELECT line, 'tags', tags, reason, true FROM found`.execute(db)
}

/** A SIM has another lock than its line says. One that holds a device is locked to the first as well. */
const isLockedOtherwise = sql`(l.device_mode IS NOT NULL OR l.area_values IS NOT NULL) AND NOT EXISTS (
  SELECT FROM (SELECT 1) one LEFT JOIN sim_locks k ON k.company_id = s.company_id AND k.iccid = s.iccid
  WHERE k.policy_id IS NULL AND (l.device_mode IS NULL OR l.device_mode = coalesce(k.device_mode, 'off')
      AND (l.device_mode = 'learn' OR l.device_values = coalesce(k.device_values, '{}')))
    AND (l.area_values IS NULL OR (l.area_values = coalesce(k.area_values, '{}') AND (l.area_values <> '{}' OR coalesce(k.geofences, '{}') = '{}'))))`

/** Separates the lines about SIMs of the cell from those about new ones. */
export async function separateKnown(db: Db, staging: Staging): Promise<void> {
  await sql`
    WITH found AS (
      SELECT l.line, ${changed} OR ${lacksTags} OR ${isElsewhere} OR ${isLockedOtherwise} AS changed FROM ${goodLines(staging)}
      JOIN sim_registry r ON r.iccid = l.iccid JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    )
    INSERT INTO ${staging.known} (line, changed) SELECT line, changed FROM found`.execute(db)
}

/** A new SIM needs a company, a plan and an APN; a known one without a plan in its line keeps its plan. */
export async function checkMissing(db: Db, staging: Staging): Promise<void> {
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
    INSERT INTO ${problems} (line, field, value, reason, late)
    SELECT line, 'plan', plan_code, reason, true FROM found`.execute(db)
}
