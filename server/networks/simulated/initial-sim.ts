import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import { GPRS_STATUS, ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { CommandKind, RadioTechnology } from '../network-types.ts'
import type { RosterEntry } from '../roster.queries.ts'
import { kindOfDevice } from './device-kinds.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { isInService, type SimulatedSession, type SimulatedSim, type SimulationTime } from './sim.ts'

/** Interim interval of sessions, seconds (a common Acct-Interim-Interval). */
export const INTERIM_S = 900

const STATES: Readonly<Record<number, NetworkSimState>> = {
  [STATUS.readyToUse]: 'inactive',
  [STATUS.deactivated]: 'suspended',
  [STATUS.suspended]: 'suspended',
  [STATUS.hibernated]: 'suspended',
  [STATUS.terminated]: 'terminated',
  [STATUS.retired]: 'terminated',
  [STATUS.deactivatedByAlarm]: 'data_cut',
}

/** The home network of an origin, MCC-MNC (ITU-T E.212). */
const HOME_NETWORKS: Readonly<Record<number, string>> = {
  1: '730-02',
  2: '716-06',
  3: '334-03',
  4: '740-00',
  5: '722-07',
  6: '310-260',
  7: '262-02',
}

const RADIO: readonly string[] = ['GSM', 'UMTS', 'LTE', 'LTE-M', 'NB-IoT', 'NR'] satisfies RadioTechnology[]
const radioOf = (text: string): RadioTechnology => (RADIO.includes(text) ? (text as RadioTechnology) : 'LTE')

/**
 * The initial state of a subscription, derived from the portal's records: state, session, and a device with the habits
 * of its history. Deterministic by entry and time. A SIM with a change in progress is still in its previous state.
 */
export function initialSim(entry: RosterEntry, { now, seconds }: SimulationTime): SimulatedSim {
  const random = createSeededRandom(entry.iccid, 'first sight')
  const state = STATES[entry.administrativeStatus] ?? 'active'
  const session = state === 'active' ? sessionOf(entry, { now, seconds }, random) : lastSession(entry, seconds)
  const home = HOME_NETWORKS[entry.originId] ?? '901-01'
  const seenAgo = entry.registeredAt ? now.getTime() - entry.registeredAt.getTime() : Number.POSITIVE_INFINITY
  const isOpen = session !== null && session.stoppedAt === null
  const isSilent = state === 'active' && !isOpen && seenAgo > 24 * HOUR_MS
  const place = entry.latitude === null || entry.longitude === null ? null : ([entry.latitude, entry.longitude] as const)
  return {
    iccid: entry.iccid,
    networkId: entry.networkId,
    state,
    stateSince: entry.statusSince,
    pending: null,
    pendingDueAt: null,
    waitingReset: null,
    imei: entry.imei,
    deviceLock: '',
    apn: entry.apn,
    device: kindOfDevice(entry.device),
    usualDayBytes: usualDayBytes(entry, random),
    behaviour: isSilent ? 'silent' : 'well',
    behaviourUntil: isSilent ? seconds + random.between(2, 120) * 3600 : 0,
    isRegistered: isInService(state) && (isOpen || seenAgo < 24 * HOUR_MS),
    servingNetwork: entry.servingNetwork || home,
    homeNetwork: home,
    radioTechnology: radioOf(entry.radioTechnology),
    seenAt: entry.registeredAt,
    place,
    home: place,
    session,
    nextActionAt: isInService(state) ? seconds + random.between(2, isOpen ? INTERIM_S : 3600) : null,
  }
}

/**
 * Adds a command that the operator accepted earlier: it completes within half an hour. Recent ones arrive as commands.
 */
export function withEarlierCommand(sim: SimulatedSim, entry: RosterEntry, now: Date): SimulatedSim {
  const orders: Readonly<Record<number, CommandKind>> = {
    [STATUS.hibernationInProcess]: 'suspend',
    [STATUS.terminationInProcess]: 'terminate',
  }
  const command = orders[entry.administrativeStatus]
  if (!command || now.getTime() - entry.statusSince.getTime() < 10 * MINUTE_MS) return sim
  const since = entry.statusSince.toISOString()
  const pending = { command, requestId: '', reference: `order-${entry.iccid.slice(-8)}`, since, isRefused: false }
  const waitMs = createSeededRandom(entry.iccid, 'old order').between(1, 30) * MINUTE_MS
  return { ...sim, pending, pendingDueAt: new Date(now.getTime() + waitMs) }
}

function usualDayBytes(entry: RosterEntry, random: SeededRandom): number {
  if (entry.cycleDataBytes > 0) return Math.round(entry.cycleDataBytes / entry.cycleDays)
  return Math.round((entry.planMb * BYTES_PER_MB * random.between(0.2, 0.8)) / 30)
}

/** The open session of the portal's records; a connected device always has one, even without a session key. */
function sessionOf(entry: RosterEntry, { now, seconds }: SimulationTime, random: SeededRandom): SimulatedSession | null {
  if (entry.gprsStatus !== GPRS_STATUS.activated) return lastSession(entry, seconds)
  const startedAt = entry.sessionStartedAt ?? new Date(now.getTime() - random.between(0.5, 12) * HOUR_MS)
  return {
    ...addresses(entry),
    key: entry.sessionKey ?? `${entry.iccid.slice(-8)}-first`,
    startedAt,
    stoppedAt: null,
    bytes: entry.sessionBytes ?? 0,
    countedTo: seconds,
    endCause: null,
  }
}

/** Of an ended session only the addresses are known. */
function lastSession(entry: RosterEntry, seconds: number): SimulatedSession | null {
  if (!entry.registeredAt) return null
  const at = entry.registeredAt
  return {
    ...addresses(entry),
    key: `${entry.iccid.slice(-8)}-past`,
    startedAt: at,
    stoppedAt: at,
    bytes: 0,
    countedTo: seconds,
    // the data cut ended it
    endCause: entry.administrativeStatus === STATUS.deactivatedByAlarm ? 'barred' : 'device',
  }
}

const addresses = ({ ip, sgsnIp, ggsnIp }: RosterEntry) => ({ ip: ip ?? '', sgsnIp: sgsnIp ?? '', ggsnIp: ggsnIp ?? '' })
