import { type RawBuilder, sql } from 'kysely'
import type { Actor, RequestContext } from '../context.ts'

/** Condition: popup p is addressed to a company. A popup of a company above it counts if it includes those below. */
export function popupIsFor(companyId: RawBuilder<unknown>, lineage: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(p.for_everyone OR EXISTS (
    SELECT 1 FROM popup_targets t
    WHERE t.popup_name = p.name AND (t.company_id = ${companyId} OR (t.with_below AND t.company_id = ANY(${lineage})))))`
}

/** The oldest popup per slot that the user has not seen yet; once seen, the next one takes its place. */
export async function unseenPopups({ db, now }: RequestContext, actor: Actor): Promise<Map<number, string>> {
  const { rows } = await sql<{ slot: number; name: string }>`
    SELECT DISTINCT ON (p.slot) p.slot, p.name FROM popups p JOIN companies c ON c.company_id = ${actor.companyId}
    WHERE p.starts_at <= ${now} AND p.ends_at > ${now} AND ${popupIsFor(sql`c.company_id`, sql`c.lineage`)}
      AND NOT EXISTS (SELECT 1 FROM popup_views v WHERE v.popup_name = p.name AND v.user_id = ${actor.userId})
    ORDER BY p.slot, p.starts_at, p.name`.execute(db)
  return new Map(rows.map(({ slot, name }) => [slot, name]))
}
