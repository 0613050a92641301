import type { Pool } from 'pg'
import { expect } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender } from '#server/ingest/radius/sender.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { COMPANIES, createFleet, type Fleet, type TestSim } from './fleet.ts'
import { type IsOver, reportUntil } from './portal-load.ts'

/** Shared secret of the gateways that report to a portal under load. */
const SECRET = 'enlace-load'
const GATEWAYS = 12
/** SIMs of the operations of one user and of the pages of another; which SIMs are active is in fleet.ts. */
const [SIMS, OTHER_SIMS, SIMS_OF_PAGE] = [400, 60, 5]

/** Who does what with which SIMs, so that each outcome can be computed. */
export interface LoadFleet {
  readonly fleet: Fleet
  /** its fields are written again and again */
  readonly written: TestSim
  /** tried once and again to see whether anything is served */
  readonly probed: TestSim
  /** those of gateways */
  readonly reported: readonly TestSim[]
  /** those of operations that a page starts */
  readonly ofPage: readonly TestSim[]
}

/** Fills an empty migrated database with a fleet, slow networks and a RADIUS client. */
export async function createLoadFleet(pool: Pool, key: Buffer): Promise<LoadFleet> {
  const db = createDatabase(pool)
  const now = new Date()
  const fleet = await createFleet(db, now, { [COMPANIES.andes]: SIMS, [COMPANIES.pacifico]: OTHER_SIMS })
  // sessions of the fleet would be among those that are counted
  await db.updateTable('sim_live').set({ connection_started_at: null }).execute()
  await ensureNetworks(db, now)
  const settings = JSON.stringify({ faults: { latencyMs: [5, 60] } })
  await db.updateTable('networks').set({ settings, max_in_flight: 8 }).execute()
  const client = { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }
  await db.transaction().execute((trx) => addClient(trx, createSecretBox(key), client, now))
  const [written, probed] = fleet.sims.filter(({ companyId }) => companyId === COMPANIES.pacifico).toReversed()
  const active = fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.pacifico && status === 2)
  const others = active.filter((sim) => sim !== written && sim !== probed)
  const [reported, ofPage] = [others.slice(0, GATEWAYS), others.slice(GATEWAYS, GATEWAYS + SIMS_OF_PAGE)]
  if (!written || !probed || ofPage.length < SIMS_OF_PAGE) throw new Error('too few SIMs')
  return { fleet, written, probed, reported, ofPage }
}

/** What gateways reported, by SIM. */
export type Reported = readonly { readonly iccid: string; readonly bytes: number }[]

/** Reports of gateways, half of which have no clock of their own, each until it is answered. */
export async function reportOf(isOver: IsOver, sims: readonly TestSim[], port: number): Promise<Reported> {
  const options = { host: '127.0.0.1', port, secret: Buffer.from(SECRET), maxAttempts: 1_000, timeoutMs: 250 }
  const senders = await Promise.all(sims.map(() => openSender(options)))
  const reported = await Promise.all(
    sims.map(async (sim, index) => {
      const sender = senders[index]
      return { iccid: sim.iccid, bytes: sender ? await reportUntil(isOver, sender, sim, index % 2 === 0) : 0 }
    }),
  )
  await Promise.all(senders.map((sender) => sender.close()))
  return reported.sort((a, b) => (a.iccid < b.iccid ? -1 : 1))
}

/** Everything that waits to be done by a process. */
const WAITING = `SELECT (SELECT count(*) FROM usage_batches)::int + (SELECT count(*) FROM live_changes)::int
  + (SELECT count(*) FROM open_changes)::int + (SELECT count(*) FROM network_orders)::int AS count`

/**
 * Expects that all work ended as it was answered: lines, commands at the networks, bytes, copies.
 * @param most how often one SIM was at most hibernated and brought back
 */
export async function expectNothingLost(
  pool: Pool,
  { operations, most, reported }: { operations: number; most: number; reported: Reported },
): Promise<void> {
  await expect.poll(async () => (await pool.query(WAITING)).rows).toEqual([{ count: 0 }])
  const { rows: lines } = await pool.query(
    `SELECT count(DISTINCT operation_id)::int AS operations,
       count(*) FILTER (WHERE state NOT IN ('succeeded', 'skipped'))::int AS open FROM operation_items`,
  )
  expect(lines).toEqual([{ operations, open: 0 }])
  const { rows: repeated } = await pool.query(
    `SELECT iccid, kind, count(*) FROM simulated_network.effects WHERE kind IN ('suspended', 'resumed')
     GROUP BY 1, 2 HAVING count(*) > $1`,
    [Math.ceil(most / 2)],
  )
  expect(repeated).toEqual([])
  const { rows: differing } = await pool.query(
    `SELECT s.iccid, s.administrative_status, n.state FROM sims s JOIN simulated_network.sims n USING (iccid)
     WHERE n.state <> CASE s.administrative_status WHEN 2 THEN 'active' WHEN 11 THEN 'suspended' ELSE n.state END`,
  )
  expect(differing).toEqual([])
  const { rows: sessions } = await pool.query(
    "SELECT iccid, data_bytes::float8 AS bytes FROM data_sessions WHERE session_key LIKE 'M-%' AND stopped_at IS NOT NULL ORDER BY 1",
  )
  expect(sessions).toEqual(reported)
  const { rows: days } = await pool.query('SELECT sum(data_bytes)::float8 AS bytes FROM usage_days WHERE iccid = ANY($1)', [
    reported.map(({ iccid }) => iccid),
  ])
  expect(days).toEqual([{ bytes: reportedBytes(reported) }])
  expect(await differingCopies(createDatabase(pool))).toEqual([])
}

export const reportedBytes = (reported: Reported): number => reported.reduce((sum, { bytes }) => sum + bytes, 0)
