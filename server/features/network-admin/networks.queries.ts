import { sql } from 'kysely'
import { UNKNOWN_NETWORK } from '#contract/network-admin/network-messages.ts'
import type { NetworkData } from '#contract/network-admin/networks.calls.ts'
import { DRIFT_KINDS, type DriftKind } from '#domain/network-alignment.ts'
import { fieldValues } from '#domain/network-kinds.ts'
import { AppError } from '#server/app-error.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { HealthStatus } from '#server/networks/assess-health.ts'
import type { Network } from '#server/networks/network.ts'
import { noCalls, readCalls } from './calls.queries.ts'
import { isOfKind } from './drift-kinds.ts'

type Limits = Pick<NetworkData, 'enabled' | 'requestsPerSecond' | 'maxInFlight' | 'timeoutMs' | 'maxAttempts'>

interface Row extends Limits, Pick<NetworkData, 'networkId' | 'kind' | 'name' | 'overrideStatus' | 'overrideText' | 'secrets'> {
  readonly updatedAt: Date
  readonly status: HealthStatus
  readonly failurePercent: number
  readonly since: Date
  readonly lastSuccessAt: Date | null
  readonly breakerUntil: Date | null
  readonly settings: unknown
}

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** The networks for administrators, by name. */
export async function networksData(ctx: Ctx): Promise<NetworkData[]> {
  const reads = [readRows(ctx), readCalls(ctx), readIncidents(ctx), readFaults(ctx), readCarried(ctx), readDrifts(ctx)] as const
  const [rows, calls, incidents, faults, rules, drifts] = await Promise.all(reads)
  return rows.map((row) => {
    const { networkId, status, failurePercent, since, lastSuccessAt, updatedAt, breakerUntil, settings, ...others } = row
    const network = ctx.networks.find(networkId)
    const until = [breakerUntil, network?.isEnabled ? network.openUntil() : undefined].flatMap((at) =>
      at && at > ctx.now ? [at] : [],
    )
    const counted = calls.get(networkId) ?? noCalls(ctx.now)
    const carries = rules.get(networkId) ?? []
    return {
      networkId,
      ...others,
      ...driftsOf(drifts.get(networkId)),
      settings: fieldValues(row.kind, settings),
      sims: carries.reduce((sum, { sims }) => sum + sims, 0),
      carries,
      updatedAt: updatedAt.toISOString(),
      capabilities: network ? capabilitiesOf(network) : null,
      health: {
        status,
        failurePercent,
        since: since.toISOString(),
        lastSuccessAt: iso(lastSuccessAt),
        breakerUntil: iso(until.toSorted((a, b) => b.getTime() - a.getTime())[0]),
        ...counted,
      },
      incidents: incidents.get(networkId) ?? [],
      faults: faults.get(networkId) ?? [],
    }
  })
}

/**
 * One network.
 * @throws AppError not_found for an unknown name
 */
export async function networkData(ctx: Ctx, networkId: string): Promise<NetworkData> {
  const found = (await networksData(ctx)).find((network) => network.networkId === networkId)
  if (!found) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
  return found
}

function capabilitiesOf({ capabilities }: Network): NonNullable<NetworkData['capabilities']> {
  const { commands, listsSims = false, locksDevices = false } = capabilities
  return { ...capabilities, commands: [...commands], listsSims, locksDevices }
}

async function readRows({ db, now }: Ctx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT n.network_id AS "networkId", n.kind, n.name, n.enabled, n.requests_per_second AS "requestsPerSecond",
      n.max_in_flight AS "maxInFlight", n.timeout_ms AS "timeoutMs", n.max_attempts AS "maxAttempts", n.updated_at AS "updatedAt",
      h.override_status AS "overrideStatus", coalesce(h.override_text, '') AS "overrideText", coalesce(h.status, 1) AS status,
      coalesce(h.failure_percent, 0) AS "failurePercent", coalesce(h.since, ${now}) AS since, h.last_success_at AS "lastSuccessAt",
      h.breaker_until AS "breakerUntil", n.settings,
      ARRAY(SELECT jsonb_object_keys(n.sealed_secrets) ORDER BY 1) AS secrets
    FROM networks n
    LEFT JOIN network_health h ON h.network_id = n.network_id
    ORDER BY n.name, n.network_id`.execute(db)
  return rows
}

type DriftKinds = NetworkData['driftKinds']

const NO_DRIFTS: DriftKinds = { state: 0, profile: 0, device: 0 }

function driftsOf(driftKinds = NO_DRIFTS): Pick<NetworkData, 'drifts' | 'driftKinds'> {
  const { state, profile, device } = driftKinds
  return { drifts: state + profile + device, driftKinds }
}

/** SIMs that differ from what their network has, by network and by what differs. */
async function readDrifts(ctx: Ctx): Promise<Map<string, DriftKinds>> {
  const countOf = (kind: DriftKind) => sql`(count(*) FILTER (WHERE ${isOfKind(kind)}))::int`
  const counted = sql<DriftKinds & { readonly networkId: string }>`
    SELECT r.network_id AS "networkId", ${countOf('state')} AS state, ${countOf('profile')} AS profile, ${countOf('device')} AS device
    FROM sim_drifts d
    JOIN sims s ON s.company_id = d.company_id AND s.iccid = d.iccid
    JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
    WHERE d.settled_at IS NULL GROUP BY 1`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  const rows = sumSame(answers, ({ networkId }) => networkId, DRIFT_KINDS)
  return new Map(rows.map(({ networkId, ...kinds }) => [networkId, kinds]))
}

type Carried = NetworkData['carries'][number]

/** The rules by network, those with the most SIMs first, counted from the stored sums: no SIM is read. */
async function readCarried(ctx: Ctx): Promise<Map<string, Carried[]>> {
  const counted = sql<Carried & { readonly networkId: string }>`
    SELECT r.network_id AS "networkId", o.origin_id AS "originId", o.name AS "originName", k.sim_type_id AS "simTypeId",
      k.name AS "simTypeName", coalesce(t.sims, 0)::int AS sims
    FROM network_routes r
    JOIN origins o ON o.origin_id = r.origin_id
    JOIN sim_types k ON k.sim_type_id = r.sim_type_id
    LEFT JOIN (SELECT origin_id, sim_type_id, sum(sims) AS sims FROM fleet_tallies GROUP BY 1, 2) t
      ON t.origin_id = r.origin_id AND t.sim_type_id = r.sim_type_id`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  const pairOf = ({ originId, simTypeId }: Carried) => `${originId} ${simTypeId}`
  const rows = sumSame(answers, pairOf, ['sims'])
  rows.sort(byKeys(({ sims, originId, simTypeId }) => [-sims, originId, simTypeId]))
  return byNetwork(rows, (rule) => rule)
}

/** Errors shown per network. */
const MAX_FAULTS = 5

type Fault = NetworkData['faults'][number]

async function readFaults({ db }: Ctx): Promise<Map<string, Fault[]>> {
  const { rows } = await sql<Omit<Fault, 'at'> & { networkId: string; at: Date }>`
    SELECT f.network_id AS "networkId", f.at, f.call, f.cause, f.text, f.times FROM networks n CROSS JOIN LATERAL (
      SELECT * FROM network_faults f WHERE f.network_id = n.network_id ORDER BY f.fault_id DESC LIMIT ${MAX_FAULTS}
    ) f ORDER BY 1, f.fault_id DESC`.execute(db)
  return byNetwork(rows, ({ at, ...fault }) => ({ at: at.toISOString(), ...fault }))
}

/** What was read of networks, by their names. */
function byNetwork<Row extends { networkId: string }, Data>(
  rows: readonly Row[],
  dataOf: (row: Omit<Row, 'networkId'>) => Data,
) {
  const read = new Map<string, Data[]>()
  for (const { networkId, ...row } of rows) read.set(networkId, [...(read.get(networkId) ?? []), dataOf(row)])
  return read
}

type Incident = NetworkData['incidents'][number]

/** Incidents shown per network. */
const MAX_INCIDENTS = 10

/** The last incidents of each network, newest first. */
async function readIncidents({ db }: Pick<Ctx, 'db'>): Promise<Map<string, Incident[]>> {
  const { rows } = await sql<
    Omit<Incident, 'startedAt' | 'endedAt'> & { networkId: string; startedAt: Date; endedAt: Date | null }
  >`
    SELECT n.network_id AS "networkId", i.started_at AS "startedAt", i.ended_at AS "endedAt", i.worst_status = 0 AS "isOutage",
      i.worst_failure_percent AS "failurePercent"
    FROM networks n CROSS JOIN LATERAL (
      SELECT * FROM network_incidents i WHERE i.network_id = n.network_id ORDER BY i.started_at DESC LIMIT ${MAX_INCIDENTS}
    ) i ORDER BY 1, i.started_at DESC`.execute(db)
  return byNetwork(rows, ({ startedAt, endedAt, ...incident }) => ({
    startedAt: startedAt.toISOString(),
    endedAt: iso(endedAt),
    ...incident,
  }))
}
