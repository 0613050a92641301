import { billingCycleAt, type Day, localDay } from '#domain/billing-cycle.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { plmnText } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import { advance, type SessionRecord } from './session-record.ts'

/** A SIM as it stands before a batch of events; its rows are locked. */
export interface SimBefore {
  readonly companyId: number
  readonly iccid: string
  readonly administrativeStatus: number
  readonly planCode: string
  readonly gprsStatus: number
  readonly imei: string
  readonly connectionStartedAt: Date | null
  readonly timeZone: string
  readonly cycleAnchorDay: number
}

/** Usage of a SIM on one day of its company, to be added. */
export interface UsageAdded {
  readonly day: Day
  readonly cycleStart: Day
  dataBytes: number
  voiceSeconds: number
  sms: number
}

/** What changes of a SIM's live row; what is undefined stays. */
export interface LiveChange {
  gprsStatus?: number
  /** null: no data session is open */
  ip?: string | null
  sgsnIp?: string
  ggsnIp?: string
  servingNetwork?: string
  radioTechnology?: string
  registeredAt?: Date
  latitude?: number
  longitude?: number
  locatedAt?: Date
  connectionStartedAt?: Date
  connectionStoppedAt?: Date | null
}

export interface TimelineEntry {
  readonly at: Date
  readonly kind: string
  readonly detail: Record<string, unknown>
}

/** What a batch of events makes of one SIM. */
export interface Folded {
  readonly before: SimBefore
  readonly live: LiveChange
  readonly sessions: ReadonlyMap<string, SessionRecord>
  readonly usage: readonly UsageAdded[]
  readonly timeline: readonly TimelineEntry[]
  readonly lastAt: Date
}

const IN_SERVICE: readonly number[] = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

export const sessionName = (startedAt: Date, sessionKey: string): string => `${startedAt.toISOString()} ${sessionKey}`

/**
 * Works out what events mean for a SIM, without looking anything up and without a clock.
 * @param known the sessions that the events speak of, as they are kept, by `sessionName`
 * @param events in the order in which they came
 */
export function foldEvents(
  before: SimBefore,
  known: ReadonlyMap<string, SessionRecord>,
  events: readonly [NetworkEvent, ...NetworkEvent[]],
): Folded {
  const fold = new Fold(before, known)
  for (const event of events) fold.take(event)
  const lastAt = new Date(Math.max(...events.map(({ at }) => at.getTime())))
  return { before, live: fold.live, sessions: fold.sessions, usage: [...fold.usage.values()], timeline: fold.timeline, lastAt }
}

class Fold {
  readonly live: LiveChange = {}
  readonly sessions = new Map<string, SessionRecord>()
  readonly usage = new Map<Day, UsageAdded>()
  readonly timeline: TimelineEntry[] = []
  readonly #before: SimBefore
  readonly #known: ReadonlyMap<string, SessionRecord>

  constructor(before: SimBefore, known: ReadonlyMap<string, SessionRecord>) {
    this.#before = before
    this.#known = known
  }

  take(event: NetworkEvent): void {
    if ('sessionKey' in event) this.#session(event)
    else if (event.kind === 'registered') this.#registered(event)
    else if (event.kind === 'deregistered') this.live.gprsStatus = this.#without
    else if (event.kind === 'located') this.#located(event)
    else if (event.kind === 'callEnded') this.#use(event.at).voiceSeconds += event.voiceSeconds
    else if (event.kind === 'smsDelivered' || event.kind === 'smsReceived') this.#use(event.at).sms += event.segments
    // the others are about what was asked for: whoever asked hears them
  }

  /** The session status of a SIM without a session: 'none' in service, else 'not available'. */
  get #without(): number {
    return IN_SERVICE.includes(this.#before.administrativeStatus) ? GPRS_STATUS.deactivated : GPRS_STATUS.notAvailable
  }

  /** When the session began that the live row tells of. */
  get #currentSince(): number {
    return (this.live.connectionStartedAt ?? this.#before.connectionStartedAt)?.getTime() ?? Number.NEGATIVE_INFINITY
  }

  #registered({ at, servingNetwork, radioTechnology, imei }: Extract<NetworkEvent, { kind: 'registered' }>): void {
    this.#seen(at)
    this.live.servingNetwork = plmnText(servingNetwork)
    this.live.radioTechnology = radioTechnology
    // the fleet's own IMEI stays: people edit it, and a lock compares the two
    const isOther = imei !== '' && this.#before.imei !== '' && imei !== this.#before.imei
    if (isOther) this.timeline.push({ at, kind: 'imei_changed', detail: { imei } })
  }

  #seen(at: Date): void {
    if (!this.live.registeredAt || this.live.registeredAt < at) this.live.registeredAt = at
  }

  #located({ at, latitude, longitude }: Extract<NetworkEvent, { kind: 'located' }>): void {
    if (this.live.locatedAt && this.live.locatedAt > at) return
    Object.assign(this.live, { latitude, longitude, locatedAt: at })
  }

  #session(event: Extract<NetworkEvent, { sessionKey: string }>): void {
    const name = sessionName(event.startedAt, event.sessionKey)
    const record = this.sessions.get(name) ?? this.#known.get(name)
    const { record: next, usedBytes } = advance(record, event)
    this.sessions.set(name, next)
    if (usedBytes > 0) this.#use(event.at).dataBytes += usedBytes
    this.#seen(event.at)
    this.#note(event, record, next)
    // a session that is older than the one that the row tells of is only counted
    if (event.startedAt.getTime() < this.#currentSince) return
    this.#show(event, next)
  }

  #note(event: Extract<NetworkEvent, { sessionKey: string }>, record: SessionRecord | undefined, next: SessionRecord): void {
    const { sessionKey } = event
    if (!record && event.kind !== 'dataSessionUpdated') {
      this.timeline.push({ at: event.startedAt, kind: 'session_started', detail: { ip: next.ip, sessionKey } })
    }
    if (next.stoppedAt && !record?.stoppedAt) {
      const detail = { cause: next.endCause, sessionKey, bytes: next.dataBytes }
      this.timeline.push({ at: next.stoppedAt, kind: 'session_stopped', detail })
    }
  }

  #show(event: Extract<NetworkEvent, { sessionKey: string }>, { startedAt, stoppedAt, ip }: SessionRecord): void {
    this.live.connectionStartedAt = startedAt
    this.live.connectionStoppedAt = stoppedAt
    this.live.gprsStatus = stoppedAt ? this.#without : GPRS_STATUS.activated
    if (stoppedAt) this.live.ip = null
    else if (ip !== '') this.live.ip = ip
    if (event.kind !== 'dataSessionStarted') return
    this.live.servingNetwork = plmnText(event.servingNetwork) || this.live.servingNetwork
    this.live.radioTechnology = event.radioTechnology ?? this.live.radioTechnology
    if (event.sgsnIp !== '') this.live.sgsnIp = event.sgsnIp
    if (event.ggsnIp !== '') this.live.ggsnIp = event.ggsnIp
  }

  #use(at: Date): UsageAdded {
    const { timeZone, cycleAnchorDay } = this.#before
    const day = localDay(at, timeZone)
    const known = this.usage.get(day)
    if (known) return known
    const cycleStart = billingCycleAt(at, cycleAnchorDay, timeZone).start
    const added = { day, cycleStart, dataBytes: 0, voiceSeconds: 0, sms: 0 }
    this.usage.set(day, added)
    return added
  }
}
