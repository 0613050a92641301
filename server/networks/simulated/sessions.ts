import { HOUR_MS } from '#domain/time.ts'
import type { DataSessionStarted, DataSessionStopped, DataSessionUpdated } from '../network-events.ts'
import type { ServingNetwork, SessionEndCause } from '../network-types.ts'
import { deviceKind } from './device-kinds.ts'
import { seededFraction } from './seeded-random.ts'
import { hasOpenSession, type SimulatedSession, type SimulatedSim, type SimulationTime } from './sim.ts'

const DAY_S = 86_400
/** Usage of a runaway device relative to normal. */
const RUNAWAY_FACTOR = 9
/** Data rate of a flooding device over LTE, bytes per second: 64 Mbit/s. */
const FLOOD_BYTES_PER_S = 8_000_000

/** Parses '730-02' into country and network code. */
export function parsePlmn(text: string): ServingNetwork {
  const [mcc = '', mnc = ''] = text.split('-')
  return { mcc, mnc }
}

/** Bytes of an open session since the last count: the SIM's usual volume by local hour, with noise. */
function bytesSince(sim: SimulatedSim, session: SimulatedSession, { now, seconds }: SimulationTime): number {
  const elapsed = Math.max(0, seconds - session.countedTo)
  if (elapsed === 0) return 0
  if (sim.behaviour === 'flood') return Math.round(elapsed * FLOOD_BYTES_PER_S)
  // 15 degrees of longitude per hour approximate the time zone
  const localHour = new Date(now.getTime() + Math.round((sim.place?.[1] ?? -60) / 15) * HOUR_MS).getUTCHours()
  const share = deviceKind(sim.device).hours[localHour] ?? 1
  const noise = 0.6 + 0.8 * seededFraction(sim.iccid, session.key, Math.round(seconds))
  return Math.round(sim.usualDayBytes * (elapsed / DAY_S) * share * noise * (sim.behaviour === 'runaway' ? RUNAWAY_FACTOR : 1))
}

/** Counts the SIM's open session up to a moment; unchanged without one. */
export function countSession(sim: SimulatedSim, moment: SimulationTime): SimulatedSim {
  const { session } = sim
  if (!session || !hasOpenSession(sim)) return sim
  const bytes = session.bytes + bytesSince(sim, session, moment)
  return { ...sim, session: { ...session, bytes, countedTo: Math.max(session.countedTo, moment.seconds) } }
}

export function sessionUpdate(sim: SimulatedSim, { now }: SimulationTime): DataSessionUpdated[] {
  const { session, iccid } = sim
  if (!session) return []
  const { key: sessionKey, startedAt, bytes: dataBytes } = session
  const id = `${sessionKey}:${now.getTime()}`
  return [{ kind: 'dataSessionUpdated', id, iccid, at: now, sessionKey, startedAt, dataBytes }]
}

/** Ends the open session, if there is one. */
export function endSession(
  before: SimulatedSim,
  endCause: SessionEndCause,
  moment: SimulationTime,
): { readonly sim: SimulatedSim; readonly events: DataSessionStopped[] } {
  const sim = countSession(before, moment)
  const { session, iccid } = sim
  if (!session || !hasOpenSession(sim)) return { sim: before, events: [] }
  const { key: sessionKey, startedAt, bytes: dataBytes } = session
  const stopped = { ...session, stoppedAt: moment.now, endCause }
  const event = { id: `${sessionKey}:end`, iccid, at: moment.now, sessionKey, startedAt, dataBytes, endCause } as const
  return { sim: { ...sim, session: stopped }, events: [{ kind: 'dataSessionStopped', ...event }] }
}

/** Starts a data session; the SIM has a fixed address, as on a private APN. */
export function startSession(
  sim: SimulatedSim,
  { now, seconds }: SimulationTime,
): { readonly sim: SimulatedSim; readonly event: DataSessionStarted } {
  // eight digits of the ICCID and the time in seconds: unique, and readable aloud
  const key = `${sim.iccid.slice(-8)}-${Math.floor(now.getTime() / 1000).toString(16)}`
  const octet = (what: string): number => Math.floor(seededFraction(sim.iccid, what) * 256)
  const gateway = octet('gateway') % 4
  const session: SimulatedSession = {
    key,
    startedAt: new Date(Math.floor(now.getTime() / 1000) * 1000),
    stoppedAt: null,
    bytes: 0,
    countedTo: seconds,
    ip: sim.session?.ip || `10.${64 + (octet('a') % 64)}.${octet('b')}.${octet('c')}`,
    sgsnIp: `10.200.${gateway}.${11 + (octet('sgsn') % 7)}`,
    ggsnIp: `10.201.${gateway}.5`,
    endCause: null,
  }
  const event: DataSessionStarted = {
    kind: 'dataSessionStarted',
    id: `${key}:start`,
    iccid: sim.iccid,
    at: now,
    ...toDataSession(sim, session),
  }
  return { sim: { ...sim, session }, event }
}

/** Converts a session to the port's data session. */
export function toDataSession(sim: SimulatedSim, session: SimulatedSession) {
  return {
    sessionKey: session.key,
    startedAt: session.startedAt,
    ip: session.ip,
    apn: sim.apn,
    sgsnIp: session.sgsnIp,
    ggsnIp: session.ggsnIp,
    servingNetwork: parsePlmn(sim.servingNetwork),
    radioTechnology: sim.radioTechnology,
    cell: cellOf(sim),
    dataBytes: session.bytes,
  }
}

/** A cell for the position: neighbouring cells share an area. */
function cellOf({ place, servingNetwork }: SimulatedSim) {
  if (!place) return undefined
  const [latitude, longitude] = place
  const area = `${servingNetwork} ${Math.round(latitude * 10)} ${Math.round(longitude * 10)}`
  return {
    areaCode: 1 + Math.floor(seededFraction(area) * 65_000),
    cellId: 1 + Math.floor(seededFraction(area, Math.round(latitude * 100), Math.round(longitude * 100)) * 268_000_000),
  }
}
