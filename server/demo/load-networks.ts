import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { loadNetworkHistory } from './network-history.ts'

/** Requests a second that an operator of the demo takes: progress can be watched, and a thousand SIMs are soon done. */
const RATE = 400

/** A quarter of the orders take the operator some seconds. */
const ORDINARY = { accept: 0.25, confirmAfterMs: [800, 6_000] }
/** Every seventh call fails: the operator's card shows a warning, and what is tried again goes well. */
const STUMBLES = { ...ORDINARY, refuse: 1 / 7 }

/**
 * Gives each operator of the demo its embedded network, in which devices live. Mexico stumbles; Ecuador does not answer, and
 * comes back after half an hour.
 */
export async function loadNetworks(db: Database, now: Date): Promise<void> {
  await ensureNetworks(db, now)
  const outage = { until: new Date(now.getTime() + 30 * MINUTE_MS).toISOString() }
  const faults: Record<string, object> = { 'simulated-3': STUMBLES, 'simulated-4': { ...ORDINARY, outages: [outage] } }
  const networks = await db.selectFrom('networks').select('network_id').where('kind', '=', 'simulated').execute()
  for (const { network_id } of networks) {
    const settings = { life: { isOn: true }, faults: faults[network_id] ?? ORDINARY }
    await db
      .updateTable('networks')
      .set({ settings: JSON.stringify(settings), requests_per_second: RATE, updated_at: now })
      .where('network_id', '=', network_id)
      .execute()
  }
  // a load that was cut off may have left older rows
  await sql`
    UPDATE network_health h SET status = o.operator_status, failure_percent = o.operator_failure_percent, since = o.operator_status_since,
      failing_since = CASE WHEN o.operator_status = 0 THEN o.operator_status_since END
    FROM origins o WHERE h.network_id = 'simulated-' || o.origin_id`.execute(db)
  await loadNetworkHistory(db, now)
}
