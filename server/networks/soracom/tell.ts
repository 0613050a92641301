import type { NetworkEvent } from '../network-events.ts'
import type { SoracomBucket, SoracomSessionEvent, SoracomSim } from './answers.ts'
import type { Memory } from './memory.ts'
import { bytesOf } from './reads.ts'
import { cellOf, imeiOf, ipOf, momentOf, radioOf, servingNetworkOf, stateOf } from './views.ts'

/** How long one step of usage is. */
const STEP_MS = 300_000
/** A step that began so long ago no longer grows. */
const SETTLED_MS = 3_600_000
/** Usage is told in pieces no longer than this, so that it falls on the hours in which it was used. */
const PIECE_MS = 3_600_000

/** What a walk has found out of a SIM. */
export interface Found {
  readonly iccid: string
  readonly sim: SoracomSim
  /** its session events since the last walk, in their order; undefined: there was no need to ask */
  readonly history: readonly SoracomSessionEvent[] | undefined
  /** its usage since `settledTo`, in order; undefined: not asked for */
  readonly usage: readonly SoracomBucket[] | undefined
}

export interface Told {
  readonly memory: Memory
  readonly events: readonly NetworkEvent[]
}

/**
 * What is new of a SIM, as events, and what is to be remembered of it. The same findings over the same memory give the same events
 * under the same names, so a walk that was cut off can be done again. Each byte of each step is told once: to the session that was
 * open when the step began, or else to the nearest.
 */
export function tell(before: Memory, found: Found, now: Date): Told {
  const teller = new Teller(before, found, now)
  teller.state()
  const moments = [
    ...(found.history ?? []).map((event) => ({ at: event.time, take: () => teller.session(event) })),
    ...(found.usage ?? []).map((step) => ({ at: step.unixtime * 1000, take: () => teller.use(step) })),
  ].sort((a, b) => a.at - b.at)
  for (const { take } of moments) take()
  teller.align()
  return teller.end()
}

/** What the list shows of a SIM's sessions. */
export function sightOf({ sessionStatus, previousSession }: SoracomSim): string {
  const { sessionId, online } = sessionStatus ?? {}
  return [online ? 'online' : '', sessionId ?? '', previousSession?.sessionId ?? '', previousSession?.deletedTime ?? ''].join(
    ' ',
  )
}

type Session = NonNullable<Memory['session']>

class Teller {
  readonly #events: NetworkEvent[] = []
  readonly #found: Found
  readonly #now: Date
  readonly #toldBefore: number
  #memory: Memory
  /** what was added to the session and not told yet */
  #untoldSince: number | undefined

  constructor(before: Memory, found: Found, now: Date) {
    this.#memory = { ...before, told: { ...before.told } }
    this.#toldBefore = before.toldTo
    this.#found = found
    this.#now = now
  }

  /** Another word for the state. Who asked for it they do not say. */
  state(): void {
    const { iccid, sim } = this.#found
    if (sim.status === this.#memory.word) return
    const at = momentOf(sim.lastModifiedTime, this.#now) ?? this.#now
    const none = { command: undefined, requestId: '', reference: '' }
    const id = `${iccid}:state:${sim.status}:${at.getTime()}`
    this.#events.push({ kind: 'stateConfirmed', id, iccid, at, state: stateOf(sim.status), vendorState: sim.status, ...none })
    this.#memory = { ...this.#memory, word: sim.status }
  }

  session(event: SoracomSessionEvent): void {
    const at = momentOf(event.time, this.#now)
    if (!at || !event.sessionId) return
    const known = this.#memory.session
    if (known?.key !== event.sessionId) {
      // the last event of a session that ended before anything of it was told
      if (event.event === 'Deleted' || (known && at.getTime() < known.startedAt)) return
      this.#begin(event, at)
    } else if (event.event === 'Deleted') this.#stop(at)
    this.#registered(event, at)
    this.#memory = { ...this.#memory, toldTo: Math.max(this.#memory.toldTo, at.getTime()) }
  }

  #begin(
    { sessionId, apn, ueIpAddress, cell }: Pick<SoracomSessionEvent, 'sessionId' | 'apn' | 'ueIpAddress' | 'cell'>,
    at: Date,
  ): void {
    const { iccid } = this.#found
    if (this.#memory.session?.stoppedAt === null) this.#stop(at)
    const key = sessionId ?? ''
    this.#events.push({
      kind: 'dataSessionStarted',
      id: `${iccid}:${key}:start`,
      iccid,
      at,
      sessionKey: key,
      startedAt: at,
      ip: ipOf(ueIpAddress),
      apn: apn ?? '',
      sgsnIp: '',
      ggsnIp: '',
      servingNetwork: servingNetworkOf(cell),
      radioTechnology: radioOf(cell),
      cell: cellOf(cell),
      dataBytes: 0,
    })
    const { spare } = this.#memory
    const session: Session = { key, startedAt: at.getTime(), stoppedAt: null, bytes: spare, at: at.getTime() }
    this.#memory = { ...this.#memory, session, spare: 0 }
    if (spare > 0) this.#untoldSince = at.getTime()
  }

  #stop(at: Date): void {
    const { session } = this.#memory
    if (session?.stoppedAt !== null) return
    this.#memory = { ...this.#memory, session: { ...session, stoppedAt: Math.max(at.getTime(), session.startedAt) } }
    this.#tell('dataSessionStopped', at.getTime())
  }

  /** The device was seen at a cell. */
  #registered({ event, time, sessionId, cell, imei }: SoracomSessionEvent, at: Date): void {
    const { iccid } = this.#found
    const [servingNetwork, radioTechnology] = [servingNetworkOf(cell), radioOf(cell)]
    if (event === 'Deleted' || time <= this.#toldBefore || !servingNetwork || !radioTechnology) return
    const id = `${iccid}:${sessionId}:${event}:${time}`
    this.#events.push({ kind: 'registered', id, iccid, at, servingNetwork, radioTechnology, imei: imeiOf(imei) })
  }

  /** What is new of a step: it may have grown since it was told. */
  use(step: SoracomBucket): void {
    const { told, settledTo, session } = this.#memory
    const began = step.unixtime * 1000
    if (began < settledTo || !momentOf(began, this.#now)) return
    const fresh = bytesOf(step) - (told[step.unixtime] ?? 0)
    if (fresh <= 0) return
    told[step.unixtime] = bytesOf(step)
    if (!session) {
      this.#memory = { ...this.#memory, spare: this.#memory.spare + fresh }
      return
    }
    // nothing for hours, and then something: it belongs to the end of that time
    if (session.stoppedAt === null && this.#untoldSince === undefined && began - session.at >= PIECE_MS) {
      this.#tell('dataSessionUpdated', began)
    }
    const { at, stoppedAt, ...known } = this.#memory.session ?? session
    this.#memory = { ...this.#memory, session: { ...known, at, stoppedAt, bytes: session.bytes + fresh } }
    const end = Math.min(began + STEP_MS, this.#now.getTime())
    this.#untoldSince ??= began
    // one that is over is told its end again, with more in it
    if (session.stoppedAt !== null) this.#tell('dataSessionStopped', session.stoppedAt)
    else if (end - this.#untoldSince >= PIECE_MS) this.#tell('dataSessionUpdated', end)
  }

  #tell(kind: 'dataSessionUpdated' | 'dataSessionStopped', moment: number): void {
    const { session } = this.#memory
    if (!session) return
    // never before what was told already: it would count as overtaken, and be left out
    const at = Math.max(moment, session.at)
    const common = {
      id: `${this.#found.iccid}:${session.key}:${kind === 'dataSessionStopped' ? 'stop' : 'at'}:${at}:${session.bytes}`,
      iccid: this.#found.iccid,
      at: new Date(at),
      sessionKey: session.key,
      startedAt: new Date(session.startedAt),
      dataBytes: session.bytes,
    }
    // they do not say why a session ended
    this.#events.push(kind === 'dataSessionStopped' ? { ...common, kind, endCause: 'unknown' } : { ...common, kind })
    this.#memory = { ...this.#memory, session: { ...session, at } }
    this.#untoldSince = undefined
  }

  /** The list may know of a session, or of its end, what the history does not tell (any more). */
  align(): void {
    const { sessionStatus, previousSession } = this.#found.sim
    if (!this.#found.history) return
    const { session } = this.#memory
    const open = sessionStatus?.online === true ? sessionStatus.sessionId : undefined
    if (open && open !== session?.key) {
      const at = momentOf(sessionStatus?.lastUpdatedAt, this.#now) ?? this.#now
      this.#begin({ ...sessionStatus, apn: '' }, new Date(Math.max(at.getTime(), session?.stoppedAt ?? session?.at ?? 0)))
    } else if (session?.stoppedAt === null && previousSession?.sessionId === session.key) {
      this.#stop(momentOf(previousSession.deletedTime, this.#now) ?? this.#now)
    }
  }

  end(): Told {
    const now = this.#now.getTime()
    const { usage, history, sim } = this.#found
    const last = usage?.at(-1)?.unixtime
    if (this.#untoldSince !== undefined) this.#tell('dataSessionUpdated', Math.min((last ?? 0) * 1000 + STEP_MS, now))
    const settledTo = usage ? Math.max(this.#memory.settledTo, now - SETTLED_MS) : this.#memory.settledTo
    const told = Object.fromEntries(Object.entries(this.#memory.told).filter(([began]) => Number(began) * 1000 >= settledTo))
    const askedAt = usage ? now : this.#memory.askedAt
    const sight = history ? sightOf(sim) : this.#memory.sight
    return { memory: { ...this.#memory, settledTo, told, askedAt, sight }, events: this.#events }
  }
}
