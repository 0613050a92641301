import { type RawBuilder, sql } from 'kysely'
import { newTagColour, SIM_TAGS_MAX, type TagColour, tagKey } from '#domain/tags.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type ChangeNote, noteChanges } from './note-changes.ts'
import { companyTagKey, oneRowPerTag, type RequestedTag, requestedRows, rowsOf, type SimTagChange } from './requested-tags.ts'
import { type SimKey, simKey } from './sim-key.ts'
import { addToCounts, countChanges } from './tag-counts.ts'

/** What changed of a SIM: names as its company writes them. */
export interface ChangedTags extends SimKey {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Puts tags on SIMs and takes others off them, with the timeline and the counts of SIMs by tag. A name that the SIM's company does not
 * have yet becomes a tag. One that a group gives a SIM is not taken off it; one that is put on stays when the SIM leaves the group. A SIM that would get too many breaks a check of the table: ask `refusedTagChanges` before.
 * @param note also whether the transaction has locked the SIMs
 * @returns the SIMs that changed
 */
export async function changeTags(
  trx: DatabaseTransaction,
  changes: readonly SimTagChange[],
  { areLocked = false, ...note }: ChangeNote & { readonly areLocked?: boolean },
  now: Date,
): Promise<ChangedTags[]> {
  const asked = rowsOf(changes)
  if (asked.length === 0) return []
  const requested = areLocked ? asked : await lockTaggedSims(trx, asked)
  await addMissingTags(trx, requested, now)
  // two statements: the second one sees the places that the first has freed
  const removed = await takeOff(trx, requested)
  const added = await putOn(trx, requested)
  const changed = changedBySim(removed, added)
  const noted = changed.map(({ added, removed, ...sim }) => ({ ...sim, detail: { added, removed } }))
  await noteChanges(trx, 'tags_changed', noted, note, now)
  await countChanges(trx, [...removed, ...added])
  return changed
}

/** Makes tags of the names that a company does not have yet. */
export async function addMissingTags(
  trx: DatabaseTransaction,
  requested: readonly Omit<RequestedTag, 'iccid'>[],
  now: Date,
): Promise<void> {
  const missing = await missingTags(trx, requested)
  if (missing.length === 0) return
  const companies = [...new Set(missing.map(({ companyId }) => companyId))]
  const tags = await trx
    .selectFrom('tags')
    .select(['company_id', 'colour'])
    .where('company_id', 'in', companies)
    .where('is_group', '=', false)
    .execute()
  const taken = Map.groupBy(tags, (tag) => tag.company_id)
  const colours = new Map(companies.map((id) => [id, (taken.get(id) ?? []).map(({ colour }) => colour as TagColour)]))
  const rows = missing.map(({ companyId, name, key }) => {
    const own = colours.get(companyId) ?? []
    const colour = newTagColour(own)
    own.push(colour)
    return { company_id: companyId, name, key, colour, created_at: now }
  })
  await trx
    .insertInto('tags')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .execute()
}

/** In one order, so that two transactions that add the same names wait for each other, at most. */
async function missingTags(
  trx: DatabaseTransaction,
  requested: readonly Omit<RequestedTag, 'iccid'>[],
): Promise<Omit<RequestedTag, 'iccid'>[]> {
  const names = oneRowPerTag(requested.filter(({ isAdded }) => isAdded))
  const there = await findTags(trx, names)
  return names
    .filter((name) => !there.has(companyTagKey(name)))
    .sort((a, b) => a.companyId - b.companyId || (a.key < b.key ? -1 : 1))
}

interface FoundTag {
  readonly companyId: number
  readonly key: string
  readonly tagId: number
  readonly name: string
}

/** By company and key. */
async function findTags(
  trx: DatabaseTransaction,
  names: readonly { companyId: number; key: string }[],
): Promise<ReadonlyMap<string, FoundTag>> {
  const { rows } = await sql<FoundTag>`
    SELECT t.company_id AS "companyId", t.key, t.tag_id AS "tagId", t.name
    FROM unnest(${names.map(({ companyId }) => companyId)}::int[], ${names.map(({ key }) => key)}::text[]) AS w(company_id, key)
    JOIN tags t ON t.company_id = w.company_id AND t.key = w.key COLLATE "C"`.execute(trx)
  return new Map(rows.map((row) => [companyTagKey(row), row]))
}

/**
 * In the order that all writers use; the keys of what is written hold the tags.
 * @returns the rows whose SIM is there
 */
export async function lockTaggedSims<T extends SimKey>(
  trx: DatabaseTransaction,
  requested: readonly T[],
): Promise<readonly T[]> {
  const sims = [...new Map(requested.map((row) => [simKey(row), row])).values()]
  const { rows } = await sql<SimKey>`
    SELECT s.company_id AS "companyId", s.iccid
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s`.execute(trx)
  const there = new Set(rows.map(simKey))
  return requested.filter((row) => there.has(simKey(row)))
}

export interface TagOfSim extends SimKey {
  readonly tagId: number
  readonly name: string
  readonly change: 1 | -1
}

/** Tags that SIMs have because of their groups, and are put on as well, are their own from now on. */
async function keepInherited(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<void> {
  await sql`
    UPDATE sim_tags g SET by_group = false FROM ${requestedRows(requested, true)}, tags t
    WHERE t.company_id = w.company_id AND t.key = w.key COLLATE "C"
      AND g.company_id = w.company_id AND g.tag_id = t.tag_id AND g.iccid = w.iccid COLLATE "C" AND g.by_group`.execute(trx)
}

async function takeOff(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<TagOfSim[]> {
  if (requested.every(({ isAdded }) => isAdded)) return []
  const { rows } = await sql<TagOfSim>`
    DELETE FROM sim_tags g USING ${requestedRows(requested, false)}, tags t
    WHERE t.company_id = w.company_id AND t.key = w.key COLLATE "C"
      AND g.company_id = w.company_id AND g.tag_id = t.tag_id AND g.iccid = w.iccid COLLATE "C" AND NOT g.by_group
    RETURNING g.company_id AS "companyId", g.iccid, g.tag_id AS "tagId", t.name, -1 AS change`.execute(trx)
  return rows
}

/**
 * Puts the rows of `fresh` (company_id, iccid, tag_id, nth, others) in free places of their SIMs: behind the last one, and where that is too
 * far, in a gap. Without a gap the check of the table is broken; a tag that a group gives is left out instead.
 */
export const intoFreePlaces = (isByGroup: boolean): RawBuilder<unknown> => {
  const most = sql.lit(SIM_TAGS_MAX)
  return sql`
    INSERT INTO sim_tags (company_id, iccid, place, tag_id, by_group)
    SELECT f.company_id, f.iccid, CASE WHEN l.place + f.others <= ${most} THEN l.place + f.nth ELSE coalesce(gap.place, ${most} + 1) END, f.tag_id,
      ${isByGroup}
    FROM fresh f
    CROSS JOIN LATERAL (
      SELECT greatest(max(g.place), 0) AS place FROM sim_tags g WHERE g.company_id = f.company_id AND g.iccid = f.iccid
    ) l
    LEFT JOIN LATERAL (
      SELECT p AS place FROM generate_series(1, ${most}) p
      WHERE l.place + f.others > ${most}
        AND NOT EXISTS (SELECT FROM sim_tags g WHERE g.company_id = f.company_id AND g.iccid = f.iccid AND g.place = p)
      ORDER BY p LIMIT 1 OFFSET f.nth - 1
    ) gap ON true
    ${isByGroup ? sql`WHERE l.place + f.others <= ${most} OR gap.place IS NOT NULL` : sql``}
    RETURNING company_id, iccid, place, tag_id`
}

async function putOn(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<TagOfSim[]> {
  const added = requested.filter(({ isAdded }) => isAdded)
  if (added.length === 0) return []
  const appended = await append(trx, added)
  if (appended.length === added.length) return appended
  const done = new Set(appended.map((tag) => `${tag.companyId} ${tag.iccid} ${tagKey(tag.name)}`))
  const others = added.filter(({ companyId, iccid, key }) => !done.has(`${companyId} ${iccid} ${key}`))
  await keepInherited(trx, others)
  return [...appended, ...(await insertInGaps(trx, others))]
}

/** Behind the last tag of each SIM, where there is room: nearly all of them, in a third of the time. Those that a SIM has are left out. */
async function append(trx: DatabaseTransaction, added: readonly RequestedTag[]): Promise<TagOfSim[]> {
  const tags = await findTags(trx, oneRowPerTag(added))
  const numbers = new Map<string, number>()
  const rows = added.flatMap((row) => {
    const tag = tags.get(companyTagKey(row))
    if (!tag) return []
    const sim = simKey(row)
    const nth = (numbers.get(sim) ?? 0) + 1
    numbers.set(sim, nth)
    return [{ ...tag, iccid: row.iccid, nth }]
  })
  const { rows: inserted } = await sql<{ iccid: string; tagId: number }>`
    WITH placed AS MATERIALIZED (
      SELECT w.company_id, w.iccid, l.place + w.nth AS place, w.tag_id
      FROM unnest(${rows.map(({ companyId }) => companyId)}::int[], ${rows.map(({ iccid }) => iccid)}::text[],
        ${rows.map(({ tagId }) => tagId)}::int[], ${rows.map(({ nth }) => nth)}::int[]) AS w(company_id, iccid, tag_id, nth)
      CROSS JOIN LATERAL (
        SELECT greatest(max(g.place), 0) AS place FROM sim_tags g WHERE g.company_id = w.company_id AND g.iccid = w.iccid COLLATE "C"
      ) l
      WHERE l.place + w.nth <= ${sql.lit(SIM_TAGS_MAX)}
    )
    INSERT INTO sim_tags (company_id, iccid, place, tag_id, by_group)
    SELECT company_id, iccid, place, tag_id, false FROM placed
    ON CONFLICT (company_id, tag_id, iccid) DO NOTHING
    RETURNING iccid, tag_id AS "tagId"`.execute(trx)
  const byId = new Map([...tags.values()].map((tag) => [tag.tagId, tag]))
  return inserted.flatMap(({ iccid, tagId }) => {
    const tag = byId.get(tagId)
    return tag ? [{ companyId: tag.companyId, iccid, tagId, name: tag.name, change: 1 as const }] : []
  })
}

async function insertInGaps(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<TagOfSim[]> {
  const { rows } = await sql<TagOfSim>`
    WITH fresh AS MATERIALIZED (
      SELECT s.company_id, s.iccid, t.tag_id, row_number() OVER (PARTITION BY s.company_id, s.iccid ORDER BY w.position) AS nth,
        count(*) OVER (PARTITION BY s.company_id, s.iccid) AS others
      FROM ${requestedRows(requested, true)}
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN tags t ON t.company_id = w.company_id AND t.key = w.key COLLATE "C"
      WHERE NOT EXISTS (
        SELECT FROM sim_tags g WHERE g.company_id = s.company_id AND g.tag_id = t.tag_id AND g.iccid = s.iccid OFFSET 0
      )
    ), placed AS (${intoFreePlaces(false)})
    SELECT p.company_id AS "companyId", p.iccid, p.tag_id AS "tagId", t.name, 1 AS change
    FROM placed p JOIN tags t ON t.company_id = p.company_id AND t.tag_id = p.tag_id
    ORDER BY p.company_id, p.iccid, p.place`.execute(trx)
  return rows
}

export function changedBySim(removed: readonly TagOfSim[], added: readonly TagOfSim[]): ChangedTags[] {
  const changed = new Map<string, SimKey & { added: string[]; removed: string[] }>()
  for (const { companyId, iccid, name, change } of [...removed, ...added]) {
    const key = simKey({ companyId, iccid })
    const one = changed.get(key) ?? { companyId, iccid, added: [], removed: [] }
    one[change === 1 ? 'added' : 'removed'].push(name)
    changed.set(key, one)
  }
  return [...changed.values()]
}

interface TagKey {
  readonly companyId: number
  readonly tagId: number
}

/**
 * Locks some of the SIMs of a tag, or of a group, that is going. Before its row: who changes the tags of a SIM locks the SIM first, and
 * then counts it with the tag.
 * @returns their ICCIDs, of those that had it just before
 */
export async function lockSimsOfTag(trx: DatabaseTransaction, { companyId, tagId }: TagKey, atMost: number): Promise<string[]> {
  const { rows } = await sql<SimKey>`
    SELECT company_id AS "companyId", iccid
    FROM sim_tags WHERE company_id = ${companyId} AND tag_id = ${tagId} ORDER BY iccid LIMIT ${atMost}`.execute(trx)
  const locked = await lockTaggedSims(trx, rows)
  return locked.map(({ iccid }) => iccid)
}

/**
 * Takes a tag off SIMs that are locked, or them out of a group, without a line in their timelines: the tag itself is going.
 * @returns the ICCIDs of those that had it
 */
export async function takeTagOffSims(
  trx: DatabaseTransaction,
  { companyId, tagId }: TagKey,
  iccids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    DELETE FROM sim_tags g WHERE g.company_id = ${companyId} AND g.tag_id = ${tagId} AND g.iccid = ANY(${[...iccids]}::text[])
    RETURNING g.iccid`.execute(trx)
  await addToCounts(trx, [{ companyId, tagId, sims: -rows.length }])
  return rows.map(({ iccid }) => iccid)
}

/** Whether SIMs have a tag, or are in a group. */
export async function isOnSims(trx: DatabaseTransaction, { companyId, tagId }: TagKey): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sim_tags WHERE company_id = ${companyId} AND tag_id = ${tagId} LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** Takes all tags off SIMs that leave their company, and them out of their groups: both are the company's. */
export async function leaveTags(
  trx: DatabaseTransaction,
  sims: readonly { companyId: number | null; iccid: string }[],
): Promise<void> {
  const { rows } = await sql<{ companyId: number; tagId: number; sims: number }>`
    WITH gone AS (
      DELETE FROM sim_tags g USING unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS m(company_id, iccid)
      WHERE g.company_id = m.company_id AND g.iccid = m.iccid COLLATE "C"
      RETURNING g.company_id, g.tag_id
    )
    SELECT company_id AS "companyId", tag_id AS "tagId", -count(*)::int AS sims
    FROM gone GROUP BY 1, 2 ORDER BY 1, 2`.execute(trx)
  await addToCounts(trx, rows)
}
