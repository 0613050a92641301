import { DAY_MS, HOUR_MS } from './time.ts'

/** For how long at least a SIM has given no sign of life in its network; 'never': it has not given any yet. */
export const SILENCES = ['24h', '3d', '7d', '30d', 'never'] as const
export type Silence = (typeof SILENCES)[number]

/** What lists can ask for: the same for all SIMs, or 'unusual': for longer than is usual for the SIM itself. */
export const SILENCE_FILTERS = ['unusual', ...SILENCES] as const
export type SilenceFilter = (typeof SILENCE_FILTERS)[number]

const SILENCE_MS: Readonly<Record<Silence, number>> = {
  '24h': DAY_MS,
  '3d': 3 * DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  never: Number.POSITIVE_INFINITY,
}

/** The moment before which a SIM of this silence was last seen; undefined for 'never'. One that was never seen counts as silent. */
export function silentSince(silence: Exclude<Silence, 'never'>, now: Date): Date
export function silentSince(silence: Silence, now: Date): Date | undefined
export function silentSince(silence: Silence, now: Date): Date | undefined {
  return silence === 'never' ? undefined : new Date(now.getTime() - SILENCE_MS[silence])
}

/** Whether a SIM that was last seen then is silent for this long. */
export function isSilent(lastSeen: Date | null, silence: Silence, now: Date): boolean {
  if (lastSeen === null) return true
  return now.getTime() - lastSeen.getTime() > SILENCE_MS[silence]
}

/**
 * How the longest silence that is usual for a SIM is estimated, in seconds. It begins with days, so that a new SIM is not called unusual
 * in its first night, and decays slowly enough for a device that rests at weekends (62 hours are 44 on Friday). An hour at
 * least, because reports are late and lost now and then.
 */
export const USUAL_SILENCE_S = {
  first: (3 * DAY_MS) / 1000,
  least: HOUR_MS / 1000,
  halvesIn: (10 * DAY_MS) / 1000,
  /** a silence is unusual once it is this many times as long */
  factor: 2,
} as const

/**
 * The longest silence that is usual for a SIM after it was seen again.
 * @param before seconds; null when it is seen for the first time since silences are counted
 * @param silence seconds that this silence seemed to last: until its end was known, so that reports which come once a day count as such
 */
export function usualSilence(before: number | null, silence: number): number {
  const { first, least, halvesIn } = USUAL_SILENCE_S
  return Math.max(least, silence, (before ?? first) * 0.5 ** (silence / halvesIn))
}

/** The moment before which a SIM was last seen whose silence is unusual, whatever is usual for it. */
export const unusualSince = (now: Date): Date => new Date(now.getTime() - USUAL_SILENCE_S.factor * USUAL_SILENCE_S.least * 1000)

/** Whether a SIM is silent for longer than is usual for it. */
export const isUnusuallySilent = (lastSeen: Date | null, usualSeconds: number | null, now: Date): boolean =>
  lastSeen !== null && usualSeconds !== null && unusualFrom(lastSeen, usualSeconds) < now

/** The moment from which the silence of a SIM is unusual. */
export const unusualFrom = (lastSeen: Date, usualSeconds: number): Date =>
  new Date(lastSeen.getTime() + USUAL_SILENCE_S.factor * usualSeconds * 1000)
