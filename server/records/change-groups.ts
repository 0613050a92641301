import { sql } from 'kysely'
import { COMPANY_GROUPS_MAX, groupKey, namesOfPath, pathOf, pathsTo } from '#domain/groups.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { lockTaggedSims } from './change-tags.ts'
import { inheritTags } from './inherit-tags.ts'
import { type ChangeNote, noteChanges } from './note-changes.ts'
import { type SimKey, simKey } from './sim-key.ts'
import { countChanges } from './tag-counts.ts'

/** The group that a SIM moves to: its path, '' for none. */
export interface SimGroupChange extends SimKey {
  readonly group: string
}

/** A SIM that changed its group: paths as its company writes them, '' for none. */
export interface ChangedGroup extends SimKey {
  readonly from: string
  readonly to: string
}

/**
 * Moves SIMs to groups, whose tags they get, with the timeline and the counts of SIMs by group. A path that the SIM's company does not have yet becomes a
 * group, with those around it. Ask `refusedGroups` before: a company can have too many, and SIMs are in those by rule by themselves.
 * @param note also whether the transaction has locked the SIMs
 * @returns the SIMs that were elsewhere
 */
export async function changeGroups(
  trx: DatabaseTransaction,
  changes: readonly SimGroupChange[],
  { areLocked = false, ...note }: ChangeNote & { readonly areLocked?: boolean },
  now: Date,
): Promise<ChangedGroup[]> {
  if (changes.length === 0) return []
  if (!areLocked) await lockTaggedSims(trx, changes)
  await addMissingGroups(trx, changes, now)
  const left = await leave(trx, changes)
  const joined = await join(trx, changes)
  const changed = bySim(left, joined)
  const inherited = new Map((await inheritTags(trx, changed)).map((tags) => [simKey(tags), tags]))
  const noted = changed.map(({ from, to, ...sim }) => {
    const { added = [], removed = [] } = inherited.get(simKey(sim)) ?? {}
    const tags = { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) }
    return { ...sim, detail: { ...(from !== '' && { from }), ...(to !== '' && { to }), ...tags } }
  })
  await noteChanges(trx, 'group_changed', noted, note, now)
  await countChanges(trx, [...left, ...joined])
  return changed
}

/** Makes groups of the paths that a company does not have yet, the outermost first. */
export async function addMissingGroups(
  trx: DatabaseTransaction,
  requested: readonly { companyId: number; group: string }[],
  now: Date,
): Promise<void> {
  if ((await missingGroups(trx, requested)).length === 0) return
  await keepGroups(trx, requested)
  // once more: one that was renamed or deleted before is missing now, and another transaction may have made one
  const missing = await missingGroups(trx, requested)
  if (missing.length === 0) return
  const group = { is_group: true, colour: 'grey', created_at: now }
  await trx
    .insertInto('tags')
    .values(missing.map(({ companyId, path, key }) => ({ ...group, company_id: companyId, name: path, key })))
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .execute()
}

/** Those that are there are not renamed and not deleted until the transaction ends: others are made inside them. */
async function keepGroups(trx: DatabaseTransaction, requested: readonly { companyId: number; group: string }[]): Promise<void> {
  const all = requested.flatMap(({ companyId, group }) =>
    group === '' ? [] : pathsTo(group).map((path) => ({ companyId, key: groupKey(path) })),
  )
  await sql`
    SELECT FROM unnest(${all.map(({ companyId }) => companyId)}::int[], ${all.map(({ key }) => key)}::text[]) AS w(company_id, key)
    JOIN tags t ON t.company_id = w.company_id AND t.key = w.key COLLATE "C"
    ORDER BY t.company_id, t.tag_id FOR KEY SHARE OF t`.execute(trx)
}

interface MissingGroup {
  readonly companyId: number
  readonly path: string
  readonly key: string
}

/**
 * Those around them that are there are written as their company writes them. In one order, so that two transactions that add the same
 * paths wait for each other, at most.
 */
async function missingGroups(
  db: Database | DatabaseTransaction,
  requested: readonly { companyId: number; group: string }[],
): Promise<MissingGroup[]> {
  const paths = new Map<string, MissingGroup>()
  for (const { companyId, group } of new Map(requested.map((one) => [`${one.companyId} ${one.group}`, one])).values()) {
    for (const path of group === '' ? [] : pathsTo(group)) {
      const key = groupKey(path)
      if (!paths.has(`${companyId} ${key}`)) paths.set(`${companyId} ${key}`, { companyId, path, key })
    }
  }
  const all = [...paths.values()]
  const { rows } = await sql<MissingGroup>`
    SELECT t.company_id AS "companyId", t.key, t.name AS path
    FROM unnest(${all.map(({ companyId }) => companyId)}::int[], ${all.map(({ key }) => key)}::text[]) AS w(company_id, key)
    JOIN tags t ON t.company_id = w.company_id AND t.key = w.key COLLATE "C"`.execute(db)
  const there = new Map(rows.map((row) => [`${row.companyId} ${row.key}`, row.path]))
  return all
    .filter(({ companyId, key }) => !there.has(`${companyId} ${key}`))
    .map((group) => ({ ...group, path: spelled(group.path, (path) => there.get(`${group.companyId} ${groupKey(path)}`)) }))
    .sort((a, b) => a.companyId - b.companyId || (a.key < b.key ? -1 : 1))
}

/** A path with the groups around it as they are written already. */
function spelled(path: string, writtenAs: (path: string) => string | undefined): string {
  const known = pathsTo(path)
    .map(writtenAs)
    .findLast((written) => written !== undefined)
  return known === undefined ? path : pathOf([...namesOfPath(known), ...namesOfPath(path).slice(namesOfPath(known).length)])
}

/** Why SIMs cannot be moved to a group. */
export type GroupRefusal = 'too_many_groups' | 'group_by_rule'

interface RequestedGroup {
  readonly companyId: number
  /** '' for none */
  readonly group: string
}

/** Why some of these groups, or the new ones among them, can have no SIMs that are moved there; undefined: they can. */
export async function refusedGroups(
  db: Database | DatabaseTransaction,
  requested: readonly RequestedGroup[],
): Promise<(one: RequestedGroup) => GroupRefusal | undefined> {
  const full = await companiesWithoutRoom(db, requested)
  const { rows } = await sql<{ companyId: number; key: string }>`
    SELECT t.company_id AS "companyId", t.key FROM tags t
    WHERE t.company_id = ANY(${[...new Set(requested.map(({ companyId }) => companyId))]}::int[])
      AND t.rule IS NOT NULL`.execute(db)
  const ruled = new Set(rows.map(({ companyId, key }) => `${companyId} ${key}`))
  const isByRule = ({ companyId, group }: RequestedGroup) =>
    group !== '' && pathsTo(group).some((path) => ruled.has(`${companyId} ${groupKey(path)}`))
  return (one) => {
    if (isByRule(one)) return 'group_by_rule'
    return full.has(one.companyId) ? 'too_many_groups' : undefined
  }
}

/** The companies that would have too many groups with the new ones among these. */
async function companiesWithoutRoom(
  db: Database | DatabaseTransaction,
  requested: readonly { companyId: number; group: string }[],
): Promise<ReadonlySet<number>> {
  const missing = Map.groupBy(await missingGroups(db, requested), ({ companyId }) => companyId)
  if (missing.size === 0) return new Set()
  const counts = await db
    .selectFrom('tags')
    .select(['company_id as companyId', (eb) => eb.fn.countAll<number>().as('groups')])
    .where('company_id', 'in', [...missing.keys()])
    .where('is_group', '=', true)
    .groupBy('company_id')
    .execute()
  const has = new Map(counts.map(({ companyId, groups }) => [companyId, Number(groups)]))
  const isFull = ([companyId, added]: [number, readonly unknown[]]) =>
    (has.get(companyId) ?? 0) + added.length > COMPANY_GROUPS_MAX
  return new Set([...missing].filter(isFull).map(([companyId]) => companyId))
}

interface GroupOfSim extends SimKey {
  readonly tagId: number
  readonly name: string
  readonly change: 1 | -1
}

const rowsOf = (changes: readonly SimGroupChange[]) => sql`unnest(${changes.map(({ companyId }) => companyId)}::int[],
  ${changes.map(({ iccid }) => iccid)}::text[], ${changes.map(({ group }) => (group === '' ? '' : groupKey(group)))}::text[])
  AS w(company_id, iccid, key)`

/** Takes the SIMs out of groups other than theirs. */
async function leave(trx: DatabaseTransaction, changes: readonly SimGroupChange[]): Promise<GroupOfSim[]> {
  const { rows } = await sql<GroupOfSim>`
    DELETE FROM sim_tags g USING ${rowsOf(changes)}, tags t
    WHERE g.company_id = w.company_id AND g.iccid = w.iccid COLLATE "C" AND g.place = 0
      AND t.company_id = g.company_id AND t.tag_id = g.tag_id AND t.key <> w.key COLLATE "C"
    RETURNING g.company_id AS "companyId", g.iccid, g.tag_id AS "tagId", t.name, -1 AS change`.execute(trx)
  return rows
}

/** Puts those that are in none into theirs. */
async function join(trx: DatabaseTransaction, changes: readonly SimGroupChange[]): Promise<GroupOfSim[]> {
  const joining = changes.filter(({ group }) => group !== '')
  if (joining.length === 0) return []
  const { rows } = await sql<GroupOfSim>`
    WITH joined AS (
      INSERT INTO sim_tags (company_id, iccid, place, tag_id)
      SELECT s.company_id, s.iccid, 0, t.tag_id FROM ${rowsOf(joining)}
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN tags t ON t.company_id = w.company_id AND t.key = w.key COLLATE "C" AND t.rule IS NULL
      ON CONFLICT (company_id, iccid, place) DO NOTHING
      RETURNING company_id, iccid, tag_id
    )
    SELECT j.company_id AS "companyId", j.iccid, j.tag_id AS "tagId", t.name, 1 AS change
    FROM joined j JOIN tags t ON t.company_id = j.company_id AND t.tag_id = j.tag_id`.execute(trx)
  return rows
}

function bySim(left: readonly GroupOfSim[], joined: readonly GroupOfSim[]): ChangedGroup[] {
  const from = new Map(left.map((one) => [simKey(one), one]))
  const to = new Map(joined.map((one) => [simKey(one), one]))
  return [...new Map([...from, ...to]).entries()].map(([key, { companyId, iccid }]) => ({
    companyId,
    iccid,
    from: from.get(key)?.name ?? '',
    to: to.get(key)?.name ?? '',
  }))
}
