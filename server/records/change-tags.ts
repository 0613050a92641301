import { sql } from 'kysely'
import { COMPANY_TAGS_MAX, distinctTags, firstColour, SIM_TAGS_MAX, tagKey } from '#domain/tags.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** The tags that one SIM gets and loses, by name. A name on both sides is put on. */
export interface SimTagChange {
  readonly companyId: number
  readonly iccid: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

interface ChangeNote {
  readonly actor: string
  /** added to the timeline of each SIM */
  readonly detail: Readonly<Record<string, unknown>>
}

/** What changed of a SIM: names as its company writes them. */
export interface ChangedTags {
  readonly companyId: number
  readonly iccid: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Puts tags on SIMs and takes others off them, with the timeline and the counts of SIMs by tag. A name that the SIM's company does not
 * have yet becomes a tag. A SIM that would get too many breaks a check of the table: ask `refusedTagChanges` before.
 * @returns the SIMs that changed
 */
export async function changeTags(
  trx: DatabaseTransaction,
  changes: readonly SimTagChange[],
  { actor, detail }: ChangeNote,
  now: Date,
): Promise<ChangedTags[]> {
  const requested = rowsOf(changes)
  if (requested.length === 0) return []
  await addMissing(trx, requested, now)
  await lockSims(trx, requested)
  // two statements: the second one sees the places that the first has freed
  const removed = await takeOff(trx, requested)
  const added = await putOn(trx, requested)
  await count(trx, [...removed, ...added])
  const changed = bySim(removed, added)
  await note(trx, changed, { actor, detail }, now)
  return changed
}

interface RequestedTag {
  readonly companyId: number
  readonly iccid: string
  readonly name: string
  readonly key: string
  readonly isAdded: boolean
}

function rowsOf(changes: readonly SimTagChange[]): RequestedTag[] {
  return changes.flatMap(({ companyId, iccid, add, remove }) => {
    const added = distinctTags(add)
    const keys = new Set(added.map(tagKey))
    const removed = distinctTags(remove).filter((name) => !keys.has(tagKey(name)))
    const rowOf = (isAdded: boolean) => (name: string) => ({ companyId, iccid, name, key: tagKey(name), isAdded })
    return [...added.map(rowOf(true)), ...removed.map(rowOf(false))]
  })
}

const requestedRows = (requested: readonly RequestedTag[], isAdded: boolean) => {
  const rows = requested.filter((row) => row.isAdded === isAdded)
  return sql`unnest(${rows.map((row) => row.companyId)}::int[], ${rows.map((row) => row.iccid)}::text[],
    ${rows.map((row) => row.key)}::text[]) WITH ORDINALITY AS w(company_id, iccid, key, position)`
}

async function addMissing(trx: DatabaseTransaction, requested: readonly RequestedTag[], now: Date): Promise<void> {
  const added = requested.filter(({ isAdded }) => isAdded)
  const missing = [...new Map(added.map((row) => [`${row.companyId} ${row.key}`, row])).values()]
  if (missing.length === 0) return
  // in one order, so that two transactions that add the same names wait for each other, at most
  missing.sort((a, b) => a.companyId - b.companyId || (a.key < b.key ? -1 : 1))
  await sql`
    INSERT INTO tags (company_id, name, key, colour, created_at)
    SELECT m.company_id, m.name, m.key, m.colour, ${now}
    FROM unnest(${missing.map(({ companyId }) => companyId)}::int[], ${missing.map(({ name }) => name)}::text[],
      ${missing.map(({ key }) => key)}::text[], ${missing.map(({ name }) => firstColour(name))}::text[])
      WITH ORDINALITY AS m(company_id, name, key, colour, position)
    WHERE NOT EXISTS (SELECT FROM tags t WHERE t.company_id = m.company_id AND t.key = m.key COLLATE "C")
    ORDER BY m.position
    ON CONFLICT (company_id, key) DO NOTHING`.execute(trx)
}

/** In the order that all writers use; the keys of what is written hold the tags. */
async function lockSims(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<void> {
  const sims = [...new Map(requested.map((row) => [`${row.companyId} ${row.iccid}`, row])).values()]
  await sql`
    SELECT count(*) FROM (
      SELECT s.iccid FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s
    ) locked`.execute(trx)
}

interface TagOfSim {
  readonly companyId: number
  readonly iccid: string
  readonly tagId: number
  readonly name: string
  readonly change: 1 | -1
}

async function takeOff(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<TagOfSim[]> {
  if (requested.every(({ isAdded }) => isAdded)) return []
  const { rows } = await sql<TagOfSim>`
    DELETE FROM sim_tags g USING ${requestedRows(requested, false)}, tags t
    WHERE t.company_id = w.company_id AND t.key = w.key COLLATE "C"
      AND g.company_id = w.company_id AND g.tag_id = t.tag_id AND g.iccid = w.iccid COLLATE "C"
    RETURNING g.company_id AS "companyId", g.iccid, g.tag_id AS "tagId", t.name, -1 AS change`.execute(trx)
  return rows
}

/** Each new tag in a free place of its SIM: behind its last one, and where that is too far, in a gap. */
async function putOn(trx: DatabaseTransaction, requested: readonly RequestedTag[]): Promise<TagOfSim[]> {
  if (requested.every(({ isAdded }) => !isAdded)) return []
  const most = sql.lit(SIM_TAGS_MAX)
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
    ), placed AS (
      INSERT INTO sim_tags (company_id, iccid, place, tag_id)
      SELECT f.company_id, f.iccid, CASE WHEN l.place + f.others <= ${most} THEN l.place + f.nth ELSE coalesce(gap.place, ${most} + 1) END, f.tag_id
      FROM fresh f
      CROSS JOIN LATERAL (
        SELECT coalesce(max(g.place), 0) AS place FROM sim_tags g WHERE g.company_id = f.company_id AND g.iccid = f.iccid
      ) l
      LEFT JOIN LATERAL (
        SELECT p AS place FROM generate_series(1, ${most}) p
        WHERE l.place + f.others > ${most}
          AND NOT EXISTS (SELECT FROM sim_tags g WHERE g.company_id = f.company_id AND g.iccid = f.iccid AND g.place = p)
        ORDER BY p LIMIT 1 OFFSET f.nth - 1
      ) gap ON true
      RETURNING company_id, iccid, place, tag_id
    )
    SELECT p.company_id AS "companyId", p.iccid, p.tag_id AS "tagId", t.name, 1 AS change
    FROM placed p JOIN tags t ON t.company_id = p.company_id AND t.tag_id = p.tag_id
    ORDER BY p.company_id, p.iccid, p.place`.execute(trx)
  return rows
}

/** Adds the differences to the counts of SIMs by tag. */
async function count(trx: DatabaseTransaction, changed: readonly TagOfSim[]): Promise<void> {
  const sums = new Map<number, { companyId: number; sims: number }>()
  for (const { companyId, tagId, change } of changed)
    sums.set(tagId, { companyId, sims: (sums.get(tagId)?.sims ?? 0) + change })
  await addToCounts(
    trx,
    [...sums].map(([tagId, sum]) => ({ tagId, ...sum })),
  )
}

async function addToCounts(
  trx: DatabaseTransaction,
  sums: readonly { companyId: number; tagId: number; sims: number }[],
): Promise<void> {
  if (sums.length === 0) return
  const companies = sums.map(({ companyId }) => companyId)
  // locked in one order, last of all: others that put on the same tag wait for no more than the end of the transaction
  await sql`
    WITH held AS MATERIALIZED (
      SELECT t.company_id, t.tag_id, d.sims
      FROM unnest(${companies}::int[], ${sums.map(({ tagId }) => tagId)}::int[], ${sums.map(({ sims }) => sims)}::int[]) AS d(company_id, tag_id, sims)
      JOIN tags t ON t.company_id = d.company_id AND t.tag_id = d.tag_id
      ORDER BY t.company_id, t.tag_id FOR NO KEY UPDATE OF t
    )
    UPDATE tags t SET sims = t.sims + h.sims FROM held h WHERE t.company_id = h.company_id AND t.tag_id = h.tag_id`.execute(trx)
}

function bySim(removed: readonly TagOfSim[], added: readonly TagOfSim[]): ChangedTags[] {
  const changed = new Map<string, { companyId: number; iccid: string; added: string[]; removed: string[] }>()
  for (const { companyId, iccid, name, change } of [...removed, ...added]) {
    const key = `${companyId} ${iccid}`
    const one = changed.get(key) ?? { companyId, iccid, added: [], removed: [] }
    one[change === 1 ? 'added' : 'removed'].push(name)
    changed.set(key, one)
  }
  return [...changed.values()]
}

async function note(
  trx: DatabaseTransaction,
  changed: readonly ChangedTags[],
  { actor, detail }: ChangeNote,
  now: Date,
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT c.company_id, c.iccid, ${now}, 'tags_changed', ${actor}, c.detail
    FROM jsonb_to_recordset(${JSON.stringify(
      changed.map(({ companyId, iccid, added, removed }) => ({
        company_id: companyId,
        iccid,
        detail: { ...detail, added, removed },
      })),
    )}::jsonb) AS c(company_id int, iccid text, detail jsonb)`.execute(trx)
}

/** Why the tags of a SIM cannot be changed. */
export type TagRefusal = 'too_many_tags' | 'too_many_company_tags'

/** The changes that would give a SIM, or a company, more tags than it can have: why, by ICCID. */
export async function refusedTagChanges(
  db: Database | DatabaseTransaction,
  changes: readonly SimTagChange[],
): Promise<ReadonlyMap<string, TagRefusal>> {
  const requested = rowsOf(changes)
  if (requested.every(({ isAdded }) => !isAdded) || !(await mayRefuse(db, requested))) return new Map()
  const { rows } = await sql<{ iccid: string; refusal: TagRefusal }>`
    WITH added AS MATERIALIZED (SELECT w.company_id, w.iccid, w.key FROM ${requestedRows(requested, true)}), missing AS (
      SELECT company_id, key FROM added EXCEPT SELECT t.company_id, t.key FROM tags t
      WHERE t.company_id IN (SELECT company_id FROM added)
    ), full_companies AS (
      SELECT m.company_id FROM missing m GROUP BY m.company_id
      HAVING count(*) + (SELECT count(*) FROM tags t WHERE t.company_id = m.company_id) > ${sql.lit(COMPANY_TAGS_MAX)}
    ), afterwards AS (
      SELECT g.company_id, g.iccid, t.key FROM (SELECT DISTINCT company_id, iccid FROM added) a
      JOIN sim_tags g ON g.company_id = a.company_id AND g.iccid = a.iccid COLLATE "C"
      JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
      UNION SELECT company_id, iccid, key FROM added
      EXCEPT SELECT w.company_id, w.iccid, w.key FROM ${requestedRows(requested, false)}
    )
    SELECT DISTINCT a.iccid, 'too_many_company_tags' AS refusal FROM added a JOIN missing m ON m.company_id = a.company_id AND m.key = a.key
    WHERE a.company_id IN (SELECT company_id FROM full_companies)
    UNION ALL
    SELECT iccid, 'too_many_tags' FROM afterwards GROUP BY company_id, iccid HAVING count(*) > ${sql.lit(SIM_TAGS_MAX)}`.execute(
    db,
  )
  return new Map(rows.map(({ iccid, refusal }) => [iccid, refusal]))
}

/** Whether a SIM or a company could have too many: the exact check costs ten times as much and is seldom needed. */
async function mayRefuse(db: Database | DatabaseTransaction, requested: readonly RequestedTag[]): Promise<boolean> {
  const added = requestedRows(requested, true)
  const { rows } = await sql<{ may: boolean }>`
    SELECT EXISTS (
      SELECT FROM (SELECT w.company_id, w.iccid, count(*) AS tags FROM ${added} GROUP BY 1, 2) a
      CROSS JOIN LATERAL (
        SELECT coalesce(max(g.place), 0) AS place FROM sim_tags g WHERE g.company_id = a.company_id AND g.iccid = a.iccid COLLATE "C"
      ) l WHERE l.place + a.tags > ${sql.lit(SIM_TAGS_MAX)}
    ) OR EXISTS (
      SELECT FROM (SELECT w.company_id, count(DISTINCT w.key) AS tags FROM ${added} GROUP BY 1) a
      WHERE a.tags + (SELECT count(*) FROM tags t WHERE t.company_id = a.company_id) > ${sql.lit(COMPANY_TAGS_MAX)}
    ) AS may`.execute(db)
  return rows[0]?.may ?? false
}

/**
 * Takes a tag off some of its SIMs, without a line in their timelines: the tag itself is going.
 * @returns how many it had been put on; less than `atMost`: it is on none any more
 */
export async function takeTagOffSims(
  trx: DatabaseTransaction,
  { companyId, tagId }: { companyId: number; tagId: number },
  atMost: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM sim_tags g USING (
      SELECT iccid FROM sim_tags WHERE company_id = ${companyId} AND tag_id = ${tagId} ORDER BY iccid LIMIT ${atMost}
    ) first WHERE g.company_id = ${companyId} AND g.tag_id = ${tagId} AND g.iccid = first.iccid`.execute(trx)
  const sims = Number(numAffectedRows)
  await addToCounts(trx, [{ companyId, tagId, sims: -sims }])
  return sims
}

/** Takes all tags off SIMs that leave their company: the tags are the company's. */
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
    SELECT company_id AS "companyId", tag_id AS "tagId", -count(*)::int AS sims FROM gone GROUP BY 1, 2 ORDER BY 1, 2`.execute(
    trx,
  )
  await addToCounts(trx, rows)
}

/** The tags whose count is not that of their SIMs, as `company/name`: none, at any time. */
export async function miscountedTags(db: Database | DatabaseTransaction): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT t.company_id || '/' || t.name AS tag FROM tags t
    WHERE t.sims <> (SELECT count(*) FROM sim_tags g WHERE g.company_id = t.company_id AND g.tag_id = t.tag_id)
    ORDER BY 1`.execute(db)
  return rows.map(({ tag }) => tag)
}
