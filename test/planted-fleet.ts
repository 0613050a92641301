import type { AnomalyKind } from '#domain/anomalies.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { DAY_MS } from '#domain/time.ts'
import { FuzzRandom } from './fuzz-random.ts'

const MB = 1_048_576
/** From four weeks ago to a week ago, and this day. */
const BEFORE = 22
const DAYS = BEFORE + 1
const HOURS = 24

/** A model of device, and how its SIMs live. */
interface Model {
  readonly device: string
  readonly sims: number
  /** bytes of a typical SIM in its busiest hour */
  readonly bytes: number
  /** how much SIMs differ, and one SIM from hour to hour: of the logarithm */
  readonly between: number
  readonly within: number
  /** share of hours in which a SIM uses data, by day and by night */
  readonly day: number
  readonly night: number
  /** how much of it is left at weekends */
  readonly weekend: number
  readonly sessions: number
}

const TRACKER: Model = {
  ...{ device: 'Teltonika FMB920', sims: 700, bytes: 400_000, between: 0.6, within: 0.5, day: 0.97, night: 0.55 },
  ...{ weekend: 0.5, sessions: 1.2 },
}

const MODELS: readonly Model[] = [
  TRACKER,
  {
    ...{ device: 'Queclink GV300', sims: 260, bytes: 150_000, between: 1, within: 0.6, day: 0.93, night: 0.85 },
    ...{ weekend: 1, sessions: 0.6 },
  },
  {
    ...{ device: 'Cámara de tablero', sims: 160, bytes: 9 * MB, between: 1.1, within: 0.8, day: 0.9, night: 0.1 },
    ...{ weekend: 0.3, sessions: 2.5 },
  },
  {
    ...{ device: 'Medidor Kamstrup', sims: 240, bytes: 6_000, between: 0.3, within: 0.3, day: 0.4, night: 0.4 },
    ...{ weekend: 1, sessions: 0.4 },
  },
  {
    ...{ device: 'POS Verifone', sims: 80, bytes: 60_000, between: 0.8, within: 0.7, day: 0.9, night: 0.02 },
    ...{ weekend: 0.8, sessions: 3 },
  },
  {
    ...{ device: 'Prototipo', sims: 12, bytes: 2 * MB, between: 1.5, within: 1, day: 0.8, night: 0.8 },
    ...{ weekend: 1, sessions: 4 },
  },
]

export interface PlantedSim {
  readonly iccid: string
  readonly device: string
  /** by day, the oldest first and this day last, and by hour */
  readonly bytes: readonly Float64Array[]
  readonly sessions: readonly Float64Array[]
  /** SMS */
  readonly messages: readonly Float64Array[]
}

export interface Planted {
  readonly kind: AnomalyKind
  readonly hour: number
  /** the SIM, or the model of a batch and a storm */
  readonly subject: string
}

export interface PlantedFleet {
  /** from four weeks before this day to a week before, and this day, the oldest first */
  readonly days: readonly string[]
  readonly sims: readonly PlantedSim[]
  readonly planted: readonly Planted[]
}

/**
 * A fleet with the rhythm of days and weeks, in which some use far more than others by habit; and one day on which there are thieves,
 * runaways, SIMs that begin sessions all the time, batches that fall silent and storms of firmware.
 * @param day the last one
 */
export function plantFleet(seed: number, day: string, companyId = 3): PlantedFleet {
  const random = new FuzzRandom(seed)
  const days = Array.from({ length: DAYS }, (_, n) =>
    new Date(Date.parse(day) - (n === BEFORE ? 0 : 28 - n) * DAY_MS).toISOString().slice(0, 10),
  )
  const sims = MODELS.flatMap((model, place) => simsOf(model, place, { random, days, companyId }))
  const planted = plant(sims, random)
  return { days, sims, planted: [...planted, ...plantMessages(sims, new FuzzRandom(seed + MESSAGES_SEED))] }
}

interface Circumstances {
  readonly random: FuzzRandom
  readonly days: readonly string[]
  readonly companyId: number
}

function simsOf(model: Model, place: number, { random, days, companyId }: Circumstances): PlantedSim[] {
  // days differ: a campaign, a holiday season
  const levels = days.map(
    (day) => Math.exp(0.15 * normal(random)) * ([0, 6].includes(new Date(day).getUTCDay()) ? model.weekend : 1),
  )
  return Array.from({ length: model.sims }, (_, n) => {
    const digits = `8956031${companyId}${place}${String(n * 7919).padStart(10, '0')}`
    // some stream video all day, some are in a drawer, some are in a place with bad coverage
    const scale = model.bytes * Math.exp(model.between * normal(random)) * (random.chance(0.015) ? 40 : 1)
    const isIdle = random.chance(0.05)
    const sessions = model.sessions * (random.chance(0.02) ? 12 : 1)
    const bytes = levels.map((level) =>
      Float64Array.from({ length: HOURS }, (_none, hour) => {
        const isUsed = !isIdle && random.chance(hour >= 7 && hour < 20 ? Math.min(1, model.day * level ** 0.2) : model.night)
        // a map or a picture now and then
        const burst = random.chance(0.004) ? 3 + 6 * random.next() : 1
        return isUsed ? Math.ceil(scale * level * (RHYTHM[hour] ?? 0) * Math.exp(model.within * normal(random)) * burst) : 0
      }),
    )
    return {
      ...{ iccid: digits + luhnDigit(digits), device: model.device, bytes },
      sessions: bytes.map((ofDay) => ofDay.map((used) => (used > 0 ? poisson(random, sessions) : 0))),
      messages: bytes.map((ofDay) => new Float64Array(ofDay.length)),
    }
  })
}

const RHYTHM = Array.from({ length: HOURS }, (_, hour) => 0.15 + 0.85 * Math.max(0, Math.sin(((hour - 5) / 17) * Math.PI)))

function normal(random: FuzzRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function poisson(random: FuzzRandom, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random.next(); product > limit; product *= random.next()) count++
  return count
}

const mostBefore = (amounts: readonly Float64Array[]): number =>
  Math.max(...amounts.slice(0, -1).map((ofDay) => Math.max(...ofDay)))

/** What is changed of the last day. */
class Planter {
  readonly planted: Planted[] = []
  readonly #sims: readonly PlantedSim[]
  readonly #random: FuzzRandom

  constructor(sims: readonly PlantedSim[], random: FuzzRandom) {
    this.#sims = sims
    this.#random = random
  }

  of({ device }: Model): PlantedSim[] {
    return this.#sims.filter((sim) => sim.device === device)
  }

  /** A share of a model's SIMs fetches so much at one hour. */
  storm(model: Model, share: number, bytes: number): void {
    const hour = 8 + this.#random.below(10)
    for (const { bytes: used } of this.of(model)) {
      if (this.#random.chance(share)) add(used, hour, Math.ceil(bytes * (0.9 + 0.2 * this.#random.next())))
    }
    this.planted.push({ kind: 'storm', hour, subject: model.device })
  }

  /** A batch says nothing for some hours. */
  silence(model: Model): readonly PlantedSim[] {
    const first = 8 + this.#random.below(8)
    const share = 0.25 + 0.2 * this.#random.next()
    const batch = this.of(model).filter(() => this.#random.chance(share))
    for (let hour = first; hour < first + 3; hour++) {
      for (const { bytes } of batch) set(bytes, hour, 0)
      this.planted.push({ kind: 'silence', hour, subject: model.device })
    }
    return batch
  }

  /** A thief's hotspot or a loop, for some hours: many times what the model uses, and what the SIM used itself. */
  thief(sim: PlantedSim, model: Model, isBusy: (hour: number) => boolean): void {
    const [first, length] = [this.#random.below(20), 1 + this.#random.below(4)]
    const most = Math.max(model.bytes, mostBefore(sim.bytes))
    const times = [40 + 200 * this.#random.next(), 5 + 20 * this.#random.next()] as const
    const stolen = Math.max(20 * MB, model.bytes * times[0], most * times[1])
    for (let hour = first; hour < first + length; hour++) {
      if (isBusy(hour) || this.#has('data', sim, hour)) continue
      set(sim.bytes, hour, Math.ceil(stolen * (0.85 + 0.3 * this.#random.next())))
      this.planted.push({ kind: 'data', hour, subject: sim.iccid })
    }
  }

  /** A SIM begins sessions again and again. */
  loop(sim: PlantedSim): void {
    const hour = this.#random.below(HOURS)
    if (this.#has('sessions', sim)) return
    set(sim.sessions, hour, Math.max(45 + this.#random.below(400), mostBefore(sim.sessions) * 4))
    this.planted.push({ kind: 'sessions', hour, subject: sim.iccid })
  }

  #has(kind: AnomalyKind, { iccid }: PlantedSim, hour?: number): boolean {
    return this.planted.some((one) => one.kind === kind && one.subject === iccid && (hour === undefined || one.hour === hour))
  }
}

const add = (amounts: readonly Float64Array[], hour: number, more: number): void =>
  set(amounts, hour, (amounts.at(-1)?.[hour] ?? 0) + more)

function set(amounts: readonly Float64Array[], hour: number, amount: number): void {
  const ofDay = amounts.at(-1)
  if (ofDay) ofDay[hour] = amount
}

function plant(sims: readonly PlantedSim[], random: FuzzRandom): Planted[] {
  const planter = new Planter(sims, random)
  const [whole = TRACKER, partial = TRACKER, silent = TRACKER] = shuffled(MODELS.slice(0, 3), random)
  // all of a model fetch their firmware, or the first third of them does
  planter.storm(whole, 0.9, TRACKER.bytes * (8 + 40 * random.next()) + whole.bytes * 12)
  planter.storm(partial, 0.3, partial.bytes * 150 + 4 * MB)
  const stormHours = new Set(planter.planted.map(({ hour }) => hour))
  const batch = planter.silence(silent)
  const compared = MODELS.slice(0, -1).flatMap((model) => planter.of(model).map((sim) => ({ sim, model })))
  for (let n = 0; n < 8; n++) {
    const { sim, model } = random.pick(compared)
    planter.thief(sim, model, (hour) => batch.includes(sim) || stormHours.has(hour))
  }
  for (let n = 0; n < 5; n++) planter.loop(random.pick(compared).sim)
  return planter.planted
}

/** Messages are made of numbers of their own: data and sessions of a seed are as they were without them. */
const MESSAGES_SEED = 1_000_003
/** SMS of a typical SIM in an hour; some send ten times as many by habit. */
const MESSAGES = { usual: 0.15, talkative: 0.02, times: 12 } as const

/** Each SIM has messages now and then; some are sent hundreds by a thief, or by a loop. */
function plantMessages(sims: readonly PlantedSim[], random: FuzzRandom): Planted[] {
  for (const { messages } of sims) {
    const mean = MESSAGES.usual * (random.chance(MESSAGES.talkative) ? MESSAGES.times : 1)
    for (const ofDay of messages) for (const hour of ofDay.keys()) ofDay[hour] = poisson(random, mean)
  }
  const compared = sims.filter(({ device }) => device !== MODELS.at(-1)?.device)
  const chosen = new Set(Array.from({ length: 5 }, () => random.pick(compared)))
  return [...chosen].map(({ iccid, messages }) => {
    const hour = random.below(HOURS)
    set(messages, hour, Math.max(20 + random.below(300), mostBefore(messages) * 4))
    return { kind: 'messages', hour, subject: iccid }
  })
}

function shuffled<T>(values: readonly T[], random: FuzzRandom): T[] {
  const left = [...values]
  return values.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** Of one kind: how many were found, how many of those are planted, and how many were planted. */
export interface Score {
  found: number
  right: number
  planted: number
}

export const newScores = (): Record<AnomalyKind, Score> => ({
  data: { found: 0, right: 0, planted: 0 },
  sessions: { found: 0, right: 0, planted: 0 },
  messages: { found: 0, right: 0, planted: 0 },
  silence: { found: 0, right: 0, planted: 0 },
  storm: { found: 0, right: 0, planted: 0 },
})

/** Compares what was found in some hours with what is planted in them. */
export function addScores(
  scores: Record<AnomalyKind, Score>,
  planted: readonly Planted[],
  found: readonly { readonly hour: number; readonly kind: AnomalyKind; readonly device: string; readonly iccid: string }[],
): void {
  const keyOf = (hour: number, kind: AnomalyKind, subject: string) => `${hour} ${kind} ${subject}`
  const known = new Set(planted.map(({ hour, kind, subject }) => keyOf(hour, kind, subject)))
  for (const { kind } of planted) scores[kind].planted++
  for (const { hour, kind, device, iccid } of found) {
    scores[kind].found++
    if (known.has(keyOf(hour, kind, iccid || device))) scores[kind].right++
  }
}

export const precisionOf = ({ right, found }: Score): number => (found === 0 ? 1 : right / found)
export const recallOf = ({ right, planted }: Score): number => (planted === 0 ? 1 : right / planted)
