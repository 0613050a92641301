import { HIBERNATION_TIMEOUT_HOURS } from '#domain/sim-lifecycle.ts'
import { HOUR_MS } from '#domain/time.ts'

const SECOND_MS = 1000

/** A line that the network neither confirmed nor rejected in this time has failed; the SIM returns to its status before. */
export const LINE_TIMEOUT_MS = HIBERNATION_TIMEOUT_HOURS * HOUR_MS

/** Lines that could not be written here are looked up after this. */
export const LOOKUP_AFTER_FAULT_MS = 2 * SECOND_MS
/** An accepted command is normally confirmed by an event; it is looked up when none came in this many times the network's delay. */
export const ACCEPTED_DELAYS = 2
const MAX_LOOKUP_INTERVAL_MS = 300 * SECOND_MS

/** Milliseconds until a line is looked up again: a quarter of its age, from the network's delay to five minutes. */
export function nextLookupMs(sinceMs: number, askAfterMs: number): number {
  return Math.min(Math.max(sinceMs / 4, askAfterMs), Math.max(askAfterMs, MAX_LOOKUP_INTERVAL_MS))
}

/** Commands sent for one line before it fails, each after a look-up said that the previous one had no effect. */
export const MAX_ATTEMPTS = 6

/** An unreachable network is retried after this: half its delay at first, doubling up to a minute. */
export function nextRetryMs(attempts: number, askAfterMs: number): number {
  return Math.min((askAfterMs / 2) * 2 ** Math.min(attempts - 1, 6), 60 * SECOND_MS)
}

/** How long one job works on an operation before others run. */
export const TIME_SLICE_MS = 5 * SECOND_MS
/** Lines that are claimed, sent and written together. */
export const BATCH_LINES = 256
/**
 * The same for tags and groups, which write no row of a SIM: a tenth of a second. Custom fields take fifty times as long for each SIM,
 * which is held all the while.
 */
export const TAG_BATCH_LINES = 1024

/** Unused drafts and files, and stored answers for repeated requests, are deleted after a day. */
export const RETENTION_MS = 24 * HOUR_MS
/** A diagnosis says how SIMs were then: after two weeks it is deleted. */
export const DIAGNOSIS_RETENTION_MS = 14 * 24 * HOUR_MS
