import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { type ChangedTags, changedBySim, intoFreePlaces, type TagOfSim } from './change-tags.ts'
import type { SimKey } from './sim-key.ts'
import { countChanges } from './tag-counts.ts'

/** Of SIMs `w` the tags of their groups and of those around them, as rows of `inherited` (company_id, iccid, tag_id, key). */
const inheritedOf = (sims: readonly SimKey[]): RawBuilder<unknown> => sql`
  inherited AS MATERIALIZED (
    SELECT DISTINCT g.company_id, g.iccid, t.tag_id, t.key
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sim_tags g ON g.company_id = w.company_id AND g.iccid = w.iccid COLLATE "C" AND g.place <= 0
    JOIN tags own ON own.company_id = g.company_id AND own.tag_id = g.tag_id
    JOIN group_tags given ON given.company_id = g.company_id
    JOIN tags around ON around.company_id = given.company_id AND around.tag_id = given.group_id
      AND (around.key = own.key OR starts_with(own.key, around.key || '|'))
    JOIN tags t ON t.company_id = given.company_id AND t.tag_id = given.tag_id
  )`

/**
 * Gives SIMs the tags of the groups that they are in, and takes those off that former groups gave, with the counts of SIMs by tag. A tag
 * that was put on a SIM is its own and stays. A SIM without a free place gets no more. The SIMs' rows are locked.
 * @returns the SIMs that changed
 */
export async function inheritTags(trx: DatabaseTransaction, sims: readonly SimKey[]): Promise<ChangedTags[]> {
  if (sims.length === 0) return []
  // two statements: the second one sees the places that the first has freed
  const removed = await takeOffFormer(trx, sims)
  const added = await putOnInherited(trx, sims)
  await countChanges(trx, [...removed, ...added])
  return changedBySim(removed, added)
}

async function takeOffFormer(trx: DatabaseTransaction, sims: readonly SimKey[]): Promise<TagOfSim[]> {
  const { rows } = await sql<TagOfSim>`
    WITH ${inheritedOf(sims)}
    DELETE FROM sim_tags g
    USING unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid), tags t
    WHERE g.company_id = w.company_id AND g.iccid = w.iccid COLLATE "C" AND g.by_group
      AND t.company_id = g.company_id AND t.tag_id = g.tag_id
      AND NOT EXISTS (SELECT FROM inherited i WHERE i.company_id = g.company_id AND i.iccid = g.iccid AND i.tag_id = g.tag_id)
    RETURNING g.company_id AS "companyId", g.iccid, g.tag_id AS "tagId", t.name, -1 AS change`.execute(trx)
  return rows
}

async function putOnInherited(trx: DatabaseTransaction, sims: readonly SimKey[]): Promise<TagOfSim[]> {
  const { rows } = await sql<TagOfSim>`
    WITH ${inheritedOf(sims)}, fresh AS MATERIALIZED (
      SELECT i.company_id, i.iccid, i.tag_id, row_number() OVER (PARTITION BY i.company_id, i.iccid ORDER BY i.key) AS nth,
        count(*) OVER (PARTITION BY i.company_id, i.iccid) AS others
      FROM inherited i
      WHERE NOT EXISTS (
        SELECT FROM sim_tags g WHERE g.company_id = i.company_id AND g.tag_id = i.tag_id AND g.iccid = i.iccid OFFSET 0
      )
    ), placed AS (${intoFreePlaces(true)})
    SELECT p.company_id AS "companyId", p.iccid, p.tag_id AS "tagId", t.name, 1 AS change
    FROM placed p JOIN tags t ON t.company_id = p.company_id AND t.tag_id = p.tag_id
    ORDER BY p.company_id, p.iccid, p.place`.execute(trx)
  return rows
}
