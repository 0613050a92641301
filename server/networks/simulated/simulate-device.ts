import type { NetworkEvent } from '../network-events.ts'
import { type DeviceKind, deviceKind } from './device-kinds.ts'
import { type Effect, resetNow, type SimUpdate } from './execute-command.ts'
import { INTERIM_S } from './initial-sim.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { countSession, endSession, parsePlmn, sessionUpdate, startSession } from './sessions.ts'
import { hasOpenSession, isInService, isLockedOut, type SimulatedSim, type SimulationTime } from './sim.ts'

const HOUR_S = 3_600
/** Probability per report that a device starts using far too much, for some hours. */
const RUNAWAY_PROBABILITY = 0.000_02
/** Report interval of a flooding device: it fills its quota per report within seconds, until it is stopped. */
const FLOOD_REPORT_S = 5
const FLOOD_S = 900
/** Probability per ended session that the device goes silent for days, as if broken. */
const SILENT_PROBABILITY = 0.004
/** Probability per attach of a change of network: to a visited one, and home again. */
const ROAMING_PROBABILITY = 0.06

/** Other networks by country (ITU-T E.212). */
const NEIGHBOURS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  730: ['730-01', '730-03', '730-09'],
  716: ['716-10', '716-17'],
  334: ['334-020', '334-050'],
  740: ['740-01', '740-02'],
  722: ['722-310', '722-34'],
  310: ['310-410', '311-480'],
  262: ['262-01', '262-03'],
}

/** Simulates a device's next action: report, end of session, attach, message, movement. */
export function simulateDevice(sim: SimulatedSim, moment: SimulationTime): SimUpdate {
  const random = createSeededRandom(sim.iccid, 'life', Math.round(moment.seconds), sim.session?.key ?? '')
  if (!isInService(sim.state)) return { sim: { ...sim, nextActionAt: null }, events: [], effects: [] }
  const kind = deviceKind(sim.device)
  const current =
    sim.behaviour !== 'well' && moment.seconds >= sim.behaviourUntil ? ({ ...sim, behaviour: 'well' } as const) : sim
  if (current.behaviour === 'silent')
    return { sim: { ...current, nextActionAt: current.behaviourUntil }, events: [], effects: [] }
  if (hasOpenSession(current)) return reportOrEndSession(current, kind, moment, random)
  return attach(current, kind, moment, random)
}

/** Seconds until the next report. @param least minimum share of the interim interval */
const reportAfter = ({ behaviour }: SimulatedSim, random: SeededRandom, least: number): number =>
  behaviour === 'flood' ? FLOOD_REPORT_S : INTERIM_S * random.between(least, 1.2)

/** Starts a flood: the device sends all it can from now on; a SIM out of service stays unchanged. */
export function startFlood(sim: SimulatedSim, moment: SimulationTime): SimulatedSim {
  if (sim.state !== 'active') return sim
  const until = moment.seconds + FLOOD_S
  return { ...countSession(sim, moment), behaviour: 'flood', behaviourUntil: until, nextActionAt: moment.seconds + 1 }
}

/** Reports usage, or ends the session. */
function reportOrEndSession(sim: SimulatedSim, kind: DeviceKind, moment: SimulationTime, random: SeededRandom): SimUpdate {
  const elapsedS = moment.seconds - (sim.session?.countedTo ?? moment.seconds)
  if (random.chance(elapsedS / (kind.onHours * HOUR_S))) return endAndSchedule(sim, kind, moment, random)
  const counted = countSession(sim, moment)
  const moved = move(counted, kind, moment, random)
  const runsAway = sim.behaviour === 'well' && random.chance(RUNAWAY_PROBABILITY)
  const behaviourChange = runsAway
    ? ({ behaviour: 'runaway', behaviourUntil: moment.seconds + random.between(3, 24) * HOUR_S } as const)
    : {}
  return {
    sim: { ...moved.sim, ...behaviourChange, seenAt: moment.now, nextActionAt: moment.seconds + reportAfter(sim, random, 0.8) },
    events: [
      ...sessionUpdate(counted, moment),
      ...moved.events,
      ...spontaneousTraffic(sim, kind, moment, { random, elapsedS }),
    ],
    effects: [],
  }
}

function endAndSchedule(sim: SimulatedSim, kind: DeviceKind, moment: SimulationTime, random: SeededRandom): SimUpdate {
  const isSilent = random.chance(SILENT_PROBABILITY)
  const { sim: ended, events } = endSession(sim, isSilent ? 'lost_carrier' : random.pick(['device', 'idle', 'device']), moment)
  if (!isSilent) {
    const offS = kind.offHours * HOUR_S * random.between(0.2, 1.8)
    return { sim: { ...ended, seenAt: moment.now, nextActionAt: moment.seconds + offS }, events, effects: [] }
  }
  // the network keeps it registered, as real ones do
  const behaviourUntil = moment.seconds + random.between(20, 120) * HOUR_S
  return { sim: { ...ended, behaviour: 'silent', behaviourUntil, nextActionAt: behaviourUntil }, events, effects: [] }
}

/** Attaches, applies a waiting reset, and opens a session unless data is cut or the SIM is held to another device. */
function attach(sim: SimulatedSim, kind: DeviceKind, moment: SimulationTime, random: SeededRandom): SimUpdate {
  const { iccid } = sim
  const here = chooseNetwork(sim, random)
  const found = { ...sim, isRegistered: true, seenAt: moment.now, servingNetwork: here }
  const events: NetworkEvent[] = []
  if (!sim.isRegistered || here !== sim.servingNetwork) {
    const about = { servingNetwork: parsePlmn(here), radioTechnology: sim.radioTechnology, imei: sim.imei }
    events.push({ kind: 'registered', id: `${iccid}:on:${moment.now.getTime()}`, iccid, at: moment.now, ...about })
  }
  const { sim: served, effects } = applyWaitingReset(found, moment, events)
  const moved = move(served, kind, moment, random)
  events.push(...moved.events)
  if (sim.state === 'data_cut' || isLockedOut(sim))
    return { sim: { ...moved.sim, nextActionAt: moment.seconds + HOUR_S }, events, effects }
  const { sim: connected, event } = startSession(moved.sim, moment)
  const nextActionAt = moment.seconds + reportAfter(sim, random, 0.2)
  return { sim: { ...connected, nextActionAt }, events: [...events, event], effects }
}

function applyWaitingReset(
  sim: SimulatedSim,
  moment: SimulationTime,
  events: NetworkEvent[],
): { sim: SimulatedSim; effects: readonly Effect[] } {
  if (!sim.waitingReset) return { sim, effects: [] }
  const outcome = resetNow(sim, sim.waitingReset, moment)
  events.push(...outcome.events)
  return outcome
}

function chooseNetwork({ servingNetwork, homeNetwork }: SimulatedSim, random: SeededRandom): string {
  if (!random.chance(ROAMING_PROBABILITY)) return servingNetwork
  if (servingNetwork !== homeNetwork && homeNetwork.slice(0, 3) === servingNetwork.slice(0, 3)) return homeNetwork
  // a permanently roaming device stays in that country
  return random.pick(NEIGHBOURS[servingNetwork.slice(0, 3)] ?? [servingNetwork])
}

/** Moves a vehicle to another position around its home. */
function move(
  sim: SimulatedSim,
  kind: DeviceKind,
  { now }: SimulationTime,
  random: SeededRandom,
): Pick<SimUpdate, 'sim' | 'events'> {
  const { iccid, home } = sim
  if (kind.roams === 0 || !home) return { sim, events: [] }
  const away = (degrees: number): number => Number((degrees + random.between(-kind.roams, kind.roams)).toFixed(5))
  const [latitude, longitude] = [away(home[0]), away(home[1])]
  const event = { kind: 'located', id: `${iccid}:at:${now.getTime()}`, iccid, at: now, latitude, longitude } as const
  return { sim: { ...sim, place: [latitude, longitude] }, events: [event] }
}

interface TrafficOptions {
  readonly random: SeededRandom
  readonly elapsedS: number
}

/** Messages and calls initiated by the device. */
function spontaneousTraffic(
  { iccid }: SimulatedSim,
  kind: DeviceKind,
  { now }: SimulationTime,
  { random, elapsedS }: TrafficOptions,
): NetworkEvent[] {
  const events: NetworkEvent[] = []
  const days = elapsedS / 86_400
  const about = { iccid, at: now }
  if (random.chance(days * kind.smsPerDay)) {
    const text = random.pick(kind.texts)
    events.push({ kind: 'smsReceived', id: `${iccid}:mo:${now.getTime()}`, ...about, to: '1500', text, segments: 1 })
  }
  if (random.chance(days * kind.callsPerDay)) {
    events.push({ kind: 'callEnded', id: `${iccid}:call:${now.getTime()}`, ...about, voiceSeconds: random.whole(8, 240) })
  }
  return events
}
