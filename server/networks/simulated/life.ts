import type { NetworkEvent } from '../network-events.ts'
import { type Dice, diceOf } from './chance.ts'
import { type DeviceKind, deviceKind } from './device-kinds.ts'
import { INTERIM_S } from './first-sight.ts'
import { type Effect, type Outcome, resetNow } from './orders.ts'
import { countSession, endSession, plmnOf, sessionUpdate, startSession } from './sessions.ts'
import { hasOpenSession, isInService, type Moment, type Sim } from './sim.ts'

const HOUR_S = 3_600
/** Of reports: a device that runs away from here on, for some hours. */
const RUNS_AWAY = 0.000_02
/** A device that sends all it can fills its quota of each report within seconds, until somebody looks after it. */
const FLOOD_REPORT_S = 5
const FLOOD_S = 900
/** Of sessions that end: the device is not heard of for days, and perhaps it is broken. */
const FALLS_SILENT = 0.004
/** Of attachments: to another network than the one before, and home again. */
const ROAMS = 0.06

/** Networks that are met abroad and at home beside the own one, by country (ITU-T E.212). */
const NEIGHBOURS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  730: ['730-01', '730-03', '730-09'],
  716: ['716-10', '716-17'],
  334: ['334-020', '334-050'],
  740: ['740-01', '740-02'],
  722: ['722-310', '722-34'],
  310: ['310-410', '311-480'],
  262: ['262-01', '262-03'],
}

/** What a device does at the time for which it had set its alarm: reports, ends its session, attaches, sends a message, moves. */
export function live(sim: Sim, moment: Moment): Outcome {
  const dice = diceOf(sim.iccid, 'life', Math.round(moment.seconds), sim.session?.key ?? '')
  if (!isInService(sim.state)) return { sim: { ...sim, wakeAt: null }, events: [], effects: [] }
  const kind = deviceKind(sim.device)
  const awake = sim.mood !== 'well' && moment.seconds >= sim.moodUntil ? ({ ...sim, mood: 'well' } as const) : sim
  if (awake.mood === 'silent') return { sim: { ...awake, wakeAt: awake.moodUntil }, events: [], effects: [] }
  if (hasOpenSession(awake)) return goOn(awake, kind, moment, dice)
  return attach(awake, kind, moment, dice)
}

/** Seconds until the next report. @param least share of the usual time */
const reportAfter = ({ mood }: Sim, dice: Dice, least: number): number =>
  mood === 'flood' ? FLOOD_REPORT_S : INTERIM_S * dice.between(least, 1.2)

/** The SIM from a moment on at which its device begins to send all it can; one that is not in service goes on as it was. */
export function flood(sim: Sim, moment: Moment): Sim {
  if (sim.state !== 'active') return sim
  const until = moment.seconds + FLOOD_S
  return { ...countSession(sim, moment), mood: 'flood', moodUntil: until, wakeAt: moment.seconds + 1 }
}

/** Reports what was used, or ends the session. */
function goOn(sim: Sim, kind: DeviceKind, moment: Moment, dice: Dice): Outcome {
  const elapsedS = moment.seconds - (sim.session?.countedTo ?? moment.seconds)
  if (dice.happens(elapsedS / (kind.onHours * HOUR_S))) return hangUp(sim, kind, moment, dice)
  const counted = countSession(sim, moment)
  const moved = move(counted, kind, moment, dice)
  const runsAway = sim.mood === 'well' && dice.happens(RUNS_AWAY)
  const mood = runsAway ? ({ mood: 'runaway', moodUntil: moment.seconds + dice.between(3, 24) * HOUR_S } as const) : {}
  return {
    sim: { ...moved.sim, ...mood, seenAt: moment.now, wakeAt: moment.seconds + reportAfter(sim, dice, 0.8) },
    events: [...sessionUpdate(counted, moment), ...moved.events, ...talk(sim, kind, moment, { dice, elapsedS })],
    effects: [],
  }
}

function hangUp(sim: Sim, kind: DeviceKind, moment: Moment, dice: Dice): Outcome {
  const isSilent = dice.happens(FALLS_SILENT)
  const { sim: ended, events } = endSession(sim, isSilent ? 'lost_carrier' : dice.pick(['device', 'idle', 'device']), moment)
  if (!isSilent) {
    const offS = kind.offHours * HOUR_S * dice.between(0.2, 1.8)
    return { sim: { ...ended, seenAt: moment.now, wakeAt: moment.seconds + offS }, events, effects: [] }
  }
  // the network goes on believing that it is there, as real ones do
  const moodUntil = moment.seconds + dice.between(20, 120) * HOUR_S
  return { sim: { ...ended, mood: 'silent', moodUntil, wakeAt: moodUntil }, events, effects: [] }
}

/** Attaches, does what was waiting for it, and opens a session unless data is cut. */
function attach(sim: Sim, kind: DeviceKind, moment: Moment, dice: Dice): Outcome {
  const { iccid } = sim
  const here = chooseNetwork(sim, dice)
  const found = { ...sim, isRegistered: true, seenAt: moment.now, servingNetwork: here }
  const events: NetworkEvent[] = []
  if (!sim.isRegistered || here !== sim.servingNetwork) {
    const about = { servingNetwork: plmnOf(here), radioTechnology: sim.radioTechnology, imei: sim.imei }
    events.push({ kind: 'registered', id: `${iccid}:on:${moment.now.getTime()}`, iccid, at: moment.now, ...about })
  }
  const { sim: served, effects } = doWaiting(found, moment, events)
  const moved = move(served, kind, moment, dice)
  events.push(...moved.events)
  if (sim.state === 'data_cut') return { sim: { ...moved.sim, wakeAt: moment.seconds + HOUR_S }, events, effects }
  const { sim: connected, event } = startSession(moved.sim, moment)
  const wakeAt = moment.seconds + reportAfter(sim, dice, 0.2)
  return { sim: { ...connected, wakeAt }, events: [...events, event], effects }
}

function doWaiting(sim: Sim, moment: Moment, events: NetworkEvent[]): { sim: Sim; effects: readonly Effect[] } {
  if (!sim.waitingReset) return { sim, effects: [] }
  const outcome = resetNow(sim, sim.waitingReset, moment)
  events.push(...outcome.events)
  return outcome
}

function chooseNetwork({ servingNetwork, homeNetwork }: Sim, dice: Dice): string {
  if (!dice.happens(ROAMS)) return servingNetwork
  if (servingNetwork !== homeNetwork && homeNetwork.slice(0, 3) === servingNetwork.slice(0, 3)) return homeNetwork
  // one that roams abroad for good stays in that country
  return dice.pick(NEIGHBOURS[servingNetwork.slice(0, 3)] ?? [servingNetwork])
}

/** A vehicle is somewhere else around its home than before. */
function move(sim: Sim, kind: DeviceKind, { now }: Moment, dice: Dice): Pick<Outcome, 'sim' | 'events'> {
  const { iccid, home } = sim
  if (kind.roams === 0 || !home) return { sim, events: [] }
  const away = (degrees: number): number => Number((degrees + dice.between(-kind.roams, kind.roams)).toFixed(5))
  const [latitude, longitude] = [away(home[0]), away(home[1])]
  const event = { kind: 'located', id: `${iccid}:at:${now.getTime()}`, iccid, at: now, latitude, longitude } as const
  return { sim: { ...sim, place: [latitude, longitude] }, events: [event] }
}

interface Talk {
  readonly dice: Dice
  readonly elapsedS: number
}

/** Messages and calls of a device's own accord. */
function talk({ iccid }: Sim, kind: DeviceKind, { now }: Moment, { dice, elapsedS }: Talk): NetworkEvent[] {
  const events: NetworkEvent[] = []
  const days = elapsedS / 86_400
  const about = { iccid, at: now }
  if (dice.happens(days * kind.smsPerDay)) {
    const text = dice.pick(kind.texts)
    events.push({ kind: 'smsReceived', id: `${iccid}:mo:${now.getTime()}`, ...about, to: '1500', text, segments: 1 })
  }
  if (dice.happens(days * kind.callsPerDay)) {
    events.push({ kind: 'callEnded', id: `${iccid}:call:${now.getTime()}`, ...about, voiceSeconds: dice.whole(8, 240) })
  }
  return events
}
