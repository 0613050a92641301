import { sql } from 'kysely'
import type { Cells } from '../cells/cells.ts'
import type { Database } from '../db/database.ts'
import type { NetworkSim } from './network-types.ts'
import type { NetworkRegistry } from './registry.ts'
import { abortableDelay } from './retry.ts'

const STAGGER_MS = 100

/**
 * Selects one SIM of each network, an active one if possible. Selected by way of the tallies, so that no table is
 * scanned.
 */
export async function probeSims(db: Database): Promise<Map<string, NetworkSim>> {
  const { rows } = await sql<NetworkSim & { readonly networkId: string }>`
    WITH kinds AS (
      SELECT DISTINCT ON (r.network_id) r.network_id, t.administrative_status, t.apn_id, t.origin_id, t.sim_type_id, t.plan_code
      FROM network_routes r
      JOIN (
        SELECT administrative_status, apn_id, origin_id, sim_type_id, plan_code FROM fleet_tallies
        GROUP BY 1, 2, 3, 4, 5 HAVING sum(sims) > 0
      ) t ON t.origin_id = r.origin_id AND t.sim_type_id = r.sim_type_id
      ORDER BY r.network_id, t.administrative_status = 2 DESC, t.administrative_status
    )
    SELECT k.network_id AS "networkId", s.iccid, s.imsi, s.msisdn FROM kinds k CROSS JOIN LATERAL (
      SELECT s.iccid, s.imsi, s.msisdn FROM sims s
      WHERE s.administrative_status = k.administrative_status AND s.apn_id = k.apn_id AND s.origin_id = k.origin_id
        AND s.sim_type_id = k.sim_type_id AND s.plan_code = k.plan_code
      ORDER BY s.iccid LIMIT 1
    ) s`.execute(db)
  return new Map(rows.map(({ networkId, ...sim }) => [networkId, sim]))
}

/**
 * Sends a small read to each network, so that its health is known without traffic and an open breaker closes once the
 * network is back. One process at a time does it.
 */
export async function probeNetworks({ home, all }: Pick<Cells, 'home' | 'all'>, networks: NetworkRegistry): Promise<void> {
  await home.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('enlace:probe-networks')) AS is_ours`.execute(trx)
    if (!rows[0]?.is_ours) return
    const ofCells = await Promise.all(all.map(({ db }) => probeSims(db)))
    const sims = new Map(ofCells.flatMap((sims) => [...sims]))
    await Promise.all(
      networks.all().map(async (network, index) => {
        const sim = sims.get(network.id)
        // staggered, without waiting for networks that do not answer
        await abortableDelay(index * STAGGER_MS)
        if (sim) await network.probe(sim)
      }),
    )
  })
}
