import { printOf } from './facts-print.ts'
import type { SessionFacts, UsageRecord } from './usage-record.ts'

/** A data session as it is kept. Times are milliseconds since 1970. */
export interface SessionState {
  readonly sessionKey: string
  readonly clientId: number
  /** '' when nobody said: then any access server may go on with it */
  readonly nas: string
  readonly startedAtMs: number
  /** undefined: open */
  readonly stoppedAtMs: number | undefined
  readonly endCause: string
  /** what is new of them since they were kept; what was known before stays with the kept row */
  readonly facts: SessionFacts
  /** of the facts of the last record that had any */
  readonly factsPrint: number
  /** all that was used, also before the network's counter began anew */
  readonly dataBytes: number
  /** what the network's counter said last, both directions together */
  readonly counterBytes: number
  /** when it said so, and how long the session had lasted then; undefined: it never did */
  readonly countedAtMs: number | undefined
  readonly countedSeconds: number | undefined
  /** what a charging record said that it used: nothing is added any more */
  readonly finalBytes: number | undefined
}

export interface Advanced {
  readonly state: SessionState
  /** what is new since the last record, used between these two moments; of a charging record it may be less than nothing */
  readonly usedBytes: number
  readonly fromMs: number
  readonly toMs: number
  /** the record was the first of its session, or its last */
  readonly hasBegun: boolean
  readonly hasEnded: boolean
  /** more than the counter changed */
  readonly hasNews: boolean
}

/** By how much two moments of one event may differ when the teller has no clock: its delay counts whole seconds. */
const SLACK_MS = 5_000
/** A record without a clock can be overtaken on its way by so much; later a lower counter is one that began anew. */
const OVERTAKEN_MS = 120_000
/** Usage is spread over no more than the last so many days: a longer silence is a wrong clock, and no bill looks further back. */
export const LONGEST_MS = 62 * 86_400_000
/** By how much a charging system's and a gateway's word for a session's beginning may differ. */
export const SAME_BEGINNING_MS = 300_000

/**
 * Whether a record speaks of another session than the one that is kept under its key: access servers use their keys again. It
 * began after the kept one had ended, or it begins although the kept one has gone on since.
 */
export function isAnother(known: SessionState, record: UsageRecord): boolean {
  const begunMs = beginningOf(record)
  if (known.stoppedAtMs !== undefined) return begunMs !== undefined && begunMs > known.stoppedAtMs + SLACK_MS
  const latestMs = Math.max(known.startedAtMs, known.countedAtMs ?? 0)
  return record.kind === 'started' && begunMs !== undefined && begunMs > latestMs + SLACK_MS
}

/** When the session of a record began; undefined when it does not say. */
function beginningOf({ kind, startedAtMs, atMs, seconds }: UsageRecord): number | undefined {
  if (startedAtMs !== undefined) return startedAtMs
  if (seconds !== undefined) return atMs - seconds * 1000
  return kind === 'started' ? atMs : undefined
}

/**
 * A session after one more record of it. Counters count from the session's beginning: what is above the last value is new usage; a
 * lower value is a counter that began anew, and all of it is new. A record that was overtaken by a later one, one that comes again,
 * and one that comes after the end add nothing; a beginning that comes late only fills in what was not known.
 * @param known the session as it is kept; undefined when the record is the first of it
 */
export function advance(known: SessionState | undefined, record: UsageRecord): Advanced {
  if (record.finalBy !== undefined) return settle(known, record)
  const before = known ?? blank(record)
  const { facts, factsPrint, hasNews } = withFacts(before, record)
  const isSettled = before.finalBytes !== undefined
  const isLate = isSettled || isOvertaken(before, record) || (before.stoppedAtMs !== undefined && record.kind !== 'stopped')
  const counterBytes = record.inputBytes + record.outputBytes
  const usedBytes = isLate ? 0 : growth(before, counterBytes)
  const counted: SessionState = isLate
    ? { ...before, facts, factsPrint }
    : {
        ...before,
        facts,
        factsPrint,
        nas: record.nas || before.nas,
        clientId: record.clientId || before.clientId,
        dataBytes: before.dataBytes + usedBytes,
        counterBytes: before.stoppedAtMs === undefined ? counterBytes : Math.max(counterBytes, before.counterBytes),
        countedAtMs: record.atMs,
        countedSeconds: record.seconds ?? before.countedSeconds,
      }
  const hasEnded = record.kind === 'stopped' && before.stoppedAtMs === undefined
  // an end that was overtaken by a record of a later moment is the end all the same
  const stoppedAtMs = Math.max(record.atMs, before.startedAtMs)
  const state = hasEnded ? { ...counted, stoppedAtMs, endCause: record.endCause ?? 'unknown' } : counted
  const isMoved = state.nas !== before.nas || state.clientId !== before.clientId
  return {
    state,
    usedBytes,
    fromMs: Math.max(before.countedAtMs ?? before.startedAtMs, record.atMs - LONGEST_MS),
    toMs: record.atMs,
    hasBegun: known === undefined,
    hasEnded,
    hasNews: hasNews || hasEnded || known === undefined || isMoved,
  }
}

/** A session as a charging record has it: the difference to what was counted belongs to its whole time. */
function settle(known: SessionState | undefined, record: UsageRecord): Advanced {
  const before = known ?? blank(record)
  const finalBytes = record.inputBytes + record.outputBytes
  const hasEnded = before.stoppedAtMs === undefined
  const { facts, factsPrint } = withFacts(before, record)
  const state: SessionState = {
    ...before,
    facts,
    factsPrint,
    dataBytes: finalBytes,
    finalBytes,
    ...(hasEnded && { stoppedAtMs: record.atMs, endCause: record.endCause ?? 'unknown' }),
  }
  const usedBytes = finalBytes - before.dataBytes
  const toMs = Math.max(record.atMs, before.startedAtMs)
  const span = { fromMs: Math.max(before.startedAtMs, toMs - LONGEST_MS), toMs }
  return { state, usedBytes, ...span, hasBegun: known === undefined, hasEnded, hasNews: true }
}

/** After the end a lower counter is a record of before it, not one that began anew. */
function growth({ counterBytes, stoppedAtMs }: SessionState, now: number): number {
  if (now >= counterBytes) return now - counterBytes
  return stoppedAtMs === undefined ? now : 0
}

/**
 * Whether a later record of the session was counted already. The session's own duration tells the order whatever clocks do; a
 * shorter one with a later moment is a session whose counters began anew.
 */
function isOvertaken(known: SessionState, record: UsageRecord): boolean {
  const { countedAtMs, countedSeconds, counterBytes } = known
  if (countedAtMs === undefined) return false
  const isLess = record.inputBytes + record.outputBytes < counterBytes
  const elapsed = record.seconds !== undefined && countedSeconds !== undefined ? record.seconds - countedSeconds : undefined
  if (elapsed === undefined) return record.atMs < countedAtMs || (record.atMs === countedAtMs && isLess)
  if (elapsed > 0) return false
  if (elapsed === 0 && !isLess) return false
  return record.atMs - countedAtMs < (record.hasClock ? 1 : OVERTAKEN_MS)
}

function blank(record: UsageRecord): SessionState {
  return {
    sessionKey: record.sessionKey,
    clientId: record.clientId,
    nas: record.nas,
    startedAtMs: Math.min(beginningOf(record) ?? record.atMs, record.atMs),
    stoppedAtMs: undefined,
    endCause: '',
    facts: {},
    factsPrint: 0,
    dataBytes: 0,
    counterBytes: 0,
    countedAtMs: undefined,
    countedSeconds: undefined,
    finalBytes: undefined,
  }
}

type Known = Pick<SessionState, 'facts' | 'factsPrint'>

function withFacts({ facts, factsPrint }: Known, record: UsageRecord): Known & { readonly hasNews: boolean } {
  const isSilent = Object.keys(record.facts).length === 0
  const print = isSilent ? factsPrint : printOf(record.facts)
  if (print === factsPrint) return { facts, factsPrint, hasNews: false }
  return { facts: { ...facts, ...record.facts }, factsPrint: print, hasNews: true }
}
