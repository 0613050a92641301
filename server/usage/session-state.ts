import { DAY_MS } from '#domain/time.ts'
import { sessionFactsFingerprint } from './facts-fingerprint.ts'
import type { SessionFacts, UsageRecord } from './usage-record.ts'

/** The stored state of a data session. Times are milliseconds since 1970. */
export interface SessionState {
  readonly sessionKey: string
  readonly clientId: number
  /** '' when unknown: then any access server may continue it */
  readonly nas: string
  readonly startedAtMs: number
  /** undefined: open */
  readonly stoppedAtMs: number | undefined
  readonly endCause: string
  /** facts that changed since they were stored; earlier ones stay in the stored row */
  readonly facts: SessionFacts
  /** of the latest record with facts */
  readonly factsFingerprint: number
  /** total usage, across restarts of the network's counter */
  readonly dataBytes: number
  /** latest value of the network's counter, both directions together */
  readonly counterBytes: number
  /** time of that value, and the session's duration then; undefined: never reported */
  readonly countedAtMs: number | undefined
  readonly countedSeconds: number | undefined
  /** usage by a charging record: final, nothing is added any more */
  readonly finalBytes: number | undefined
}

export interface SessionAdvance {
  readonly state: SessionState
  /**
   * new usage since the last record, spread over the span from `fromMs` to `toMs`; negative for some charging records
   */
  readonly usedBytes: number
  readonly fromMs: number
  readonly toMs: number
  /** the record is the first of its session, or the last */
  readonly hasBegun: boolean
  readonly hasEnded: boolean
  /** more than the counter changed */
  readonly hasNewFacts: boolean
}

/** Tolerance between two times of one event when the source has no clock: its delay counts whole seconds. */
const CLOCK_TOLERANCE_MS = 5_000
/**
 * A record without a source clock may arrive out of order by this much; a lower counter later than that is a counter
 * that restarted.
 */
const REORDER_WINDOW_MS = 120_000
/** Usage is spread over at most this time: a longer silence is a wrong clock, and no bill reaches further back. */
export const MAX_SPREAD_MS = 62 * DAY_MS
/** Tolerance between the session start of a charging system and of a gateway. */
export const SAME_START_TOLERANCE_MS = 300_000

/**
 * Whether a record belongs to another session than the stored one of the same key: access servers reuse keys. It
 * started after the stored one had ended, or it starts although the stored one continued since.
 */
export function isDifferentSession(known: SessionState, record: UsageRecord): boolean {
  const startMs = startOf(record)
  if (known.stoppedAtMs !== undefined) return startMs !== undefined && startMs > known.stoppedAtMs + CLOCK_TOLERANCE_MS
  const latestMs = Math.max(known.startedAtMs, known.countedAtMs ?? 0)
  return record.kind === 'started' && startMs !== undefined && startMs > latestMs + CLOCK_TOLERANCE_MS
}

/** Start of a record's session; undefined when the record does not contain it. */
function startOf({ kind, startedAtMs, atMs, seconds }: UsageRecord): number | undefined {
  if (startedAtMs !== undefined) return startedAtMs
  if (seconds !== undefined) return atMs - seconds * 1000
  return kind === 'started' ? atMs : undefined
}

/**
 * Applies a record to a session. Counters count from the session's start: the excess over the last value is new usage;
 * a lower value is a counter that restarted, and all of it is new. Out-of-order and repeated records, and records after
 * the end, add nothing; a late start only fills in missing facts.
 * @param known the stored session; undefined when the record is its first
 */
export function applyRecord(known: SessionState | undefined, record: UsageRecord): SessionAdvance {
  if (record.finalBy !== undefined) return applyFinalRecord(known, record)
  const before = known ?? newSession(record)
  const { facts, factsFingerprint, hasNewFacts } = mergeFacts(before, record)
  const isSettled = before.finalBytes !== undefined
  const isLate = isSettled || isOutOfOrder(before, record) || (before.stoppedAtMs !== undefined && record.kind !== 'stopped')
  const counterBytes = record.inputBytes + record.outputBytes
  const usedBytes = isLate ? 0 : counterIncrease(before, counterBytes)
  const counted: SessionState = isLate
    ? { ...before, facts, factsFingerprint }
    : {
        ...before,
        facts,
        factsFingerprint,
        nas: record.nas || before.nas,
        clientId: record.clientId || before.clientId,
        dataBytes: before.dataBytes + usedBytes,
        counterBytes: before.stoppedAtMs === undefined ? counterBytes : Math.max(counterBytes, before.counterBytes),
        countedAtMs: record.atMs,
        countedSeconds: record.seconds ?? before.countedSeconds,
      }
  const hasEnded = record.kind === 'stopped' && before.stoppedAtMs === undefined
  // an end that arrives out of order still ends the session
  const stoppedAtMs = Math.max(record.atMs, before.startedAtMs)
  const state = hasEnded ? { ...counted, stoppedAtMs, endCause: record.endCause ?? 'unknown' } : counted
  const isMoved = state.nas !== before.nas || state.clientId !== before.clientId
  return {
    state,
    usedBytes,
    fromMs: Math.max(before.countedAtMs ?? before.startedAtMs, record.atMs - MAX_SPREAD_MS),
    toMs: record.atMs,
    hasBegun: known === undefined,
    hasEnded,
    hasNewFacts: hasNewFacts || hasEnded || known === undefined || isMoved,
  }
}

/** Applies a charging record: the difference to the counted usage belongs to the whole session. */
function applyFinalRecord(known: SessionState | undefined, record: UsageRecord): SessionAdvance {
  const before = known ?? newSession(record)
  const finalBytes = record.inputBytes + record.outputBytes
  const hasEnded = before.stoppedAtMs === undefined
  const { facts, factsFingerprint } = mergeFacts(before, record)
  const state: SessionState = {
    ...before,
    facts,
    factsFingerprint,
    dataBytes: finalBytes,
    finalBytes,
    ...(hasEnded && { stoppedAtMs: record.atMs, endCause: record.endCause ?? 'unknown' }),
  }
  const usedBytes = finalBytes - before.dataBytes
  const toMs = Math.max(record.atMs, before.startedAtMs)
  const span = { fromMs: Math.max(before.startedAtMs, toMs - MAX_SPREAD_MS), toMs }
  return { state, usedBytes, ...span, hasBegun: known === undefined, hasEnded, hasNewFacts: true }
}

/** After the end, a lower counter is an earlier record, not a restarted counter. */
function counterIncrease({ counterBytes, stoppedAtMs }: SessionState, now: number): number {
  if (now >= counterBytes) return now - counterBytes
  return stoppedAtMs === undefined ? now : 0
}

/**
 * Whether a later record of the session was already counted. The session's own duration gives the order independently
 * of clocks; a shorter duration at a later time is a session whose counters restarted.
 */
function isOutOfOrder(known: SessionState, record: UsageRecord): boolean {
  const { countedAtMs, countedSeconds, counterBytes } = known
  if (countedAtMs === undefined) return false
  const isLess = record.inputBytes + record.outputBytes < counterBytes
  const elapsed = record.seconds !== undefined && countedSeconds !== undefined ? record.seconds - countedSeconds : undefined
  if (elapsed === undefined) return record.atMs < countedAtMs || (record.atMs === countedAtMs && isLess)
  if (elapsed > 0) return false
  if (elapsed === 0 && !isLess) return false
  return record.atMs - countedAtMs < (record.hasSourceClock ? 1 : REORDER_WINDOW_MS)
}

function newSession(record: UsageRecord): SessionState {
  return {
    sessionKey: record.sessionKey,
    clientId: record.clientId,
    nas: record.nas,
    startedAtMs: Math.min(startOf(record) ?? record.atMs, record.atMs),
    stoppedAtMs: undefined,
    endCause: '',
    facts: {},
    factsFingerprint: 0,
    dataBytes: 0,
    counterBytes: 0,
    countedAtMs: undefined,
    countedSeconds: undefined,
    finalBytes: undefined,
  }
}

type KnownFacts = Pick<SessionState, 'facts' | 'factsFingerprint'>

function mergeFacts(
  { facts, factsFingerprint }: KnownFacts,
  record: UsageRecord,
): KnownFacts & { readonly hasNewFacts: boolean } {
  const isSilent = Object.keys(record.facts).length === 0
  const fingerprint = isSilent ? factsFingerprint : sessionFactsFingerprint(record.facts)
  if (fingerprint === factsFingerprint) return { facts, factsFingerprint, hasNewFacts: false }
  return { facts: { ...facts, ...record.facts }, factsFingerprint: fingerprint, hasNewFacts: true }
}
