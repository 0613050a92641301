import type { DataSessionStarted, NetworkEvent } from '../network-events.ts'
import type { DataSession } from '../network-types.ts'
import type { ChargedSession, ChargingRow } from './charging-row.ts'

/** A data session that is open by the rows received so far. */
export interface OpenSession {
  readonly sessionKey: string
  readonly imsi: string
  readonly ip: string
  readonly startedAt: Date
  readonly dataBytes: number
}

/** A PDP context that is active in the SGSN. */
export type ActiveContext = Pick<OpenSession, 'imsi' | 'ip'>

/** An event by IMSI, before its SIM is looked up. */
export type ImsiEvent = DistributiveOmit<NetworkEvent, 'iccid'> & { readonly imsi: string }
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** Turns charging rows into events. It tracks the open sessions, because a row does not name its session. */
export interface SessionTracker {
  readonly applyRow: (row: ChargingRow) => ImsiEvent[]
  /** ends the sessions that the SGSN no longer has, with the volume of their last row: their end was missed */
  readonly closeMissing: (standing: readonly ActiveContext[], at: Date) => ImsiEvent[]
}

export interface TrackerOptions {
  readonly networkId: string
  readonly open: readonly OpenSession[]
  readonly servingNetwork: (row: ChargingRow) => DataSession['servingNetwork']
}

/**
 * Rows have a session's duration in whole seconds, so its start is exact to a second, and clocks are adjusted. Starts that are further
 * apart are two sessions.
 */
const START_TOLERANCE_MS = 3_000
/** How long late rows of an ended session are recognised. */
const ENDED_RETENTION_MS = 600_000

/** Charging ids are reused: a session's key has its IMSI, its address and its start. */
const sessionKeyOf = (networkId: string, { imsi, ip }: ActiveContext, startedAt: Date): string =>
  `${sessionKeyPrefix(networkId)}${imsi}/${ip}/${startedAt.getTime()}`

/** The prefix of the session keys of a network. */
export const sessionKeyPrefix = (networkId: string): string => `osmocom/${networkId}/`

/** @param open the stored open sessions when tracking starts */
export function createSessionTracker({ networkId, open: storedOpen, servingNetwork }: TrackerOptions): SessionTracker {
  const sessions = new Map(storedOpen.map((session) => [contextKeyOf(session), session]))
  const ended = new Map<string, OpenSession & { readonly endedAt: Date }>()

  const end = (session: OpenSession, at: Date, endCause: DataSession['endCause'] = 'unknown'): ImsiEvent => {
    sessions.delete(contextKeyOf(session))
    ended.set(contextKeyOf(session), { ...session, endedAt: at })
    const { imsi, sessionKey, startedAt, dataBytes } = session
    const id = `${sessionKey} end`
    return { kind: 'dataSessionStopped', id, imsi, at, sessionKey, startedAt, dataBytes, endCause }
  }
  const start = (row: ChargingRow, charged: ChargedSession): ImsiEvent => {
    const { imsi, at, areaCode, cellId } = row
    const { ip, apn, sgsnIp, ggsnIp, dataBytes } = charged
    const startedAt = startOf(row, charged)
    const sessionKey = sessionKeyOf(networkId, { imsi, ip }, startedAt)
    sessions.set(`${imsi} ${ip}`, { sessionKey, imsi, ip, startedAt, dataBytes })
    const facts: Omit<DataSessionStarted, 'kind' | 'id' | 'iccid' | 'at'> = {
      ...{ sessionKey, startedAt, ip, apn, sgsnIp, ggsnIp, dataBytes },
      servingNetwork: servingNetwork(row),
      radioTechnology: 'GSM',
      cell: { areaCode, cellId },
      imei: row.imei,
    }
    return { kind: 'dataSessionStarted', id: `${sessionKey} begin`, imsi, at, ...facts }
  }
  const applySessionRow = (row: ChargingRow, charged: ChargedSession): ImsiEvent[] => {
    const contextKey = `${row.imsi} ${charged.ip}`
    const open = sessions.get(contextKey)
    const isKnown = open !== undefined && isSameSession(open, row, charged)
    const endedSession = ended.get(contextKey)
    if (!isKnown && endedSession && isSameSession(endedSession, row, charged)) return []
    const events = open && !isKnown ? [end(open, row.at)] : []
    if (!isKnown) events.push(start(row, charged))
    const session = sessions.get(contextKey)
    if (!session) return events
    const current = { ...session, dataBytes: Math.max(session.dataBytes, charged.dataBytes) }
    sessions.set(contextKey, current)
    const cause = END_CAUSES[row.event]
    if (cause) events.push(end(current, row.at, cause))
    else if (isKnown && row.event === 'pdp-periodic') events.push(sessionUpdated(current, row.at))
    return events
  }
  return {
    applyRow: (row) => {
      deleteEndedBefore(ended, row.at.getTime() - ENDED_RETENTION_MS)
      return row.session ? applySessionRow(row, row.session) : deviceEvents(row, servingNetwork(row))
    },
    closeMissing: (active, at) => {
      const activeKeys = new Set(active.map(contextKeyOf))
      return [...sessions.values()]
        .filter((session) => !activeKeys.has(contextKeyOf(session)))
        .map((session) => end(session, at))
    },
  }
}

const contextKeyOf = ({ imsi, ip }: ActiveContext): string => `${imsi} ${ip}`

/** A session that `pdp-free` ends had its end reported before the connection was open. */
const END_CAUSES: Readonly<Record<string, DataSession['endCause']>> = {
  'pdp-deact': 'device',
  'pdp-terminate': 'network',
  'pdp-free': 'unknown',
}

const startOf = ({ at }: ChargingRow, { seconds }: ChargedSession): Date => new Date(at.getTime() - seconds * 1000)

/** The same start, and counters that have not gone back. */
function isSameSession({ startedAt, dataBytes }: OpenSession, row: ChargingRow, charged: ChargedSession): boolean {
  const apartMs = Math.abs(startOf(row, charged).getTime() - startedAt.getTime())
  return apartMs <= START_TOLERANCE_MS && charged.dataBytes >= dataBytes
}

const sessionUpdated = ({ imsi, sessionKey, startedAt, dataBytes }: OpenSession, at: Date): ImsiEvent => ({
  ...{ kind: 'dataSessionUpdated' as const, id: `${sessionKey} ${at.getTime()}`, imsi, at },
  ...{ sessionKey, startedAt, dataBytes },
})

function deviceEvents(row: ChargingRow, servingNetwork: DataSession['servingNetwork']): ImsiEvent[] {
  const { imsi, at, imei, event } = row
  const own = { id: `${imsi} ${event} ${at.getTime()}`, imsi, at }
  if (event === 'detach') return [{ kind: 'deregistered', ...own }]
  const isSeen = event === 'attach' || event === 'update'
  return isSeen && servingNetwork ? [{ kind: 'registered', ...own, servingNetwork, radioTechnology: 'GSM', imei }] : []
}

function deleteEndedBefore(ended: Map<string, { readonly endedAt: Date }>, ms: number): void {
  for (const [contextKey, { endedAt }] of ended) {
    // the map is ordered by end
    if (endedAt.getTime() >= ms) return
    ended.delete(contextKey)
  }
}
