import { DAY_MS } from './time.ts'

/** For how long at least a SIM has given no sign of life in its network; 'never': it has not given any yet. */
export const SILENCES = ['24h', '3d', '7d', '30d', 'never'] as const
export type Silence = (typeof SILENCES)[number]

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
