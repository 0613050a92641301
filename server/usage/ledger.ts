import type { DayUsage } from './add-usage.ts'
import { type Change, joined } from './change.ts'
import type { CountedSim } from './find-sims.ts'
import { spread } from './local-hours.ts'
import { advance, isAnother, type SessionState } from './session-state.ts'
import type { KeptSession } from './sessions.queries.ts'
import type { UsageRecord } from './usage-record.ts'

/** A record with its SIM. */
export interface PlacedRecord {
  readonly sim: CountedSim
  readonly record: UsageRecord
}

/** A record as it is kept, with what of it was new. */
export interface CountedRecord extends PlacedRecord {
  readonly usedBytes: number
}

interface OpenPage {
  /** newest first, as they were kept and with what was counted since */
  sessions: SessionState[]
  /** those that changed, by their beginning: whether only the counter did */
  readonly changed: Map<number, boolean>
}

/** Where a charging record said something else than what had been counted. */
export interface Difference {
  readonly companyId: number
  readonly iccid: string
  readonly sessionKey: string
  readonly startedAtMs: number
  readonly countedBytes: number
  readonly finalBytes: number
  readonly source: string
}

type Day = DayUsage & { dataBytes: number; readonly hours: number[] }

const nameOf = ({ companyId, iccid }: CountedSim, { sessionKey }: UsageRecord): string => `${companyId} ${iccid} ${sessionKey}`

/** Works out what records mean for the sums, one after the other, without looking anything up and without a clock. */
export class Ledger {
  readonly counted: CountedRecord[] = []
  readonly differences: Difference[] = []
  readonly #pages = new Map<string, OpenPage & { readonly sim: CountedSim; readonly sessionKey: string }>()
  readonly #days = new Map<string, Day>()
  readonly #changes = new Map<string, Change>()

  /** @param known the sessions that are kept under the record's key, the newest first; asked once for each */
  count({ sim, record }: PlacedRecord, known: () => readonly SessionState[]): void {
    const page = this.#pageOf(sim, record, known)
    const before = sessionOf(page.sessions, record)
    const { state, usedBytes, fromMs, toMs, hasBegun, hasEnded, hasNews } = advance(before, record)
    page.sessions = before ? page.sessions.map((session) => (session === before ? state : session)) : [state, ...page.sessions]
    page.changed.set(state.startedAtMs, !hasNews && page.changed.get(state.startedAtMs) !== false)
    const hours = spread(usedBytes, fromMs, toMs, sim.reckoning)
    for (const { day, hour, cycleStart, bytes } of hours) this.#use(sim, day, cycleStart, hour, bytes)
    this.#change(sim, {
      atMs: record.atMs,
      session: {
        startedAtMs: state.startedAtMs,
        ...(state.stoppedAtMs !== undefined && { stoppedAtMs: state.stoppedAtMs }),
        facts: hasNews ? state.facts : {},
      },
      usage: hours.map(({ day, cycleStart, bytes }) => ({ day, cycleStart, dataBytes: bytes })),
      timeline: timelineOf(state, hasBegun && record.kind !== 'updated', hasEnded),
    })
    this.counted.push({ sim, record, usedBytes })
    if (record.finalBy !== undefined && usedBytes !== 0) this.#differ(sim, state, usedBytes, record.finalBy)
  }

  get sessions(): KeptSession[] {
    return [...this.#pages.values()].flatMap(({ sim, sessionKey, sessions, changed }) =>
      sessions.flatMap((state) => {
        const isOnlyCounted = changed.get(state.startedAtMs)
        const { companyId, iccid } = sim
        return isOnlyCounted === undefined ? [] : [{ companyId, iccid, sessionKey, state, isOnlyCounted }]
      }),
    )
  }

  get usage(): readonly DayUsage[] {
    return [...this.#days.values()]
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  #pageOf(sim: CountedSim, record: UsageRecord, known: () => readonly SessionState[]) {
    const name = nameOf(sim, record)
    const page = this.#pages.get(name)
    if (page) return page
    const made = { sim, sessionKey: record.sessionKey, sessions: [...known()], changed: new Map<number, boolean>() }
    this.#pages.set(name, made)
    return made
  }

  #differ({ companyId, iccid }: CountedSim, state: SessionState, usedBytes: number, source: string): void {
    const { sessionKey, startedAtMs, dataBytes: finalBytes } = state
    const countedBytes = finalBytes - usedBytes
    this.differences.push({ companyId, iccid, sessionKey, startedAtMs, countedBytes, finalBytes, source })
  }

  #use({ companyId, iccid, planCode }: CountedSim, day: string, cycleStart: string, hour: number, bytes: number): void {
    const key = `${companyId} ${iccid} ${day}`
    const known = this.#days.get(key)
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
    if (!known) this.#days.set(key, sums)
  }

  #change({ companyId, iccid }: CountedSim, about: Omit<Change, 'companyId' | 'iccid'>): void {
    const key = `${companyId} ${iccid}`
    const change = { companyId, iccid, ...about }
    const known = this.#changes.get(key)
    this.#changes.set(key, joined(known ?? { ...change, usage: [], timeline: [] }, change))
  }
}

/** By how much a charging system's and a gateway's word for a session's beginning may differ. */
const SAME_BEGINNING_MS = 300_000

/** The session that a record speaks of: by its beginning where that is told, else the last one of its access server. */
function sessionOf(sessions: readonly SessionState[], record: UsageRecord): SessionState | undefined {
  const { startedAtMs, nas, clientId, finalBy } = record
  // another clock wrote it: the nearest one that began at about that time
  if (startedAtMs !== undefined && finalBy !== undefined) {
    return sessions.find((session) => Math.abs(session.startedAtMs - startedAtMs) < SAME_BEGINNING_MS)
  }
  if (startedAtMs !== undefined) return sessions.find((session) => session.startedAtMs === startedAtMs)
  const found = sessions.find((session) => session.nas === '' || (session.nas === nas && session.clientId === clientId))
  if (found && !isAnother(found, record)) return found
  // two access servers that say the same key and the same beginning speak of the same session
  const { state } = advance(undefined, record)
  return sessions.find((session) => session.startedAtMs === state.startedAtMs)
}

function timelineOf(state: SessionState, hasBegun: boolean, hasEnded: boolean): Change['timeline'] {
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
