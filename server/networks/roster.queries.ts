import type { AskCells } from '../cells/ask-cells.ts'

/** A SIM as the portal has it, for seeding the embedded network: the content of an operator's order and records. */
export interface RosterEntry {
  readonly iccid: string
  readonly networkId: string
  readonly companyId: number
  readonly originId: number
  readonly imei: string
  readonly device: string
  readonly apn: string
  readonly planMb: number
  readonly administrativeStatus: number
  readonly statusSince: Date
  readonly gprsStatus: number
  readonly servingNetwork: string
  readonly radioTechnology: string
  readonly registeredAt: Date | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** the open session according to the portal */
  readonly sessionKey: string | null
  readonly sessionStartedAt: Date | null
  readonly sessionBytes: number | null
  readonly ip: string | null
  readonly sgsnIp: string | null
  readonly ggsnIp: string | null
  readonly cycleDataBytes: number
  /** days of the cycle covered by the sum, at least 1 */
  readonly cycleDays: number
}

/**
 * The portal's SIMs as initial data for the embedded network. Real networks have their own subscriber data and do not
 * use it.
 */
export interface Roster {
  readonly find: (iccids: readonly string[]) => Promise<RosterEntry[]>
  /** up to `limit` entries after an ICCID, in ICCID order */
  readonly after: (iccid: string, limit: number) => Promise<RosterEntry[]>
}

const SELECT_ENTRIES = `
  SELECT s.iccid, t.network_id AS "networkId", s.company_id AS "companyId", s.origin_id AS "originId", s.imei, s.device, a.apn,
    p.data_mb AS "planMb", s.administrative_status AS "administrativeStatus", s.status_since AS "statusSince",
    l.gprs_status AS "gprsStatus", l.serving_network AS "servingNetwork", l.radio_technology AS "radioTechnology",
    l.registered_at AS "registeredAt", l.latitude, l.longitude,
    d.session_key AS "sessionKey", d.started_at AS "sessionStartedAt", d.data_bytes AS "sessionBytes",
    host(l.ip) AS ip, host(l.sgsn_ip) AS "sgsnIp", host(l.ggsn_ip) AS "ggsnIp",
    l.cycle_data_bytes AS "cycleDataBytes", greatest(l.usage_day - l.cycle_start, 1) AS "cycleDays"
  FROM wanted w
  JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid
  JOIN sim_live l ON l.company_id = w.company_id AND l.iccid = w.iccid
  JOIN network_routes t ON t.origin_id = s.origin_id AND t.sim_type_id = s.sim_type_id
  JOIN plans p ON p.plan_code = s.plan_code
  JOIN apns a ON a.apn_id = s.apn_id
  LEFT JOIN LATERAL (
    SELECT session_key, started_at, data_bytes FROM data_sessions
    WHERE company_id = w.company_id AND iccid = w.iccid AND started_at = l.connection_started_at AND stopped_at IS NULL
    LIMIT 1
  ) d ON l.gprs_status = 1
  ORDER BY s.iccid`

const FIND = `WITH wanted AS MATERIALIZED (
    SELECT company_id, iccid FROM sim_registry WHERE iccid = ANY($1::text[])
  )${SELECT_ENTRIES}`
const AFTER = `WITH wanted AS MATERIALIZED (
    SELECT company_id, iccid FROM sim_registry WHERE iccid > $1 ORDER BY iccid LIMIT $2
  )${SELECT_ENTRIES}`

/** Both are prepared statements: they read a few rows by key very often, and planning would triple their time. */
export function createRoster(ask: AskCells): Roster {
  return {
    find: (iccids) => ask<RosterEntry>({ name: 'roster-find', text: FIND, values: [iccids] }),
    after: async (iccid, limit) => {
      const entries = await ask<RosterEntry>({ name: 'roster-after', text: AFTER, values: [iccid, limit] })
      return entries.sort((a, b) => (a.iccid < b.iccid ? -1 : 1)).slice(0, limit)
    },
  }
}
