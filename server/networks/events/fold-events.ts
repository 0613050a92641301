import { billingCycleAt, type Day, localDay } from '#domain/billing-cycle.ts'
import { gprsStatusWithoutSession } from '#server/usage/apply-changes.ts'
import type { AddedUsage, LiveRowChange, LiveUpdate, LockedSim } from '#server/usage/live-change.ts'
import type { DataSessionEvent, NetworkEvent } from '../network-events.ts'
import { formatPlmn } from '../network-types.ts'

/** Events that change a SIM directly; data sessions are counted by their own rules. */
export type PlainEvent = Exclude<NetworkEvent, DataSessionEvent>

/**
 * Events that prove that the device was in the network then. The others do not: a network answers commands and loses SIMs by itself.
 */
const PROOFS: ReadonlySet<PlainEvent['kind']> = new Set(['registered', 'located', 'callEnded', 'smsDelivered', 'smsReceived'])

/**
 * Computes the changes that events make to a SIM, without I/O and without a clock.
 * @param events in order of receipt
 * @param now no SIM was seen later, whatever a network's clock reports
 */
export function foldEvents(before: LockedSim, events: readonly [PlainEvent, ...PlainEvent[]], now: Date): LiveUpdate {
  const fold = new EventFold(before, now)
  for (const event of events) fold.apply(event)
  const lastAt = new Date(Math.max(...events.map(({ at }) => at.getTime())))
  return { before, live: fold.live, usage: [...fold.usage.values()], timeline: [], lastAt, isInNetwork: fold.isInNetwork }
}

class EventFold {
  readonly live: LiveRowChange = {}
  readonly usage = new Map<Day, AddedUsage>()
  isInNetwork: boolean | undefined
  readonly #before: LockedSim
  readonly #now: Date

  constructor(before: LockedSim, now: Date) {
    this.#before = before
    this.#now = now
  }

  apply(event: PlainEvent): void {
    if (PROOFS.has(event.kind)) this.#seen(event.at)
    if (event.kind === 'registered') this.#registered(event)
    else if (event.kind === 'deregistered') this.#deregistered()
    else if (event.kind === 'located') this.#located(event)
    else if (event.kind === 'callEnded') this.#usageOn(event.at).voiceSeconds += event.voiceSeconds
    else if (event.kind === 'smsDelivered' || event.kind === 'smsReceived') this.#usageOn(event.at).sms += event.segments
    // the others answer commands: operations, orders and messages handle them
  }

  #deregistered(): void {
    this.live.gprsStatus = gprsStatusWithoutSession(this.#before.administrativeStatus)
    this.isInNetwork = false
  }

  #seen(at: Date): void {
    this.isInNetwork = true
    const seenAt = at < this.#now ? at : this.#now
    if (!this.live.seenAt || this.live.seenAt < seenAt) this.live.seenAt = seenAt
  }

  #registered({ servingNetwork, radioTechnology, imei }: Extract<NetworkEvent, { kind: 'registered' }>): void {
    this.live.servingNetwork = formatPlmn(servingNetwork)
    this.live.radioTechnology = radioTechnology
    // beside the fleet's own IMEI, which people edit: locks judge what is reported
    if (imei !== '') this.live.deviceImei = imei
  }

  #located({ at, latitude, longitude }: Extract<NetworkEvent, { kind: 'located' }>): void {
    if (this.live.locatedAt && this.live.locatedAt > at) return
    Object.assign(this.live, { latitude, longitude, locatedAt: at })
  }

  #usageOn(at: Date): AddedUsage {
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
