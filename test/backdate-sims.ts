import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.generated.ts'

/** Has all SIMs been there, in their status, for as many days more: what is billed begins with them. */
export async function backdateSims(db: Kysely<DB>, days: number): Promise<void> {
  await sql`
    WITH earlier AS MATERIALIZED (
      SELECT company_id, iccid, created_at - make_interval(days => ${days}) AS created_at,
        status_since - make_interval(days => ${days}) AS status_since
      FROM sims
    )
    UPDATE sims s SET created_at = e.created_at, status_since = e.status_since
    FROM earlier e WHERE s.company_id = e.company_id AND s.iccid = e.iccid`.execute(db)
}
