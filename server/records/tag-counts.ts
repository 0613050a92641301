import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** Counts SIMs that got or lost a tag, or a group, with it. */
export async function countChanges(
  trx: DatabaseTransaction,
  changed: readonly { companyId: number; tagId: number; change: 1 | -1 }[],
): Promise<void> {
  const sums = new Map<number, { companyId: number; sims: number }>()
  for (const { companyId, tagId, change } of changed)
    sums.set(tagId, { companyId, sims: (sums.get(tagId)?.sims ?? 0) + change })
  const differences = [...sums].map(([tagId, sum]) => ({ tagId, ...sum }))
  await addToCounts(trx, differences)
}

/** Adds differences to the counts of SIMs by tag, or group. */
export async function addToCounts(
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

/** The tags whose count is not that of their SIMs, as `company/name`: none, at any time. */
export async function miscountedTags(db: Database | DatabaseTransaction): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT t.company_id || '/' || t.name AS tag FROM tags t
    WHERE t.sims <> (SELECT count(*) FROM sim_tags g WHERE g.company_id = t.company_id AND g.tag_id = t.tag_id)
    ORDER BY 1`.execute(db)
  return rows.map(({ tag }) => tag)
}
