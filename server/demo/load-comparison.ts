import { sql } from 'kysely'
import { NO_LOCK, type ReconcileProblem } from '#domain/network-alignment.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { officeTime } from './office-hours.ts'

const ACTOR = 'admin@enlace.test'
const TAKES_MS = 14 * MINUTE_MS

const CHILE = 'simulated-1'
const MEXICO = 'simulated-3'

/** SIMs of a network and a status whose network has something else. */
interface DemoDrift {
  readonly network: string
  readonly status: number
  /** at the network */
  readonly state: NetworkSimState
  readonly sims: number
  /** what differs beside the state, with the values of both; {imei} is that of the device */
  readonly beside?: readonly [problem: ReconcileProblem, text: string]
}

/** Differences of the three kinds: in the state, in the profile of the plan, in the lock to a device. */
const DRIFTS: readonly DemoDrift[] = [
  { network: CHILE, status: STATUS.active, state: 'suspended', sims: 8 },
  { network: CHILE, status: STATUS.active, state: 'data_cut', sims: 4 },
  { network: CHILE, status: STATUS.hibernated, state: 'active', sims: 6 },
  { network: CHILE, status: STATUS.suspended, state: 'active', sims: 3 },
  { network: CHILE, status: STATUS.active, state: 'active', sims: 7, beside: ['other_profile', 'iot-256k → iot-1m'] },
  { network: MEXICO, status: STATUS.active, state: 'suspended', sims: 5 },
  { network: MEXICO, status: STATUS.terminated, state: 'active', sims: 2 },
  { network: MEXICO, status: STATUS.active, state: 'active', sims: 6, beside: ['other_device', `{imei} → ${NO_LOCK}`] },
]

/** A comparison of all SIMs with their networks that ended yesterday, and what it found. */
export async function loadComparison(trx: DatabaseTransaction, now: Date): Promise<void> {
  const startedAt = officeTime(now, 1, { daysAgo: 1, hour: 8.6 })
  const finishedAt = new Date(startedAt.getTime() + TAKES_MS)
  await sql`
    WITH carried AS (
      SELECT s.company_id, s.iccid FROM sims s
      JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
    ), last AS (SELECT company_id, iccid FROM carried ORDER BY company_id DESC, iccid DESC LIMIT 1)
    INSERT INTO network_comparisons (started_at, actor, total, ordered, after_company_id, after_iccid, finished_at)
    SELECT ${startedAt}::timestamptz, ${ACTOR}, n.sims, n.sims, last.company_id, last.iccid, ${finishedAt}::timestamptz
    FROM last, (SELECT count(*)::int AS sims FROM carried) n`.execute(trx)
  await loadDrifts(trx, startedAt)
}

/** In the order of the comparison, which goes from SIM to SIM; those of each kind are spread over the fleet. */
async function loadDrifts(trx: DatabaseTransaction, startedAt: Date): Promise<void> {
  const drifts = DRIFTS.map(({ network, status, state, sims, beside: [problem, text] = ['', ''] }, index) => {
    const taken = DRIFTS.slice(0, index).filter((one) => one.network === network && one.status === status)
    return { network, status, state, problem, text, after: taken.reduce((sum, one) => sum + one.sims, 0), sims }
  })
  await sql`
    WITH drifts AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(drifts)}::json) AS n(network text, status smallint, state text, problem text, text text,
        after int, sims int)
    ), spread AS (
      SELECT s.company_id, s.iccid, s.administrative_status, s.imei, r.network_id,
        row_number() OVER (PARTITION BY r.network_id, s.administrative_status ORDER BY md5(s.iccid)) AS nth
      FROM sims s JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
      WHERE r.network_id IN (SELECT network FROM drifts) AND s.imei <> ''
    )
    INSERT INTO sim_drifts (company_id, iccid, administrative_status, network_state, found_at, problem, problem_text)
    SELECT s.company_id, s.iccid, s.administrative_status, d.state,
      ${startedAt}::timestamptz + make_interval(secs => ${TAKES_MS / 1000}::float8 * cume_dist() OVER (ORDER BY s.company_id, s.iccid)),
      d.problem, replace(d.text, '{imei}', s.imei)
    FROM drifts d JOIN spread s ON s.network_id = d.network AND s.administrative_status = d.status
      AND s.nth > d.after AND s.nth <= d.after + d.sims`.execute(trx)
}
