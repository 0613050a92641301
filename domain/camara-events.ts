import type { Day } from './billing-cycle.ts'
import { networkGeneration, roamingOf } from './camara.ts'
import { countriesOfNetwork } from './countries.ts'
import { type Circle, type GeoPosition, isInGeofence, isOutside, LOCATION_UNCERTAINTY_M } from './geofences.ts'
import { isSameDevice } from './locks.ts'

/**
 * Subscriptions of CAMARA: which changes of a SIM are events, and what these say. A subscription keeps the *level* of its SIM, a short text of
 * what was the case when it was judged last; an event is what another level makes of it. '' is a level that is not known: the first that is known
 * is an event as the document has it for `initialEvent`.
 * @see https://github.com/camaraproject/Commonalities/blob/main/documentation/CAMARA-API-Event-Subscription-and-Notification-Guide.md
 */

/** What the portal has of a SIM when its subscriptions are judged. */
export interface SubscribedSim {
  readonly imsi: string
  /** MCC-MNC of the serving network that was reported last; '' for none */
  readonly network: string
  /** reported last; '' for none */
  readonly radioTechnology: string
  readonly hasSession: boolean
  /** whether the network has the SIM, as far as that was said just now */
  readonly isInNetwork: boolean | undefined
  /** the moment of which that is said, ISO 8601 in UTC; '' where it was not said by a report */
  readonly saidAt: string
  readonly location: GeoPosition | undefined
  /** when the SIM was first active; '' before */
  readonly activatedAt: string
  /** of the device that was reported last; '' for none */
  readonly imei: string
  /** it is outside of the geofences of its lock */
  readonly hasLeft: boolean
  /** of its plan or pool; undefined where it was not read */
  readonly volume: DataVolume | undefined
}

/** What was used of a plan's data in the present cycle, or of its pool's. */
export interface DataVolume {
  readonly cycleStart: Day
  readonly usedBytes: number
  /** null: a plan without data */
  readonly limitBytes: number | null
}

/** What a subscription is about, as its events and answers repeat it: a device or a number, and an area. */
export interface EventSubject {
  readonly device?: Readonly<Record<string, unknown>>
  readonly phoneNumber?: string
  readonly area?: { readonly areaType: 'CIRCLE'; readonly center: GeoPosition; readonly radius: number }
}

interface EventApi {
  readonly version: string
  /** of event types, before the last dot */
  readonly prefix: string
  /** the last part of event types that can be subscribed to */
  readonly types: readonly string[]
  /** of a request to subscribe, where that is not one for each event type */
  readonly scope?: string
  /** the last part of the type of its beginning; '' where the document has none */
  readonly started: '' | 'subscription-started'
  readonly ended: 'subscription-ended' | 'subscription-ends'
  /** its beginning and end name the subject, too */
  readonly namesSubject: boolean
  readonly level: (sim: SubscribedSim, before: string, of: Pick<EventSource, 'type' | 'subject'>) => string
  /** what an event says beside its subject; undefined when the change is none of this type */
  readonly event: (type: string, before: string, after: string) => object | undefined
  /** what its end says beside */
  readonly endOf?: (level: string) => object
}

interface Place {
  readonly isRoaming: boolean
  readonly mcc: string
}

const placeOf = (level: string): Place | undefined => {
  const [kind, mcc] = level.split(' ')
  return mcc === undefined ? undefined : { isRoaming: kind === 'roaming', mcc }
}

/** A country may have several codes, as that of the USA; international networks have none but theirs. */
function isSameCountry(one: string, other: string): boolean {
  const countries = countriesOfNetwork(one)
  return one === other || countriesOfNetwork(other).some((country) => countries.includes(country))
}

const countryOf = (mcc: string) => ({ countryCode: Number(mcc), countryName: countriesOfNetwork(mcc) })

function roamingEvent(type: string, before: string, after: string): object | undefined {
  const [was, is] = [placeOf(before), placeOf(after)]
  if (!is) return undefined
  const where = is.isRoaming ? countryOf(is.mcc) : {}
  const isChanged = was?.isRoaming !== is.isRoaming
  if (type === 'roaming-status') return isChanged ? { roaming: is.isRoaming, ...where } : undefined
  if (type === 'roaming-on') return isChanged && is.isRoaming ? {} : undefined
  if (type === 'roaming-off') return isChanged && !is.isRoaming ? {} : undefined
  const staysAway = was?.isRoaming === true && is.isRoaming
  return staysAway && !isSameCountry(was.mcc, is.mcc) ? where : undefined
}

const roaming: EventApi = {
  version: 'v0.8',
  prefix: 'org.camaraproject.device-roaming-status-subscriptions.v0',
  types: ['roaming-status', 'roaming-on', 'roaming-off', 'roaming-change-country'],
  started: 'subscription-started',
  ended: 'subscription-ended',
  namesSubject: true,
  level: ({ imsi, network }, before) => {
    const found = roamingOf(imsi, network)
    return found ? `${found.isRoaming ? 'roaming' : 'home'} ${found.mcc}` : before
  },
  event: roamingEvent,
  // the document requires it there, though it says no more of it; of a SIM that was never seen there is none
  endOf: (level) => ({ countryCode: level === '' ? null : Number(placeOf(level)?.mcc) }),
}

const REACHED = { 'reachability-data': 'data', 'reachability-sms': 'sms', 'reachability-disconnected': 'none' } as const

/** When the network lost a SIM, by its level; '' when that is not known, or it has it. */
const lostAt = (level: string): string => (level.startsWith('none ') ? level.slice('none '.length) : '')

const reachability: EventApi = {
  version: 'v0.8',
  prefix: 'org.camaraproject.device-reachability-status-subscriptions.v0',
  types: Object.keys(REACHED),
  started: 'subscription-started',
  ended: 'subscription-ended',
  namesSubject: true,
  level: ({ hasSession, isInNetwork, saidAt }, before) => {
    // what was reported before the network lost the SIM may be counted after that
    if (saidAt !== '' && saidAt <= lostAt(before)) return before
    if (hasSession) return 'data'
    // a session that ended leaves the SIM in its network, unless that says otherwise
    if (isInNetwork === undefined) return before === 'data' ? 'sms' : before
    return isInNetwork ? 'sms' : `none ${saidAt}`.trimEnd()
  },
  event: (type, before, after) => {
    const [was, is] = [before, after].map((level) => level.split(' ')[0])
    return was !== is && REACHED[type as keyof typeof REACHED] === is ? {} : undefined
  },
}

const networkType: EventApi = {
  version: 'v0.1',
  prefix: 'org.camaraproject.connected-network-type-subscriptions.v0',
  types: ['network-type-changed'],
  started: '',
  ended: 'subscription-ends',
  namesSubject: true,
  level: ({ radioTechnology }) => networkGeneration(radioTechnology),
  event: (_type, before, after) => (before === after ? undefined : { connectedNetworkType: after }),
}

const simSwap: EventApi = {
  version: 'v0.3',
  prefix: 'org.camaraproject.sim-swap-subscriptions.v0',
  types: ['swapped'],
  // its document has two names for it, of which one is that of no API
  started: '',
  ended: 'subscription-ended',
  namesSubject: false,
  level: ({ activatedAt }, before) => activatedAt || before,
  event: (_type, before, after) => (before === after ? undefined : {}),
}

/** The area of a subscription as a geofence. */
export const circleOf = ({ center, radius }: NonNullable<EventSubject['area']>): Circle => ({
  kind: 'circle',
  centre: center,
  radiusM: radius,
})

/** Inside, by the location itself; outside, when all of the circle in which the SIM may be is. Between both it is as before. */
function areaLevel({ location }: SubscribedSim, before: string, { subject: { area } }: Pick<EventSource, 'subject'>): string {
  if (!location || !area) return before
  const shape = circleOf(area)
  if (isInGeofence(shape, location)) return 'inside'
  return isOutside([shape], location) ? 'outside' : before
}

const AREA = { 'area-entered': 'inside', 'area-left': 'outside' } as const

const geofencing: EventApi = {
  version: 'v0.5',
  prefix: 'org.camaraproject.geofencing-subscriptions.v0',
  types: Object.keys(AREA),
  started: 'subscription-started',
  ended: 'subscription-ended',
  namesSubject: true,
  level: areaLevel,
  event: (type, before, after) => (before !== after && AREA[type as keyof typeof AREA] === after ? {} : undefined),
}

/** Only an area of a lock is restricted: the place that is named is where the SIM was when it left, or came back. */
function restrictedLevel({ hasLeft, location }: SubscribedSim, before: string): string {
  const side = hasLeft ? 'outside' : 'inside'
  if (!location || before.startsWith(side)) return before
  return `${side} ${location.latitude} ${location.longitude}`
}

function restrictedEvent(before: string, after: string): object | undefined {
  const [side, latitude, longitude] = after.split(' ')
  // one that was never outside has not moved
  if (side === 'inside' && before === '') return undefined
  const center = { latitude: Number(latitude), longitude: Number(longitude) }
  return { area: { areaType: 'CIRCLE', center, radius: LOCATION_UNCERTAINTY_M } }
}

const fraudPrevention: EventApi = {
  version: 'v0.1',
  prefix: 'org.camaraproject.iot-sim-fraud-prevention.v0',
  types: ['imei-change', 'area-change'],
  scope: 'subscribe',
  started: 'subscription-started',
  ended: 'subscription-ended',
  namesSubject: false,
  level: (sim, before, { type }) => {
    if (type === 'area-change') return restrictedLevel(sim, before)
    return sim.imei === '' || (before !== '' && isSameDevice(sim.imei, before)) ? before : sim.imei
  },
  event: (type, before, after) => {
    if (before === after) return undefined
    return type === 'area-change' ? restrictedEvent(before, after) : { imei: after }
  },
}

/** Percent of the data that are an event, the highest first. One that is exceeded is one that is used up. */
const VOLUME_PERCENT = { 'data-exceeded': 100, 'data-90-percent': 90, 'data-75-percent': 75, 'data-50-percent': 50 } as const

const percentOf = (level: string): number => Number(level.split(' ')[1] ?? 0)
const cycleOf = (level: string): string => level.split(' ')[0] ?? ''

/**
 * The cycle, and the highest of the limits that was reached in it. Within a cycle it never falls: usage that is taken back, a larger plan
 * and a larger pool do not make a limit new. An earlier cycle, by a clock that is slow, is over.
 */
export function volumeLevel({ volume }: Pick<SubscribedSim, 'volume'>, before: string): string {
  if (!volume || volume.limitBytes === null || volume.cycleStart < cycleOf(before)) return before
  const { cycleStart, usedBytes, limitBytes } = volume
  const reached = Object.values(VOLUME_PERCENT).find((percent) => usedBytes * 100 >= limitBytes * percent) ?? 0
  const known = cycleOf(before) === cycleStart ? percentOf(before) : 0
  return `${cycleStart} ${Math.max(reached, known)}`
}

const dataVolume: EventApi = {
  version: 'v0.1',
  prefix: 'org.camaraproject.device-data-volume-subscriptions.v0',
  types: Object.keys(VOLUME_PERCENT).reverse(),
  started: 'subscription-started',
  ended: 'subscription-ended',
  namesSubject: true,
  level: volumeLevel,
  event: (type, before, after) => {
    const limit = VOLUME_PERCENT[type as keyof typeof VOLUME_PERCENT]
    const wasReached = cycleOf(before) === cycleOf(after) && percentOf(before) >= limit
    return !wasReached && percentOf(after) >= limit ? {} : undefined
  },
}

/** By the name of the document. */
export const EVENT_APIS = {
  'device-roaming-status-subscriptions': roaming,
  'device-reachability-status-subscriptions': reachability,
  'connected-network-type-subscriptions': networkType,
  'sim-swap-subscriptions': simSwap,
  'geofencing-subscriptions': geofencing,
  'iot-sim-fraud-prevention-subscriptions': fraudPrevention,
  'device-data-volume-subscriptions': dataVolume,
} as const satisfies Readonly<Record<string, EventApi>>
export type EventApiName = keyof typeof EVENT_APIS
export type EventScope = `${EventApiName}:${string}`

/** The one whose events other SIMs may cause: those of the same pool. */
export const VOLUME_EVENTS = 'device-data-volume-subscriptions' satisfies EventApiName

export const EVENT_API_NAMES = Object.keys(EVENT_APIS) as EventApiName[]

export const eventApi = (name: EventApiName): EventApi => EVENT_APIS[name]

/** The whole type of an event. */
export const eventType = (api: EventApiName, type: string): string => `${eventApi(api).prefix}.${type}`

/** What a token needs to subscribe to an event type. */
export const createScope = (api: EventApiName, type: string): EventScope =>
  `${api}:${eventApi(api).scope ?? `${eventType(api, type)}:create`}`

/** Those of all event types of a document, each once. */
export const createScopes = (api: EventApiName): readonly EventScope[] => [
  ...new Set(eventApi(api).types.map((type) => createScope(api, type))),
]

export const EVENT_SCOPES: readonly EventScope[] = EVENT_API_NAMES.flatMap((api) => [
  ...createScopes(api),
  `${api}:read` as const,
  `${api}:delete` as const,
])

/** Why a subscription ended, as the documents have it. */
export const END_REASONS = [
  'MAX_EVENTS_REACHED',
  'NETWORK_TERMINATED',
  'SUBSCRIPTION_EXPIRED',
  'ACCESS_TOKEN_EXPIRED',
  'SUBSCRIPTION_DELETED',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** As much of a subscription as its events need. */
export interface EventSource {
  readonly subscriptionId: string
  readonly api: EventApiName
  /** the last part of the event type that it waits for */
  readonly type: string
  /** URI */
  readonly source: string
  readonly subject: EventSubject
  readonly level: string
  /** that it has had */
  readonly events: number
  readonly maxEvents: number | null
}

/** An event that is still to be given its id. */
export interface NewEvent {
  readonly type: string
  readonly data: object
}

export interface Step {
  readonly level: string
  readonly events: number
  readonly endReason: EndReason | undefined
  readonly sent: readonly NewEvent[]
}

/** What a subscription says when it begins: nothing where its document has no event for that. */
export function startOf({ api, subscriptionId, subject }: EventSource): NewEvent[] {
  const { started, namesSubject } = eventApi(api)
  if (started === '') return []
  const data = { ...(namesSubject && subject), subscriptionId, initiationReason: 'SUBSCRIPTION_CREATED' }
  return [{ type: eventType(api, started), data }]
}

/** What it says when it ends. */
export function endOf({ api, subscriptionId, subject, level }: EventSource, reason: EndReason): NewEvent {
  const { ended, namesSubject, endOf: more } = eventApi(api)
  const data = { ...(namesSubject && subject), subscriptionId, terminationReason: reason, ...more?.(level) }
  return { type: eventType(api, ended), data }
}

/** What a subscription makes of another level: an event, or none; the last that it may have ends it. */
export function stepTo(subscription: EventSource, level: string): Step {
  const { api, type, subject, subscriptionId, events, maxEvents } = subscription
  const more = level === '' ? undefined : eventApi(api).event(type, subscription.level, level)
  if (!more) return { level, events, endReason: undefined, sent: [] }
  const event = { type: eventType(api, type), data: { ...subject, subscriptionId, ...more } }
  const isLast = maxEvents !== null && events + 1 >= maxEvents
  return {
    level,
    events: events + 1,
    endReason: isLast ? 'MAX_EVENTS_REACHED' : undefined,
    sent: isLast ? [event, endOf({ ...subscription, level }, 'MAX_EVENTS_REACHED')] : [event],
  }
}

interface CloudEventFacts extends NewEvent {
  readonly id: string
  readonly source: string
  readonly at: Date
}

/** An event on its way (CloudEvents 1.0.2, structured mode). */
export const cloudEvent = ({ id, source, at, type, data }: CloudEventFacts): string =>
  JSON.stringify({
    id,
    source,
    type,
    specversion: '1.0',
    datacontenttype: 'application/json',
    time: at.toISOString(),
    data,
  })

/** Subscriptions of a company's keys that have not ended. */
export const SUBSCRIPTIONS_MAX = 1000
/** A sink's access token may be used until then: the end of what it is for has to arrive, too. Milliseconds before it expires. */
export const TOKEN_MARGIN_MS = 60_000

/** What the documents call the state of a subscription. */
export function statusOfSubscription(endReason: string): 'ACTIVE' | 'EXPIRED' | 'DELETED' {
  if (endReason === '') return 'ACTIVE'
  return endReason === 'NETWORK_TERMINATED' || endReason === 'SUBSCRIPTION_DELETED' ? 'DELETED' : 'EXPIRED'
}
