/**
 * What is out of the ordinary in one local hour of a company. Peers are its active SIMs in the same model of device; what they do in an hour
 * is a profile, and what is expected of an hour is made of the profiles of the same hour of the week in the weeks before. Reasons and
 * measurements: docs/decisions/0139-anomalies.md.
 */
import { daysBefore } from './time.ts'
import { BYTES_PER_MB } from './usage.ts'

/** A SIM's data, sessions or messages, a batch of SIMs that says nothing, or a whole model that departs from its own past. */
export const ANOMALY_KINDS = ['data', 'sessions', 'messages', 'silence', 'storm'] as const
export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

/** What a storm is of; the other kinds have one each. */
export const ANOMALY_MEASURES = ['data', 'sessions', 'messages'] as const
export type AnomalyMeasure = (typeof ANOMALY_MEASURES)[number]

export const isMeasure = (text: string): text is AnomalyMeasure => (ANOMALY_MEASURES as readonly string[]).includes(text)

/** Fewer peers say nothing about one of them. */
export const PEERS_MIN = 20
/** Models of a company that are compared, the most frequent first: the field is free text, and each has a profile an hour. */
export const MODELS_MAX = 1_000
/** The most that a SIM itself did in an hour is that of so many days, without the last week: what began some days ago is still to be found. */
export const OWN_DAYS = { from: 28, until: 7 } as const
/** The weeks of which the same hour is expected again, and how many of them must be known: of two, neither is the odd one. */
export const EXPECTED_WEEKS = 4
const WEEKS_MIN = 3
/** A SIM must have been there for so long: of a newer one nothing is known that it could depart from. */
export const KNOWN_DAYS = 14
/** So many hours later, what comes again is an anomaly of its own. */
export const PAUSE_HOURS = 3
/** SIMs of a batch or a storm that are kept by name; all are counted. */
export const MEMBERS_MAX = 200
/** Days that anomalies, and the profiles that are compared, are kept. */
export const ANOMALY_DAYS = 90
export const PROFILE_DAYS = 7 * (EXPECTED_WEEKS + 1)

const DATA = {
  /** bytes in an hour that are never worth a line */
  floor: BYTES_PER_MB,
  /** times what peers use, and deviations of peers: a model that is used in many ways differs more */
  times: 10,
  deviations: 2.5,
  /** times what the SIM itself used at most in an hour of the weeks before: some are always heavy */
  ownTimes: 4,
} as const

const SESSIONS = { floor: 12, times: 10, ownTimes: 3 } as const
/** SMS, in parts as they are charged. */
const MESSAGES = { floor: 10, times: 10, ownTimes: 3 } as const

const STORM = {
  /** bytes that a typical peer uses at least: less costs next to nothing */
  floor: 64 * 1024,
  times: 3,
  /** how far the typical peer is at least, by how much a week differed at most and by its standard error */
  drifts: 2,
  errors: 5,
} as const

/** So many SIMs of one model at once are one anomaly, not many. */
const TOGETHER = { share: 0.02, least: 10, most: 100 } as const

const SILENCE = {
  least: 5,
  /** of the SIMs that are expected to use data */
  share: 0.05,
  /** how many are missing at least, by how much a week differed at most and by their standard error */
  drifts: 2,
  errors: 4,
  /** weeks differ by so much of the share at least, as a standard error: four of them underestimate it */
  weekly: 0.02,
  /** of those that do so by habit, more than usual */
  habitShare: 0.05,
} as const

/** What the peers of one model did in one local hour. */
export interface HourProfile {
  readonly sims: number
  /** used data */
  readonly spoke: number
  /** of those: the median of ln(1 + bytes), and its deviation, a robust one: that of the upper quartile */
  readonly centre: number
  readonly spread: number
  /** began a session, and the median of how many */
  readonly began: number
  readonly sessions: number
  /** had an SMS, and the median of how many, in parts as they are charged */
  readonly messaged: number
  readonly messages: number
}

/** The distance of the upper quartile from the median, in standard deviations of a normal distribution. */
const QUARTILE = 0.674_49
export const spreadOf = (median: number, upperQuartile: number): number => Math.max(0, upperQuartile - median) / QUARTILE

/** What is expected of an hour. */
export interface ExpectedHour {
  readonly weeks: number
  /** of the peers, who use data, and by how much a week differed at most */
  readonly share: number
  readonly shareDrift: number
  /** of those, as in a profile; undefined: too few use any, and nothing is expected */
  readonly data:
    | { readonly spoke: number; readonly centre: number; readonly spread: number; readonly drift: number }
    | undefined
  /** that one who begins sessions begins, at least one */
  readonly sessions: number
  /** that one who has messages has, at least one */
  readonly messages: number
}

/** What is expected of an hour by the same hours before; undefined when too few weeks are known, or too few peers. */
export function expectedHour(before: readonly HourProfile[]): ExpectedHour | undefined {
  const weeks = before.filter(({ sims }) => sims >= PEERS_MIN)
  if (weeks.length < WEEKS_MIN) return undefined
  const busy = weeks.filter(({ spoke }) => spoke >= PEERS_MIN)
  const shares = weeks.map(({ spoke, sims }) => spoke / sims)
  const share = medianOf(shares)
  return {
    ...{ weeks: weeks.length, share, shareDrift: Math.max(...shares.map((one) => Math.abs(one - share))) },
    data: busy.length < WEEKS_MIN ? undefined : expectedData(busy),
    sessions: Math.max(1, medianOf(weeks.filter(({ began }) => began > 0).map(({ sessions }) => sessions))),
    messages: Math.max(1, medianOf(weeks.filter(({ messaged }) => messaged > 0).map(({ messages }) => messages))),
  }
}

function expectedData(weeks: readonly HourProfile[]): ExpectedHour['data'] {
  const centre = medianOf(weeks.map((week) => week.centre))
  return {
    spoke: medianOf(weeks.map(({ spoke }) => spoke)),
    centre,
    spread: medianOf(weeks.map(({ spread }) => spread)),
    drift: Math.max(...weeks.map((week) => Math.abs(week.centre - centre))),
  }
}

/** 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}

/** What a typical peer is expected to use, bytes; 0: nothing. */
export const expectedBytes = ({ data }: ExpectedHour): number => (data ? Math.expm1(data.centre) : 0)

/**
 * Whether a model as a whole uses far more than it did: its typical SIM departs by more than weeks do, and by more than chance.
 * @param now the profile of the hour
 */
export function isDataStorm(now: HourProfile, { data, weeks }: ExpectedHour): boolean {
  if (!data || now.spoke < PEERS_MIN || Math.expm1(now.centre) < STORM.floor) return false
  // a median's standard error is 1.25 times that of a mean
  const error = 1.25 * Math.max(data.spread, now.spread) * Math.sqrt(1 / now.spoke + 1 / (weeks * data.spoke))
  return now.centre - data.centre >= Math.max(Math.log(STORM.times), STORM.drifts * data.drift, STORM.errors * error)
}

/** From how many bytes on a SIM is part of its model's storm. */
export const stormBytes = (expected: ExpectedHour): number => Math.max(STORM.floor, STORM.times * expectedBytes(expected))

/**
 * From how many bytes on a SIM uses far more than its peers. They are compared as they are now, too: on a day on which all use more,
 * no SIM is out of the ordinary. How much they differ is expected of the weeks before: the few that are searched would widen it.
 */
export function farBytes(now: HourProfile, { data }: ExpectedHour): number {
  // an hour in which hardly anyone uses data
  if (!data) return DATA.floor * DATA.times
  const centre = now.spoke >= PEERS_MIN ? Math.max(now.centre, data.centre) : data.centre
  return Math.max(DATA.floor, Math.exp(centre + Math.max(Math.log(DATA.times), DATA.deviations * data.spread)))
}

/** From how many sessions on a SIM begins far more than its peers. */
export const farSessions = (now: HourProfile, { sessions }: ExpectedHour): number =>
  Math.max(SESSIONS.floor, SESSIONS.times * Math.max(sessions, now.began >= PEERS_MIN ? now.sessions : 1))

/** From how many messages on a SIM has far more than its peers. */
export const farMessages = (now: HourProfile, { messages }: ExpectedHour): number =>
  Math.max(MESSAGES.floor, MESSAGES.times * Math.max(messages, now.messaged >= PEERS_MIN ? now.messages : 1))

/** How many times as much as it ever did a SIM must do, by the hours of its own that are compared. */
export const OWN_TIMES: Readonly<Record<AnomalyMeasure, number>> = {
  data: DATA.ownTimes,
  sessions: SESSIONS.ownTimes,
  messages: MESSAGES.ownTimes,
}

/** Whether so many SIMs of a model at once are one anomaly. */
export const areTogether = (found: number, sims: number): boolean =>
  found > Math.min(TOGETHER.most, Math.max(TOGETHER.least, TOGETHER.share * sims))

/**
 * Whether far fewer use data than expected. SIMs that do so always or never are counted as if each did by the same chance: that
 * overstates the standard error, never understates it.
 */
export function seemsSilent(now: HourProfile, { share, shareDrift }: ExpectedHour): boolean {
  const expected = share * now.sims
  const error = Math.hypot(Math.sqrt(now.sims * share * (1 - share)), SILENCE.weekly * expected)
  const usual = Math.max(SILENCE.drifts * shareDrift * now.sims, SILENCE.errors * error)
  return expected - now.spoke >= Math.max(SILENCE.least, SILENCE.share * expected, usual)
}

/** SIMs of a model that used data at this hour in each of the last weeks, and those that do not now; the same a week ago. */
export interface Habits {
  readonly habitual: number
  readonly silent: number
  readonly habitualBefore: number
  readonly silentBefore: number
}

/** How many of the SIMs that speak by habit usually do not. */
export const usuallySilent = ({ habitual, habitualBefore, silentBefore }: Habits): number =>
  habitualBefore === 0 ? 0 : (habitual * silentBefore) / habitualBefore

/** Whether it is SIMs that speak at this hour by habit which are silent, more than usual. */
export const isBatchSilent = (habits: Habits): boolean =>
  habits.silent - usuallySilent(habits) >= Math.max(SILENCE.least, SILENCE.habitShare * habits.habitual)

/** An anomaly of an hour, with the figures of its sentence. */
export interface HourAnomaly {
  readonly kind: AnomalyKind
  readonly measure: AnomalyMeasure
  readonly device: string
  /** '' of a batch and a storm */
  readonly iccid: string
  /** SIMs that are compared */
  readonly peers: number
  /** SIMs that it is about */
  readonly sims: number
  /** bytes, sessions or messages of the SIM or the typical one; of a silence SIMs */
  readonly observed: number
  readonly expected: number
  /** the most that the SIM itself did in an hour before */
  readonly own: number
  /** of a batch and a storm, some of its SIMs */
  readonly iccids: readonly string[]
}

/** What the sentence of an anomaly needs. */
export type AnomalyFigures = Pick<HourAnomaly, 'kind' | 'measure' | 'device' | 'peers' | 'sims' | 'observed' | 'expected'>

/** The figures as one text, which a rule that fires for it keeps: the device last, because it may have spaces. */
export const anomalyText = ({ kind, measure, sims, peers, observed, expected, device }: AnomalyFigures): string =>
  [kind, measure, sims, peers, rounded(observed), rounded(expected), device].join(' ')

const rounded = (amount: number): number => Math.round(amount * 100) / 100

/** The figures of `anomalyText`; undefined for another text. */
export function anomalyOfText(text: string): AnomalyFigures | undefined {
  const [kindText, measure = '', sims, peers, observed, expected, ...device] = text.split(' ')
  const kind = ANOMALY_KINDS.find((one) => one === kindText)
  if (!kind || device.length === 0) return undefined
  return {
    ...{ kind, measure: isMeasure(measure) ? measure : 'data', device: device.join(' ') },
    ...{ sims: Number(sims), peers: Number(peers), observed: Number(observed), expected: Number(expected) },
  }
}

/** The moment before which a SIM must have been active. */
export const knownSince = (at: Date): Date => daysBefore(at, KNOWN_DAYS)
