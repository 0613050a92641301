import { type RawBuilder, sql } from 'kysely'
import { compareTagNames } from '#domain/tags.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

interface NamedTag {
  readonly name: string
  /** the SIM has it because of its group */
  readonly isByGroup: boolean
}

/** A SIM's tags, in the order in which they are listed. */
export async function namedTagsOfSim(
  db: Database | DatabaseTransaction,
  { companyId, iccid }: { companyId: number; iccid: string },
): Promise<NamedTag[]> {
  const rows = await db
    .selectFrom('sim_tags as g')
    .innerJoin('tags as t', (join) => join.onRef('t.company_id', '=', 'g.company_id').onRef('t.tag_id', '=', 'g.tag_id'))
    .select(['t.name', 'g.by_group as isByGroup'])
    .where('g.company_id', '=', companyId)
    .where('g.iccid', '=', iccid)
    .where('g.place', '>', 0)
    .execute()
  return rows.sort((one, other) => compareTagNames(one.name, other.name))
}

/** The names alone. */
export async function tagsOfSim(
  db: Database | DatabaseTransaction,
  sim: { companyId: number; iccid: string },
): Promise<string[]> {
  return (await namedTagsOfSim(db, sim)).map(({ name }) => name)
}

/** The path of a SIM's group; '' for none. */
export async function groupOfSim(
  db: Database | DatabaseTransaction,
  { companyId, iccid }: { companyId: number; iccid: string },
): Promise<string> {
  const group = await db
    .selectFrom('sim_tags as g')
    .innerJoin('tags as t', (join) => join.onRef('t.company_id', '=', 'g.company_id').onRef('t.tag_id', '=', 'g.tag_id'))
    .select('t.name')
    .where('g.company_id', '=', companyId)
    .where('g.iccid', '=', iccid)
    .where('g.place', '=', 0)
    .executeTakeFirst()
  return group?.name ?? ''
}

/** The names of a SIM's tags as one text, of a row of `sims s`. */
export const TAG_NAMES: RawBuilder<string> = sql`coalesce((
  SELECT string_agg(t.name, ', ' ORDER BY t.key) FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place > 0), '')`

/** The path of its group, of a row of `sims s`; '' for none. */
export const GROUP_PATH: RawBuilder<string> = sql`coalesce((
  SELECT t.name FROM sim_tags g JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place = 0), '')`
