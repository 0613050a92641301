import { sql } from 'kysely'
import { COMPANY_TAGS_MAX, SIM_TAGS_MAX } from '#domain/tags.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { oneRowPerTag, type RequestedTag, requestedRows, rowsOf, type SimTagChange } from './requested-tags.ts'

/** Why the tags of a SIM cannot be changed. */
export type TagRefusal = 'too_many_tags' | 'too_many_company_tags'

/**
 * The changes that would give a SIM, or a company, more tags than it can have: why, by ICCID.
 * @param ofSimsToo false: those of SIMs alone may be left out
 */
export async function refusedTagChanges(
  db: Database | DatabaseTransaction,
  changes: readonly SimTagChange[],
  ofSimsToo = true,
): Promise<ReadonlyMap<string, TagRefusal>> {
  const requested = rowsOf(changes)
  if (requested.every(({ isAdded }) => !isAdded) || !(await mayRefuse(db, requested, ofSimsToo))) return new Map()
  const { rows } = await sql<{ iccid: string; refusal: TagRefusal }>`
    WITH added AS MATERIALIZED (SELECT w.company_id, w.iccid, w.key FROM ${requestedRows(requested, true)}), missing AS (
      SELECT company_id, key FROM added EXCEPT SELECT t.company_id, t.key FROM tags t
      WHERE t.company_id IN (SELECT company_id FROM added)
    ), full_companies AS (
      SELECT m.company_id FROM missing m GROUP BY m.company_id
      HAVING count(*) + (SELECT count(*) FROM tags t WHERE t.company_id = m.company_id AND NOT t.is_group) > ${sql.lit(COMPANY_TAGS_MAX)}
    ), afterwards AS (
      SELECT g.company_id, g.iccid, t.key FROM (SELECT DISTINCT company_id, iccid FROM added) a
      JOIN sim_tags g ON g.company_id = a.company_id AND g.iccid = a.iccid COLLATE "C" AND g.place > 0
      JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
      WHERE g.by_group OR NOT EXISTS (
        SELECT FROM ${requestedRows(requested, false)} WHERE w.company_id = g.company_id AND w.iccid = g.iccid AND w.key = t.key
      )
      UNION SELECT company_id, iccid, key FROM added
    )
    SELECT DISTINCT a.iccid, 'too_many_company_tags' AS refusal FROM added a JOIN missing m ON m.company_id = a.company_id AND m.key = a.key
    WHERE a.company_id IN (SELECT company_id FROM full_companies)
    UNION ALL
    SELECT iccid, 'too_many_tags'
    FROM afterwards GROUP BY company_id, iccid HAVING count(*) > ${sql.lit(SIM_TAGS_MAX)}`.execute(db)
  return new Map(rows.map(({ iccid, refusal }) => [iccid, refusal]))
}

/** Whether a SIM or a company could have too many: the exact check costs ten times as much and is seldom needed. */
async function mayRefuse(
  db: Database | DatabaseTransaction,
  requested: readonly RequestedTag[],
  ofSimsToo: boolean,
): Promise<boolean> {
  const added = requestedRows(requested, true)
  const fullSims = sql`EXISTS (
      SELECT FROM (SELECT w.company_id, w.iccid, count(*) AS tags FROM ${added} GROUP BY 1, 2) a
      CROSS JOIN LATERAL (
        SELECT greatest(max(g.place), 0) AS place FROM sim_tags g WHERE g.company_id = a.company_id AND g.iccid = a.iccid COLLATE "C"
      ) l WHERE l.place + a.tags > ${sql.lit(SIM_TAGS_MAX)}
    )`
  const names = oneRowPerTag(requested.filter(({ isAdded }) => isAdded))
  const { rows } = await sql<{ may: boolean }>`
    SELECT ${ofSimsToo ? fullSims : sql`false`} OR EXISTS (
      SELECT FROM (SELECT w.company_id, count(*) AS tags FROM unnest(${names.map(({ companyId }) => companyId)}::int[]) AS w(company_id) GROUP BY 1) a
      WHERE a.tags + (SELECT count(*) FROM tags t WHERE t.company_id = a.company_id AND NOT t.is_group) > ${sql.lit(COMPANY_TAGS_MAX)}
    ) AS may`.execute(db)
  return rows[0]?.may ?? false
}
