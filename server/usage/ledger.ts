import type { DayUsage } from './add-usage.ts'
import { type Change, joined } from './change.ts'
import { correct } from './correct-hours.ts'
import type { CountedSim } from './find-sims.ts'
import { type HourlyBytes, type LocalHour, spread } from './local-hours.ts'
import { type Advanced, advance, isAnother, SAME_BEGINNING_MS, type SessionState } from './session-state.ts'
import type { KeptSession, SessionName } from './sessions.queries.ts'
import type { UsageRecord } from './usage-record.ts'

/** A record with its SIM. Of one SIM, all records of a batch have one and the same object. */
export interface PlacedRecord {
  readonly sim: CountedSim
  readonly record: UsageRecord
  readonly receivedAt: Date
}

/** A record as it is kept, with what of it was new. */
export interface CountedRecord extends PlacedRecord {
  readonly usedBytes: number
}

/** The sessions that are kept under one key of a SIM. */
interface Page extends SessionName {
  /** newest first, as they were kept and with what was counted since */
  sessions: readonly SessionState[]
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
  readonly foundAtMs: number
}

type Day = DayUsage & { dataBytes: number; readonly hours: number[] }

/** What of a SIM comes up in a batch: by key of its sessions, and by day. */
interface Sheet {
  readonly pages: Map<string, Page>
  readonly days: Map<string, Day>
  change: Change | undefined
}

/** What was counted of a SIM on a day before this batch, by hour; undefined where nobody knows. */
export type KeptHours = (sim: CountedSim, day: string) => readonly number[] | undefined

/** Works out what records mean for the sums, one after the other, without looking anything up and without a clock. */
export class Ledger {
  readonly counted: CountedRecord[] = []
  readonly differences: Difference[] = []
  readonly #sheets = new Map<CountedSim, Sheet>()
  readonly #pages: Page[] = []
  readonly #keptHours: KeptHours

  /** @param keptHours is asked for the days of charging records alone */
  constructor(placed: readonly PlacedRecord[], keptHours: KeptHours) {
    this.#keptHours = keptHours
    for (const { sim, record } of placed) this.#open(sim, record)
  }

  /** Whose sessions have to be known before anything is counted. */
  get names(): readonly SessionName[] {
    return this.#pages
  }

  /** @param known the sessions that are kept, by the position of their name, the newest first */
  remember(known: ReadonlyMap<number, readonly SessionState[]>): void {
    for (const [position, sessions] of known) {
      const page = this.#pages[position]
      if (page) page.sessions = sessions
    }
  }

  count(placed: PlacedRecord): void {
    const { sim, record } = placed
    const page = this.#open(sim, record)
    const before = sessionOf(page.sessions, record)
    const advanced = advance(before, record)
    const { state, usedBytes, hasBegun, hasEnded, hasNews } = advanced
    page.sessions = before ? page.sessions.map((session) => (session === before ? state : session)) : [state, ...page.sessions]
    page.changed.set(state.startedAtMs, !hasNews && page.changed.get(state.startedAtMs) !== false)
    const hours = this.#hoursOf(placed, advanced)
    for (const used of hours) this.#use(sim, used)
    this.#change(sim, {
      companyId: sim.companyId,
      iccid: sim.iccid,
      atMs: record.atMs,
      session: {
        startedAtMs: state.startedAtMs,
        ...(state.stoppedAtMs !== undefined && { stoppedAtMs: state.stoppedAtMs }),
        facts: hasNews ? state.facts : {},
      },
      usage: byDay(hours),
      timeline: timelineOf(state, hasBegun && record.kind !== 'updated', hasEnded),
    })
    this.counted.push({ ...placed, usedBytes })
    if (record.finalBy !== undefined && usedBytes !== 0) this.#differ(placed, state, usedBytes, record.finalBy)
  }

  get sessions(): KeptSession[] {
    return this.#pages.flatMap(({ companyId, iccid, sessionKey, sessions, changed }) =>
      sessions.flatMap((state) => {
        const isOnlyCounted = changed.get(state.startedAtMs)
        return isOnlyCounted === undefined ? [] : [{ companyId, iccid, sessionKey, state, isOnlyCounted }]
      }),
    )
  }

  get usage(): readonly DayUsage[] {
    return [...this.#sheets.values()].flatMap(({ days }) => [...days.values()])
  }

  get changes(): readonly Change[] {
    return [...this.#sheets.values()].flatMap(({ change }) => change ?? [])
  }

  #sheetOf(sim: CountedSim): Sheet {
    const known = this.#sheets.get(sim)
    if (known) return known
    const made: Sheet = { pages: new Map(), days: new Map(), change: undefined }
    this.#sheets.set(sim, made)
    return made
  }

  #open(sim: CountedSim, { sessionKey }: UsageRecord): Page {
    const { pages } = this.#sheetOf(sim)
    const known = pages.get(sessionKey)
    if (known) return known
    const { companyId, iccid } = sim
    const made: Page = { companyId, iccid, sessionKey, sessions: [], changed: new Map() }
    pages.set(sessionKey, made)
    this.#pages.push(made)
    return made
  }

  #hoursOf({ sim, record }: PlacedRecord, { usedBytes, fromMs, toMs }: Advanced): readonly HourlyBytes[] {
    if (record.finalBy === undefined) return spread(usedBytes, fromMs, toMs, sim.reckoning)
    if (usedBytes === 0) return []
    const { days } = this.#sheetOf(sim)
    const counted = ({ day, hour }: LocalHour): number =>
      (this.#keptHours(sim, day)?.[hour] ?? 0) + (days.get(day)?.hours[hour] ?? 0)
    return correct(usedBytes, { fromMs, toMs }, sim.reckoning, counted)
  }

  #differ(
    { sim: { companyId, iccid }, receivedAt }: PlacedRecord,
    state: SessionState,
    usedBytes: number,
    source: string,
  ): void {
    const { sessionKey, startedAtMs, dataBytes: finalBytes } = state
    const names = { companyId, iccid, sessionKey, startedAtMs }
    const countedBytes = finalBytes - usedBytes
    this.differences.push({ ...names, countedBytes, finalBytes, source, foundAtMs: receivedAt.getTime() })
  }

  #use(sim: CountedSim, { day, hour, cycleStart, bytes }: HourlyBytes): void {
    const { days } = this.#sheetOf(sim)
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

  #change(sim: CountedSim, change: Change): void {
    const sheet = this.#sheetOf(sim)
    sheet.change = sheet.change ? joined(sheet.change, change) : change
  }
}

function byDay(hours: readonly HourlyBytes[]): Change['usage'] {
  const days: Change['usage'][number][] = []
  for (const { day, cycleStart, bytes } of hours) {
    const known = days.findIndex((one) => one.day === day)
    const sum = days[known]
    if (sum) days[known] = { ...sum, dataBytes: sum.dataBytes + bytes }
    else days.push({ day, cycleStart, dataBytes: bytes })
  }
  return days
}

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
