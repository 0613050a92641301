import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { DataSession, ServingNetwork } from '../network-types.ts'
import { networkPrefix, type OpenSession } from './session-book.ts'

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

/** The newest data session of a SIM by the portal's books; undefined when it never had one. */
export async function lastSession(pool: Pool, iccid: string): Promise<DataSession | undefined> {
  const { rows } = await pool.query<SessionRow>(
    `SELECT d.session_key AS "sessionKey", d.started_at AS "startedAt", d.stopped_at AS "stoppedAt", host(d.ip) AS ip, d.apn,
       host(d.sgsn_ip) AS "sgsnIp", host(d.ggsn_ip) AS "ggsnIp", d.serving_network AS "servingNetwork", d.area_code AS "areaCode",
       d.cell_id AS "cellId", d.data_bytes AS "dataBytes"
     FROM sim_registry r JOIN data_sessions d ON d.company_id = r.company_id AND d.iccid = r.iccid
     WHERE r.iccid = $1 ORDER BY d.started_at DESC LIMIT 1`,
    [iccid],
  )
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

/** '901-70' as its two numbers. */
export function servingNetworkOf(plmn: string): ServingNetwork | undefined {
  const [, mcc, mnc] = /^(\d{3})-(\d{2,3})$/.exec(plmn) ?? []
  return mcc && mnc ? { mcc, mnc } : undefined
}

/** The portal's SIMs of some IMSIs that a network carries, by IMSI; an IMSI that two SIMs have is nobody's. */
export async function iccidsOf(pool: Pool, networkId: string, imsis: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ imsi: string; iccid: string }>(
    `SELECT s.imsi, min(s.iccid) AS iccid FROM unnest($1::text[]) AS w(imsi)
     JOIN sims s ON s.imsi = w.imsi COLLATE "C" AND s.imsi <> ''
     JOIN network_routes t ON t.origin_id = s.origin_id AND t.sim_type_id = s.sim_type_id AND t.network_id = $2
     GROUP BY s.imsi HAVING count(*) = 1`,
    [imsis, networkId],
  )
  return new Map(rows.map(({ imsi, iccid }) => [imsi, iccid]))
}

/** How long what was told is waited for to be counted; if nobody counts, what is known now has to do. */
const COUNTED_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/** The data sessions of a network that are open by the portal's books, after all that was told until now is in them. */
export async function openSessions(pool: Pool, networkId: string): Promise<OpenSession[]> {
  const until = performance.now() + COUNTED_WITHIN_MS
  const { rows: newest } = await pool.query<{ id: number | null }>('SELECT max(batch_id) AS id FROM usage_batches')
  for (;;) {
    const { rowCount } = await pool.query(`SELECT FROM usage_batches WHERE problem = '' AND batch_id <= $1 LIMIT 1`, [
      newest[0]?.id ?? 0,
    ])
    if (rowCount === 0 || performance.now() > until) break
    await pause(LOOK_EVERY_MS)
  }
  const { rows } = await pool.query<Omit<OpenSession, 'imsi' | 'ip'>>(
    `SELECT session_key AS "sessionKey", started_at AS "startedAt", coalesce(counter_bytes, data_bytes) AS "dataBytes"
     FROM data_sessions WHERE client_id = 0 AND nas = '' AND stopped_at IS NULL AND starts_with(session_key, $1)`,
    [networkPrefix(networkId)],
  )
  return rows.flatMap((row) => {
    const [imsi, ip] = row.sessionKey.slice(networkPrefix(networkId).length).split('/')
    return imsi && ip ? [{ ...row, imsi, ip }] : []
  })
}
