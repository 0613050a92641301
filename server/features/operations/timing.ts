import { HIBERNATION_TIMEOUT_HOURS } from '#domain/sim-lifecycle.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

/** What the network neither carried out nor refused in this time has failed; the SIM goes back. */
export const GIVE_UP_MS = HIBERNATION_TIMEOUT_HOURS * HOUR_MS

/** Lines that could not be written here, for a fault of ours, are asked about after this. */
export const ASK_AFTER_FAULT_MS = 2 * SECOND_MS
/** Something accepted is confirmed by an event as a rule; asked about when none came in so many times the network's delay. */
export const ACCEPTED_DELAYS = 2
const LONGEST_ASK_MS = 300 * SECOND_MS

/** Milliseconds until a line is asked about again: a quarter of the time that it already takes, from the network's delay to five minutes. */
export function nextAskMs(sinceMs: number, askAfterMs: number): number {
  return Math.min(Math.max(sinceMs / 4, askAfterMs), Math.max(askAfterMs, LONGEST_ASK_MS))
}

/** Commands sent for one line before it counts as failed, each after a look-up said that the one before did nothing. */
export const MAX_ATTEMPTS = 6

/** A network that can't be reached is tried again after this: half its delay at first, doubling up to a minute. */
export function nextTryMs(attempts: number, askAfterMs: number): number {
  return Math.min((askAfterMs / 2) * 2 ** Math.min(attempts - 1, 6), 60 * SECOND_MS)
}

/** How long one job works on an operation before it lets others have their turn. */
export const TURN_MS = 5 * SECOND_MS
/** Lines that are taken, sent and written back together. */
export const BATCH_LINES = 256

/** Drafts and files that nobody came back to, and answers kept for repeated requests, go after a day. */
export const KEPT_MS = 24 * HOUR_MS
