import type { DataSessionStarted, DataSessionStopped, DataSessionUpdated } from '../network-events.ts'
import type { ServingNetwork, SessionEndCause } from '../network-types.ts'
import { chanceOf } from './chance.ts'
import { deviceKind } from './device-kinds.ts'
import { hasOpenSession, type Moment, type Sim, type SimSession } from './sim.ts'

const DAY_S = 86_400
const HOUR_MS = 3_600_000
/** What a device that has lost its way uses, times the usual. */
const RUNAWAY = 9
/** What LTE lets one device send, bytes a second: 64 Mbit/s. */
const FLOOD_BYTES_PER_S = 8_000_000

/** '730-02' in its two parts. */
export function plmnOf(text: string): ServingNetwork {
  const [mcc = '', mnc = ''] = text.split('-')
  return { mcc, mnc }
}

/** Bytes of an open session since they were last counted: the SIM's usual amount, by the hour of its day, with some noise. */
function bytesSince(sim: Sim, session: SimSession, { now, seconds }: Moment): number {
  const elapsed = Math.max(0, seconds - session.countedTo)
  if (elapsed === 0) return 0
  if (sim.mood === 'flood') return Math.round(elapsed * FLOOD_BYTES_PER_S)
  // twelve degrees of longitude are as good a time zone as a device needs
  const localHour = new Date(now.getTime() + Math.round((sim.place?.[1] ?? -60) / 15) * HOUR_MS).getUTCHours()
  const share = deviceKind(sim.device).hours[localHour] ?? 1
  const noise = 0.6 + 0.8 * chanceOf(sim.iccid, session.key, Math.round(seconds))
  return Math.round(sim.usualDayBytes * (elapsed / DAY_S) * share * noise * (sim.mood === 'runaway' ? RUNAWAY : 1))
}

/** The SIM with its open session counted up to a moment; as it is when none is open. */
export function countSession(sim: Sim, moment: Moment): Sim {
  const { session } = sim
  if (!session || !hasOpenSession(sim)) return sim
  const bytes = session.bytes + bytesSince(sim, session, moment)
  return { ...sim, session: { ...session, bytes, countedTo: Math.max(session.countedTo, moment.seconds) } }
}

export function sessionUpdate(sim: Sim, { now }: Moment): DataSessionUpdated[] {
  const { session, iccid } = sim
  if (!session) return []
  const { key: sessionKey, startedAt, bytes: dataBytes } = session
  const id = `${sessionKey}:${now.getTime()}`
  return [{ kind: 'dataSessionUpdated', id, iccid, at: now, sessionKey, startedAt, dataBytes }]
}

/** Ends the open session, if there is one. */
export function endSession(
  before: Sim,
  endCause: SessionEndCause,
  moment: Moment,
): { readonly sim: Sim; readonly events: DataSessionStopped[] } {
  const sim = countSession(before, moment)
  const { session, iccid } = sim
  if (!session || !hasOpenSession(sim)) return { sim: before, events: [] }
  const { key: sessionKey, startedAt, bytes: dataBytes } = session
  const stopped = { ...session, stoppedAt: moment.now, endCause }
  const event = { id: `${sessionKey}:end`, iccid, at: moment.now, sessionKey, startedAt, dataBytes, endCause } as const
  return { sim: { ...sim, session: stopped }, events: [{ kind: 'dataSessionStopped', ...event }] }
}

/** Begins a data session; the address is the SIM's own, as on a private APN. */
export function startSession(sim: Sim, { now, seconds }: Moment): { readonly sim: Sim; readonly event: DataSessionStarted } {
  // three digits of the account and the time in seconds: one name for each session, in a form that people can read out
  const key = `${sim.iccid.slice(-8)}-${Math.floor(now.getTime() / 1000).toString(16)}`
  const octet = (what: string): number => Math.floor(chanceOf(sim.iccid, what) * 256)
  const gateway = octet('gateway') % 4
  const session: SimSession = {
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
    ...sessionFacts(sim, session),
  }
  return { sim: { ...sim, session }, event }
}

/** A session as the port tells it. */
export function sessionFacts(sim: Sim, session: SimSession) {
  return {
    sessionKey: session.key,
    startedAt: session.startedAt,
    ip: session.ip,
    apn: sim.apn,
    sgsnIp: session.sgsnIp,
    ggsnIp: session.ggsnIp,
    servingNetwork: plmnOf(sim.servingNetwork),
    radioTechnology: sim.radioTechnology,
    cell: cellOf(sim),
    dataBytes: session.bytes,
  }
}

/** A cell that goes with the place: neighbours share the area. */
function cellOf({ place, servingNetwork }: Sim) {
  if (!place) return undefined
  const [latitude, longitude] = place
  const area = `${servingNetwork} ${Math.round(latitude * 10)} ${Math.round(longitude * 10)}`
  return {
    areaCode: 1 + Math.floor(chanceOf(area) * 65_000),
    cellId: 1 + Math.floor(chanceOf(area, Math.round(latitude * 100), Math.round(longitude * 100)) * 268_000_000),
  }
}
