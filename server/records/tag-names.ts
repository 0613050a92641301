import { type RawBuilder, sql } from 'kysely'
import { compareTagNames } from '#domain/tags.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from './sim-key.ts'

/** The tags of a SIM and the groups that it is in. */
export interface SimTagsAndGroups {
  /** in the order in which they are listed */
  readonly tags: string[]
  /** those of them that it has because of its groups */
  readonly groupTags: string[]
  /** path of its group; '' for none */
  readonly group: string
  /** groups by rule that it is in, in the order in which they are listed */
  readonly ruleGroups: string[]
}

export async function tagsAndGroupsOfSim(
  db: Database | DatabaseTransaction,
  { companyId, iccid }: SimKey,
): Promise<SimTagsAndGroups> {
  const rows = await db
    .selectFrom('sim_tags as g')
    .innerJoin('tags as t', (join) => join.onRef('t.company_id', '=', 'g.company_id').onRef('t.tag_id', '=', 'g.tag_id'))
    .select(['t.name', 'g.place', 'g.by_group as isByGroup'])
    .where('g.company_id', '=', companyId)
    .where('g.iccid', '=', iccid)
    .execute()
  const inOrder = rows.toSorted((one, other) => compareTagNames(one.name, other.name))
  const namesOf = (some: typeof rows): string[] => some.map(({ name }) => name)
  const tags = inOrder.filter(({ place }) => place > 0)
  return {
    tags: namesOf(tags),
    groupTags: namesOf(tags.filter(({ isByGroup }) => isByGroup)),
    group: rows.find(({ place }) => place === 0)?.name ?? '',
    ruleGroups: namesOf(inOrder.filter(({ place }) => place < 0)),
  }
}

/** Which groups give a SIM the tags that it has because of them. */
export async function tagGiversOfSim(
  db: Database | DatabaseTransaction,
  { companyId, iccid }: SimKey,
): Promise<{ tag: string; group: string }[]> {
  const { rows } = await sql<{ tag: string; group: string }>`
    SELECT t.name AS tag, around.name AS "group" FROM sim_tags has
    JOIN tags t ON t.company_id = has.company_id AND t.tag_id = has.tag_id
    JOIN group_tags given ON given.company_id = has.company_id AND given.tag_id = has.tag_id
    JOIN tags around ON around.company_id = given.company_id AND around.tag_id = given.group_id
    WHERE has.company_id = ${companyId} AND has.iccid = ${iccid} AND has.by_group AND EXISTS (
      SELECT FROM sim_tags g JOIN tags own ON own.company_id = g.company_id AND own.tag_id = g.tag_id
      WHERE g.company_id = has.company_id AND g.iccid = has.iccid AND g.place <= 0
        AND (own.key = around.key OR starts_with(own.key, around.key || '|'))
    ) ORDER BY t.key, around.key`.execute(db)
  return rows
}

/** The names of a SIM's tags as one text, of a row of `sims s`. */
export const TAG_NAMES: RawBuilder<string> = sql`coalesce((
  SELECT string_agg(t.name, ', ' ORDER BY t.key) FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place > 0), '')`

/** The path of its group, of a row of `sims s`; '' for none. */
export const GROUP_PATH: RawBuilder<string> = sql`coalesce((
  SELECT t.name FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place = 0), '')`

/** The names of its groups by rule as one text. */
export const RULE_GROUP_NAMES: RawBuilder<string> = sql`coalesce((
  SELECT string_agg(t.name, ', ' ORDER BY t.key) FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place < 0), '')`

/** The order of groups, of rows of `tags t`: each is followed by those inside it. As the indexes tags_group_order have it. */
export const GROUP_ORDER: RawBuilder<string> = sql`translate(t.key, '|', chr(1))`

/** Stands for the group of SIMs that are in none, which come after all groups. */
export const UNGROUPED = '|'

/** The same of the group of a row of `sims s`. */
export const ORDER_OF_GROUP: RawBuilder<string> = sql`coalesce((
  SELECT ${GROUP_ORDER} FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place = 0), ${sql.lit(UNGROUPED)})`
