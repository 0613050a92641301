import { setTimeout as pause } from 'node:timers/promises'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { AskCells } from '#server/cells/ask-cells.ts'
import type { DataSession, ServingNetwork } from '../network-types.ts'
import { type OpenSession, sessionKeyPrefix } from './session-tracker.ts'

interface SessionRow {
  readonly sessionKey: string
  readonly startedAt: Date
  readonly stoppedAt: Date | null
  readonly ip: string | null
  readonly apn: string
  readonly sgsnIp: string | null
  readonly ggsnIp: string | null
  readonly servingNetwork: string
  readonly areaCode: number | null
  readonly cellId: number | null
  readonly dataBytes: number
}

/** The newest stored data session of a SIM; undefined when it never had one. */
export async function lastSession(askCells: AskCells, iccid: string): Promise<DataSession | undefined> {
  const rows = await askCells<SessionRow>({
    text: `SELECT d.session_key AS "sessionKey", d.started_at AS "startedAt", d.stopped_at AS "stoppedAt", host(d.ip) AS ip, d.apn,
       host(d.sgsn_ip) AS "sgsnIp", host(d.ggsn_ip) AS "ggsnIp", d.serving_network AS "servingNetwork", d.area_code AS "areaCode",
       d.cell_id AS "cellId", d.data_bytes AS "dataBytes"
     FROM sim_registry r JOIN data_sessions d ON d.company_id = r.company_id AND d.iccid = r.iccid
     WHERE r.iccid = $1 ORDER BY d.started_at DESC LIMIT 1`,
    values: [iccid],
  })
  return rows[0] && sessionOf(rows[0])
}

function sessionOf({ stoppedAt, ip, sgsnIp, ggsnIp, servingNetwork, areaCode, cellId, ...row }: SessionRow): DataSession {
  return {
    ...row,
    stoppedAt: stoppedAt ?? undefined,
    ip: ip ?? '',
    sgsnIp: sgsnIp ?? '',
    ggsnIp: ggsnIp ?? '',
    servingNetwork: servingNetworkOf(servingNetwork),
    radioTechnology: 'GSM',
    cell: areaCode === null || cellId === null ? undefined : { areaCode, cellId },
    endCause: undefined,
  }
}

/** Parses a network code such as '901-70'. */
export function servingNetworkOf(plmn: string): ServingNetwork | undefined {
  const [, mcc, mnc] = /^(\d{3})-(\d{2,3})$/.exec(plmn) ?? []
  return mcc && mnc ? { mcc, mnc } : undefined
}

/**
 * The portal's SIMs that a network carries, by IMSI: of one that was issued again, the SIM that has it now. An IMSI that two SIMs have is
 * left out.
 */
export async function iccidsOf(
  askCells: AskCells,
  networkId: string,
  imsis: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await askCells<{ imsi: string; iccid: string; status: number }>({
    text: `SELECT s.imsi, s.iccid, s.administrative_status AS status FROM unnest($1::text[]) AS w(imsi)
     JOIN sims s ON s.imsi = w.imsi COLLATE "C" AND s.imsi <> ''
     JOIN network_routes t ON t.origin_id = s.origin_id AND t.sim_type_id = s.sim_type_id AND t.network_id = $2`,
    values: [imsis, networkId],
  })
  const isReleased = ({ status }: { readonly status: number }) => NUMBER_RELEASED_STATUSES.includes(status)
  const found = new Map<string, string>()
  for (const [imsi, sims] of Map.groupBy(rows, (row) => row.imsi)) {
    const present = sims.filter((sim) => !isReleased(sim))
    const [sim, ...others] = present.length > 0 ? present : sims
    if (sim && others.length === 0) found.set(imsi, sim.iccid)
  }
  return found
}

/** Longest wait for stored usage to be counted; after it, the sessions counted so far are used. */
const COUNT_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 50

/** The stored open data sessions of a network, read once all usage that was stored before the call is counted. */
export async function openSessions(askCells: AskCells, networkId: string): Promise<OpenSession[]> {
  const deadline = performance.now() + COUNT_TIMEOUT_MS
  const stored = await askCells<{ id: number }>({ text: 'SELECT batch_id AS id FROM usage_batches', values: [] })
  const waited = stored.map(({ id }) => id)
  for (;;) {
    const text = `SELECT batch_id FROM usage_batches WHERE problem = '' AND batch_id = ANY($1::bigint[]) LIMIT 1`
    const waiting = await askCells({ text, values: [waited] })
    if (waiting.length === 0 || performance.now() > deadline) break
    await pause(POLL_INTERVAL_MS)
  }
  const rows = await askCells<Omit<OpenSession, 'imsi' | 'ip'>>({
    text: `SELECT session_key AS "sessionKey", started_at AS "startedAt", coalesce(counter_bytes, data_bytes) AS "dataBytes"
     FROM data_sessions WHERE client_id = 0 AND nas = '' AND stopped_at IS NULL AND starts_with(session_key, $1)`,
    values: [sessionKeyPrefix(networkId)],
  })
  return rows.flatMap((row) => {
    const [imsi, ip] = row.sessionKey.slice(sessionKeyPrefix(networkId).length).split('/')
    return imsi && ip ? [{ ...row, imsi, ip }] : []
  })
}
