import { GPRS_STATUS, ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { CommandKind, RadioTechnology } from '../network-types.ts'
import type { RosterEntry } from '../roster.queries.ts'
import { type Dice, diceOf } from './chance.ts'
import { kindOfDevice } from './device-kinds.ts'
import { isInService, type Moment, type Sim, type SimSession, type SimState } from './sim.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Seconds between two reports of a session (the usual Acct-Interim-Interval). */
export const INTERIM_S = 900

const STATES: Readonly<Record<number, SimState>> = {
  [STATUS.readyToUse]: 'inactive',
  [STATUS.deactivated]: 'suspended',
  [STATUS.suspended]: 'suspended',
  [STATUS.hibernated]: 'suspended',
  [STATUS.terminated]: 'terminated',
  [STATUS.retired]: 'terminated',
  [STATUS.deactivatedByAlarm]: 'data_cut',
}

/** The usual network of an origin, MCC-MNC (ITU-T E.212). */
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
 * A subscription as the portal's books make it believable: its state, its session, a device in the habits of its past. The same
 * entry at the same moment gives the same SIM. A SIM on its way to a status is still in the one before.
 */
export function firstSight(entry: RosterEntry, { now, seconds }: Moment): Sim {
  const dice = diceOf(entry.iccid, 'first sight')
  const state = STATES[entry.administrativeStatus] ?? 'active'
  const session = state === 'active' ? sessionOf(entry, { now, seconds }, dice) : lastSession(entry, seconds)
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
    apn: entry.apn,
    device: kindOfDevice(entry.device),
    usualDayBytes: usualDayBytes(entry, dice),
    mood: isSilent ? 'silent' : 'well',
    moodUntil: isSilent ? seconds + dice.between(2, 120) * 3600 : 0,
    isRegistered: isInService(state) && (isOpen || seenAgo < 24 * HOUR_MS),
    servingNetwork: entry.servingNetwork || home,
    homeNetwork: home,
    radioTechnology: radioOf(entry.radioTechnology),
    seenAt: entry.registeredAt,
    place,
    home: place,
    session,
    wakeAt: isInService(state) ? seconds + dice.between(2, isOpen ? INTERIM_S : 3600) : null,
  }
}

/** Orders that the operator had from before: confirmed within half an hour. Ours of a moment ago come as commands. */
export function withOldOrders(sim: Sim, entry: RosterEntry, now: Date): Sim {
  const orders: Readonly<Record<number, CommandKind>> = {
    [STATUS.hibernationInProcess]: 'suspend',
    [STATUS.terminationInProcess]: 'terminate',
  }
  const command = orders[entry.administrativeStatus]
  if (!command || now.getTime() - entry.statusSince.getTime() < 10 * MINUTE_MS) return sim
  const since = entry.statusSince.toISOString()
  const pending = { command, requestId: '', reference: `order-${entry.iccid.slice(-8)}`, since, isRefused: false }
  const waitMs = diceOf(entry.iccid, 'old order').between(1, 30) * MINUTE_MS
  return { ...sim, pending, pendingDueAt: new Date(now.getTime() + waitMs) }
}

function usualDayBytes(entry: RosterEntry, dice: Dice): number {
  if (entry.cycleDataBytes > 0) return Math.round(entry.cycleDataBytes / entry.cycleDays)
  return Math.round((entry.planMb * BYTES_PER_MB * dice.between(0.2, 0.8)) / 30)
}

/** The session that the books have open; a device that they call connected has one, whatever its name. */
function sessionOf(entry: RosterEntry, { now, seconds }: Moment, dice: Dice): SimSession | null {
  if (entry.gprsStatus !== GPRS_STATUS.activated) return lastSession(entry, seconds)
  const startedAt = entry.sessionStartedAt ?? new Date(now.getTime() - dice.between(0.5, 12) * HOUR_MS)
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

/** Nothing is known of a session that is over but its addresses. */
function lastSession(entry: RosterEntry, seconds: number): SimSession | null {
  if (!entry.registeredAt) return null
  const at = entry.registeredAt
  return {
    ...addresses(entry),
    key: `${entry.iccid.slice(-8)}-past`,
    startedAt: at,
    stoppedAt: at,
    bytes: 0,
    countedTo: seconds,
    // the cut of its data ended it
    endCause: entry.administrativeStatus === STATUS.deactivatedByAlarm ? 'barred' : 'device',
  }
}

const addresses = ({ ip, sgsnIp, ggsnIp }: RosterEntry) => ({ ip: ip ?? '', sgsnIp: sgsnIp ?? '', ggsnIp: ggsnIp ?? '' })
