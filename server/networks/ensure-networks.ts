import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Assigns the embedded network to each origin without routes, one network per operator, and creates missing health
 * rows. Existing settings stay.
 */
export async function ensureNetworks(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO networks (network_id, name, kind, updated_at)
      SELECT 'simulated-' || o.origin_id, o.operator_name, 'simulated', ${now} FROM origins o
      WHERE NOT EXISTS (SELECT FROM network_routes r WHERE r.origin_id = o.origin_id)
      ORDER BY o.origin_id ON CONFLICT DO NOTHING`.execute(trx)
    await sql`
      INSERT INTO network_routes (origin_id, sim_type_id, network_id)
      SELECT o.origin_id, t.sim_type_id, 'simulated-' || o.origin_id FROM origins o CROSS JOIN sim_types t
      WHERE NOT EXISTS (SELECT FROM network_routes r WHERE r.origin_id = o.origin_id)
      ORDER BY 1, 2 ON CONFLICT DO NOTHING`.execute(trx)
    await sql`
      INSERT INTO network_health (network_id, status, failure_percent, since, failing_since)
      SELECT n.network_id, coalesce(o.operator_status, 1), coalesce(o.operator_failure_percent, 0),
        coalesce(o.operator_status_since, ${now}), CASE WHEN o.operator_status = 0 THEN o.operator_status_since END
      FROM networks n LEFT JOIN origins o ON n.network_id = 'simulated-' || o.origin_id
      ORDER BY 1 ON CONFLICT DO NOTHING`.execute(trx)
  })
}
