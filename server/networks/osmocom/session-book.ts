import type { DataSessionStarted, NetworkEvent } from '../network-events.ts'
import type { DataSession } from '../network-types.ts'
import type { ChargingRow, RowOfSession } from './charging-row.ts'

/** A data session that is open, as far as is known. */
export interface OpenSession {
  readonly sessionKey: string
  readonly imsi: string
  readonly ip: string
  readonly startedAt: Date
  readonly dataBytes: number
}

/** A session that the SGSN has: who and which address. */
export type Standing = Pick<OpenSession, 'imsi' | 'ip'>

/** An event that is not yet known to be of one of the portal's SIMs. */
export type EventOfImsi = DistributiveOmit<NetworkEvent, 'iccid'> & { readonly imsi: string }
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** What charging rows say, as events. It knows which sessions are open, for no row says which session it is of. */
export interface SessionBook {
  readonly take: (row: ChargingRow) => EventOfImsi[]
  /** compares with what stands at the SGSN: what is not there has ended unheard, with what was told of it last */
  readonly compare: (standing: readonly Standing[], at: Date) => EventOfImsi[]
}

export interface BookOptions {
  readonly networkId: string
  readonly open: readonly OpenSession[]
  readonly servingNetwork: () => DataSession['servingNetwork']
}

/**
 * Rows tell how long a session has lasted, in whole seconds: so when it began is known to a second, and clocks are put right. Beginnings
 * that are further apart are two sessions.
 */
const SAME_BEGINNING_MS = 3_000
/** Rows of a session that has ended are not waited for longer. */
const ENDED_KEPT_MS = 600_000

/** Charging ids come again: a session is named by its SIM, its address and when it began. */
const keyOf = (networkId: string, { imsi, ip }: Standing, startedAt: Date): string =>
  `${networkPrefix(networkId)}${imsi}/${ip}/${startedAt.getTime()}`

/** What the names of a network's sessions begin with. */
export const networkPrefix = (networkId: string): string => `osmocom/${networkId}/`

/** @param open what is open by the portal's books when it begins */
export function createSessionBook({ networkId, open, servingNetwork }: BookOptions): SessionBook {
  const sessions = new Map(open.map((session) => [placeOf(session), session]))
  const ended = new Map<string, OpenSession & { readonly endedAt: Date }>()

  const end = (session: OpenSession, at: Date, endCause: DataSession['endCause'] = 'unknown'): EventOfImsi => {
    sessions.delete(placeOf(session))
    ended.set(placeOf(session), { ...session, endedAt: at })
    const { imsi, sessionKey, startedAt, dataBytes } = session
    const id = `${sessionKey} end`
    return { kind: 'dataSessionStopped', id, imsi, at, sessionKey, startedAt, dataBytes, endCause }
  }
  const begin = (row: ChargingRow, told: RowOfSession): EventOfImsi => {
    const { imsi, at, areaCode, cellId } = row
    const { ip, apn, sgsnIp, ggsnIp, dataBytes } = told
    const startedAt = beginningOf(row, told)
    const sessionKey = keyOf(networkId, { imsi, ip }, startedAt)
    sessions.set(`${imsi} ${ip}`, { sessionKey, imsi, ip, startedAt, dataBytes })
    const facts: Omit<DataSessionStarted, 'kind' | 'id' | 'iccid' | 'at'> = {
      ...{ sessionKey, startedAt, ip, apn, sgsnIp, ggsnIp, dataBytes },
      servingNetwork: servingNetwork(),
      radioTechnology: 'GSM',
      cell: { areaCode, cellId },
      imei: row.imei,
    }
    return { kind: 'dataSessionStarted', id: `${sessionKey} begin`, imsi, at, ...facts }
  }
  const takeSession = (row: ChargingRow, told: RowOfSession): EventOfImsi[] => {
    const place = `${row.imsi} ${told.ip}`
    const known = sessions.get(place)
    const isKnown = known !== undefined && isOf(known, row, told)
    const past = ended.get(place)
    if (!isKnown && past && isOf(past, row, told)) return []
    const events = known && !isKnown ? [end(known, row.at)] : []
    if (!isKnown) events.push(begin(row, told))
    const session = sessions.get(place)
    if (!session) return events
    const current = { ...session, dataBytes: Math.max(session.dataBytes, told.dataBytes) }
    sessions.set(place, current)
    const cause = END_CAUSES[row.event]
    if (cause) events.push(end(current, row.at, cause))
    else if (isKnown && row.event === 'pdp-periodic') events.push(countOn(current, row.at))
    return events
  }
  return {
    take: (row) => {
      forgetBefore(ended, row.at.getTime() - ENDED_KEPT_MS)
      return row.session ? takeSession(row, row.session) : aboutDevice(row, servingNetwork())
    },
    compare: (standing, at) => {
      const there = new Set(standing.map(placeOf))
      return [...sessions.values()].filter((session) => !there.has(placeOf(session))).map((session) => end(session, at))
    },
  }
}

const placeOf = ({ imsi, ip }: Standing): string => `${imsi} ${ip}`

/** What `pdp-free` ends has not told of its end before: it was not listened to then. */
const END_CAUSES: Readonly<Record<string, DataSession['endCause']>> = {
  'pdp-deact': 'device',
  'pdp-terminate': 'network',
  'pdp-free': 'unknown',
}

const beginningOf = ({ at }: ChargingRow, { seconds }: RowOfSession): Date => new Date(at.getTime() - seconds * 1000)

/** The same session: it began then, and its counters have not gone back. */
function isOf({ startedAt, dataBytes }: OpenSession, row: ChargingRow, told: RowOfSession): boolean {
  const apartMs = Math.abs(beginningOf(row, told).getTime() - startedAt.getTime())
  return apartMs <= SAME_BEGINNING_MS && told.dataBytes >= dataBytes
}

const countOn = ({ imsi, sessionKey, startedAt, dataBytes }: OpenSession, at: Date): EventOfImsi => ({
  ...{ kind: 'dataSessionUpdated' as const, id: `${sessionKey} ${at.getTime()}`, imsi, at },
  ...{ sessionKey, startedAt, dataBytes },
})

function aboutDevice(row: ChargingRow, servingNetwork: DataSession['servingNetwork']): EventOfImsi[] {
  const { imsi, at, imei, event } = row
  const own = { id: `${imsi} ${event} ${at.getTime()}`, imsi, at }
  if (event === 'detach') return [{ kind: 'deregistered', ...own }]
  const isSeen = event === 'attach' || event === 'update'
  return isSeen && servingNetwork ? [{ kind: 'registered', ...own, servingNetwork, radioTechnology: 'GSM', imei }] : []
}

function forgetBefore(ended: Map<string, { readonly endedAt: Date }>, ms: number): void {
  for (const [place, { endedAt }] of ended) {
    // in the order in which they ended
    if (endedAt.getTime() >= ms) return
    ended.delete(place)
  }
}
