import type { SimKey } from '../records/sim-key.ts'
import { correctHours } from './correct-hours.ts'
import type { DailyUsage } from './daily-usage.ts'
import type { CountedSim } from './find-sims.ts'
import { type HourlyBytes, type LocalHour, spreadOverHours } from './local-hours.ts'
import { mergeChanges, type QueuedChange } from './queued-change.ts'
import {
  applyRecord,
  isDifferentSession,
  SAME_START_TOLERANCE_MS,
  type SessionAdvance,
  type SessionState,
} from './session-state.ts'
import type { SessionName, SessionWrite } from './sessions.queries.ts'
import type { UsageRecord } from './usage-record.ts'

/** A record with its SIM. All records of a SIM in a batch share one SIM object. */
export interface MatchedRecord {
  readonly sim: CountedSim
  readonly record: UsageRecord
  readonly receivedAt: Date
}

/** A counted record with its share of new usage. */
export interface CountedRecord extends MatchedRecord {
  readonly usedBytes: number
  /** it is the first of its session */
  readonly hasBegun: boolean
}

/** The sessions stored under one key of a SIM. */
interface SessionGroup extends SessionName {
  /** newest first, updated by the records counted so far */
  sessions: readonly SessionState[]
  /** changed sessions by their start; true when only the counter changed */
  readonly changed: Map<number, boolean>
}

/** A charging record that contradicts what was counted. */
export interface UsageDifference extends SimKey {
  readonly sessionKey: string
  readonly startedAtMs: number
  readonly countedBytes: number
  readonly finalBytes: number
  readonly source: string
  readonly foundAtMs: number
}

type DaySums = DailyUsage & { dataBytes: number; readonly hours: number[] }

/** A SIM's part of a batch: its session groups by key, its sums by day. */
interface SimAccumulator {
  readonly groups: Map<string, SessionGroup>
  readonly days: Map<string, DaySums>
  change: QueuedChange | undefined
}

/** Hourly bytes of a SIM on a day before this batch; undefined where unknown. */
export type CountedHours = (sim: CountedSim, day: string) => readonly number[] | undefined

/** Computes the effect of records on sessions and sums, one record after the other, without I/O and without a clock. */
export class Ledger {
  readonly counted: CountedRecord[] = []
  readonly differences: UsageDifference[] = []
  readonly #accumulators = new Map<CountedSim, SimAccumulator>()
  readonly #groups: SessionGroup[] = []
  readonly #countedHours: CountedHours

  /** called only for the days of charging records */
  constructor(matched: readonly MatchedRecord[], countedHours: CountedHours) {
    this.#countedHours = countedHours
    for (const { sim, record } of matched) this.#groupOf(sim, record)
  }

  /** The sessions that must be loaded before counting. */
  get names(): readonly SessionName[] {
    return this.#groups
  }

  /** stored sessions by the position of their name, newest first */
  loadSessions(known: ReadonlyMap<number, readonly SessionState[]>): void {
    for (const [position, sessions] of known) {
      const group = this.#groups[position]
      if (group) group.sessions = sessions
    }
  }

  count(matched: MatchedRecord): void {
    const { sim, record, receivedAt } = matched
    const group = this.#groupOf(sim, record)
    const before = sessionOf(group.sessions, record)
    const advanced = applyRecord(before, record)
    const { state, usedBytes, hasBegun, hasEnded, hasNewFacts } = advanced
    group.sessions = before
      ? group.sessions.map((session) => (session === before ? state : session))
      : [state, ...group.sessions]
    group.changed.set(state.startedAtMs, !hasNewFacts && group.changed.get(state.startedAtMs) !== false)
    const hours = this.#hoursOf(matched, advanced)
    for (const used of hours) this.#addUsage(sim, used)
    this.#addChange(sim, {
      companyId: sim.companyId,
      iccid: sim.iccid,
      atMs: record.atMs,
      // a clock that is fast would keep a silent SIM from being found
      ...(record.atMs > receivedAt.getTime() && { seenAtMs: receivedAt.getTime() }),
      session: {
        startedAtMs: state.startedAtMs,
        ...(state.stoppedAtMs !== undefined && { stoppedAtMs: state.stoppedAtMs }),
        facts: hasNewFacts ? state.facts : {},
      },
      usage: byDay(hours),
      timeline: timelineOf(state, hasBegun && record.kind !== 'updated', hasEnded),
    })
    this.counted.push({ ...matched, usedBytes, hasBegun })
    if (record.finalBy !== undefined && usedBytes !== 0) this.#recordDifference(matched, state, usedBytes, record.finalBy)
  }

  get sessions(): SessionWrite[] {
    return this.#groups.flatMap(({ companyId, iccid, sessionKey, sessions, changed }) =>
      sessions.flatMap((state) => {
        const isCounterOnly = changed.get(state.startedAtMs)
        return isCounterOnly === undefined ? [] : [{ companyId, iccid, sessionKey, state, isCounterOnly }]
      }),
    )
  }

  get usage(): readonly DailyUsage[] {
    return [...this.#accumulators.values()].flatMap(({ days }) => [...days.values()])
  }

  get changes(): readonly QueuedChange[] {
    return [...this.#accumulators.values()].flatMap(({ change }) => change ?? [])
  }

  #accumulatorOf(sim: CountedSim): SimAccumulator {
    const known = this.#accumulators.get(sim)
    if (known) return known
    const created: SimAccumulator = { groups: new Map(), days: new Map(), change: undefined }
    this.#accumulators.set(sim, created)
    return created
  }

  #groupOf(sim: CountedSim, { sessionKey }: UsageRecord): SessionGroup {
    const { groups } = this.#accumulatorOf(sim)
    const known = groups.get(sessionKey)
    if (known) return known
    const { companyId, iccid } = sim
    const created: SessionGroup = { companyId, iccid, sessionKey, sessions: [], changed: new Map() }
    groups.set(sessionKey, created)
    this.#groups.push(created)
    return created
  }

  #hoursOf({ sim, record }: MatchedRecord, { usedBytes, fromMs, toMs }: SessionAdvance): readonly HourlyBytes[] {
    if (record.finalBy === undefined) return spreadOverHours(usedBytes, fromMs, toMs, sim.calendar)
    if (usedBytes === 0) return []
    const { days } = this.#accumulatorOf(sim)
    const counted = ({ day, hour }: LocalHour): number =>
      (this.#countedHours(sim, day)?.[hour] ?? 0) + (days.get(day)?.hours[hour] ?? 0)
    return correctHours(usedBytes, { fromMs, toMs }, sim.calendar, counted)
  }

  #recordDifference(
    { sim: { companyId, iccid }, receivedAt }: MatchedRecord,
    state: SessionState,
    usedBytes: number,
    source: string,
  ): void {
    const { sessionKey, startedAtMs, dataBytes: finalBytes } = state
    const names = { companyId, iccid, sessionKey, startedAtMs }
    const countedBytes = finalBytes - usedBytes
    this.differences.push({ ...names, countedBytes, finalBytes, source, foundAtMs: receivedAt.getTime() })
  }

  #addUsage(sim: CountedSim, { day, hour, cycleStart, bytes }: HourlyBytes): void {
    const { days } = this.#accumulatorOf(sim)
    const { companyId, iccid, planCode } = sim
    const known = days.get(day)
    const sums = known ?? {
      companyId,
      iccid,
      planCode,
      day,
      cycleStart,
      dataBytes: 0,
      voiceSeconds: 0,
      sms: 0,
      hours: new Array<number>(24).fill(0),
    }
    sums.dataBytes += bytes
    sums.hours[hour] = (sums.hours[hour] ?? 0) + bytes
    if (!known) days.set(day, sums)
  }

  #addChange(sim: CountedSim, change: QueuedChange): void {
    const accumulator = this.#accumulatorOf(sim)
    accumulator.change = accumulator.change ? mergeChanges(accumulator.change, change) : change
  }
}

function byDay(hours: readonly HourlyBytes[]): QueuedChange['usage'] {
  const days: QueuedChange['usage'][number][] = []
  for (const { day, cycleStart, bytes } of hours) {
    const known = days.findIndex((one) => one.day === day)
    const sum = days[known]
    if (sum) days[known] = { ...sum, dataBytes: sum.dataBytes + bytes }
    else days.push({ day, cycleStart, dataBytes: bytes })
  }
  return days
}

/** The session of a record: by its start where given, else the latest one of its access server. */
function sessionOf(sessions: readonly SessionState[], record: UsageRecord): SessionState | undefined {
  const { startedAtMs, nas, clientId, finalBy } = record
  // written by another clock: the one with about the same start
  if (startedAtMs !== undefined && finalBy !== undefined) {
    return sessions.find((session) => Math.abs(session.startedAtMs - startedAtMs) < SAME_START_TOLERANCE_MS)
  }
  if (startedAtMs !== undefined) return sessions.find((session) => session.startedAtMs === startedAtMs)
  const found = sessions.find((session) => session.nas === '' || (session.nas === nas && session.clientId === clientId))
  if (found && !isDifferentSession(found, record)) return found
  // two access servers that report the same key and the same start mean the same session
  const { state } = applyRecord(undefined, record)
  return sessions.find((session) => session.startedAtMs === state.startedAtMs)
}

function timelineOf(state: SessionState, hasBegun: boolean, hasEnded: boolean): QueuedChange['timeline'] {
  const { sessionKey, facts, startedAtMs, stoppedAtMs = startedAtMs, endCause, dataBytes } = state
  return [
    ...(hasBegun
      ? [{ atMs: startedAtMs, kind: 'session_started', detail: { ...(facts.ip && { ip: facts.ip }), sessionKey } }]
      : []),
    ...(hasEnded
      ? [{ atMs: stoppedAtMs, kind: 'session_stopped', detail: { cause: endCause, sessionKey, bytes: dataBytes } }]
      : []),
  ]
}
