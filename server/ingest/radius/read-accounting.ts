import { DAY_MS } from '#domain/time.ts'
import type { SubscriberIds } from '#server/cells/sim-places.ts'
import type { SessionFacts, UsageMessage, UsageRecord } from '#server/usage/usage-record.ts'
import { ATTRIBUTE, ATTRIBUTE_3GPP, STATUS_TYPE, VENDOR_3GPP } from './attributes.ts'
import { eachAttribute, type Packet, PacketFault, RADIUS_HEADER_OCTETS } from './packet.ts'
import { userLocationOf } from './user-location.ts'
import { apnOf, endCauseOf, imeiOf, ipv4Of, ipv6Of, ipv6PrefixOf, plmnOfDigits, radioTechnologyOf, textOf } from './values.ts'

/** Attributes of a packet by type, the last of each; 3GPP's apart. Values are views of the packet, not copies. */
interface Attributes {
  readonly standard: ReadonlyMap<number, Buffer>
  readonly of3gpp: ReadonlyMap<number, Buffer>
}

/** @throws PacketFault when an attribute exceeds 3GPP's Vendor-Specific */
function attributesOf({ octets }: Packet): Attributes {
  const standard = new Map<number, Buffer>()
  const of3gpp = new Map<number, Buffer>()
  eachAttribute(octets, RADIUS_HEADER_OCTETS, octets.length, (type, from, to) => {
    if (type !== ATTRIBUTE.vendorSpecific) standard.set(type, octets.subarray(from, to))
    else if (to - from > 4 && octets.readUInt32BE(from) === VENDOR_3GPP) {
      eachAttribute(octets, from + 4, to, (inner, start, end) => of3gpp.set(inner, octets.subarray(start, end)))
    }
  })
  return { standard, of3gpp }
}

/** An integer attribute: four octets (RFC 2865 section 5). @throws PacketFault when it has another length */
function integer({ standard }: Attributes, type: number): number | undefined {
  const octets = standard.get(type)
  if (!octets) return undefined
  if (octets.length !== 4) throw new PacketFault('malformed', `attribute ${type} of ${octets.length} octets`)
  return octets.readUInt32BE(0)
}

const text = (octets: Buffer | undefined): string => (octets ? textOf(octets) : '')

/**
 * A counter of 32 bits with its overflows (RFC 2869 sections 5.1 and 5.2), bytes.
 * @throws PacketFault beyond the exact range of a number: no session has nine petabytes
 */
function counter(attributes: Attributes, octets: number, gigawords: number): number {
  const bytes = (integer(attributes, gigawords) ?? 0) * 2 ** 32 + (integer(attributes, octets) ?? 0)
  if (!Number.isSafeInteger(bytes * 2)) throw new PacketFault('malformed', `a counter of ${bytes} bytes`)
  return bytes
}

/** Subscriber by 3GPP-IMSI, else by a User-Name that is an IMSI, and by the number (TS 29.061 section 16.4.2). */
function subscriberOf({ standard, of3gpp }: Attributes): SubscriberIds {
  const name = text(standard.get(ATTRIBUTE.userName)).split('@')[0] ?? ''
  const imsi = text(of3gpp.get(ATTRIBUTE_3GPP.imsi)) || (/^\d{14,15}$/.test(name) ? name : '')
  const msisdn = text(standard.get(ATTRIBUTE.callingStationId)).replace(/^\+/, '')
  return {
    ...(/^\d{14,15}$/.test(imsi) && { imsi }),
    ...(/^\d{7,15}$/.test(msisdn) && { msisdn }),
  }
}

const ifPresent = <T>(name: string, value: T | undefined | ''): Record<string, T> =>
  value === undefined || value === '' ? {} : { [name]: value }

function gateways({ of3gpp }: Attributes): SessionFacts {
  const address = (v4: number, v6: number): string | undefined =>
    ipv4Of(of3gpp.get(v4) ?? Buffer.alloc(0)) ?? ipv6Of(of3gpp.get(v6) ?? Buffer.alloc(0))
  return {
    ...ifPresent('sgsnIp', address(ATTRIBUTE_3GPP.sgsnAddress, ATTRIBUTE_3GPP.sgsnIpv6Address)),
    ...ifPresent('ggsnIp', address(ATTRIBUTE_3GPP.ggsnAddress, ATTRIBUTE_3GPP.ggsnIpv6Address)),
  }
}

function deviceAddress({ standard }: Attributes): string | undefined {
  const of = (type: number): Buffer => standard.get(type) ?? Buffer.alloc(0)
  return (
    ipv4Of(of(ATTRIBUTE.framedIpAddress)) ??
    ipv6Of(of(ATTRIBUTE.framedIpv6Address)) ??
    ipv6PrefixOf(of(ATTRIBUTE.framedIpv6Prefix)) ??
    ipv6PrefixOf(of(ATTRIBUTE.delegatedIpv6Prefix))
  )
}

function factsOf(attributes: Attributes): SessionFacts {
  const { standard, of3gpp } = attributes
  const location = userLocationOf(of3gpp.get(ATTRIBUTE_3GPP.userLocationInfo) ?? Buffer.alloc(0))
  // the RAT type is one octet; the SGSN's network code takes precedence over the location's
  const radio = of3gpp.get(ATTRIBUTE_3GPP.ratType)?.[0]
  return {
    ...ifPresent('apn', apnOf(text(standard.get(ATTRIBUTE.calledStationId)))),
    ...ifPresent('ip', deviceAddress(attributes)),
    ...ifPresent('imei', imeiOf(text(of3gpp.get(ATTRIBUTE_3GPP.imeisv)))),
    ...gateways(attributes),
    ...ifPresent('servingNetwork', plmnOfDigits(text(of3gpp.get(ATTRIBUTE_3GPP.sgsnMccMnc))) ?? location?.servingNetwork),
    ...ifPresent('radioTechnology', radio === undefined ? undefined : radioTechnologyOf(radio)),
    ...ifPresent('areaCode', location?.areaCode),
    ...ifPresent('cellId', location?.cellId),
  }
}

/** A timestamp further ahead than a minute, or older than 62 days, comes from a wrong clock: the time of arrival is used. */
const MAX_AHEAD_MS = 60_000
const MAX_AGE_MS = 62 * DAY_MS

/**
 * The time of the event: Event-Timestamp (RFC 2869 section 5.3), which needs no correction; else the time of arrival less
 * Acct-Delay-Time (RFC 2866 section 5.2).
 */
function timeOf(attributes: Attributes, receivedAtMs: number): Pick<UsageRecord, 'atMs' | 'hasSourceClock'> {
  const timestamp = integer(attributes, ATTRIBUTE.eventTimestamp)
  const timestampMs = (timestamp ?? 0) * 1000
  if (timestamp !== undefined && timestampMs < receivedAtMs + MAX_AHEAD_MS && timestampMs > receivedAtMs - MAX_AGE_MS) {
    return { atMs: timestampMs, hasSourceClock: true }
  }
  const delayMs = (integer(attributes, ATTRIBUTE.acctDelayTime) ?? 0) * 1000
  return { atMs: receivedAtMs - (delayMs < MAX_AGE_MS ? delayMs : 0), hasSourceClock: false }
}

const KINDS: Readonly<Record<number, UsageRecord['kind']>> = {
  [STATUS_TYPE.start]: 'started',
  [STATUS_TYPE.interimUpdate]: 'updated',
  [STATUS_TYPE.stop]: 'stopped',
}

export interface Arrival {
  readonly clientId: number
  /** address that the packet came from */
  readonly address: string
  readonly receivedAtMs: number
}

/**
 * Parses a verified Accounting-Request (RFC 2866 section 4.1).
 * @returns undefined for status types without a session, such as those of tunnels: they are answered and not stored
 * @throws PacketFault when a required attribute is missing or a value is invalid
 */
export function readAccounting(packet: Packet, { clientId, address, receivedAtMs }: Arrival): UsageMessage | undefined {
  const attributes = attributesOf(packet)
  const { standard } = attributes
  const status = integer(attributes, ATTRIBUTE.acctStatusType)
  if (status === undefined) throw new PacketFault('malformed', 'no Acct-Status-Type')
  const empty = Buffer.alloc(0)
  const nasAddress =
    ipv4Of(standard.get(ATTRIBUTE.nasIpAddress) ?? empty) ?? ipv6Of(standard.get(ATTRIBUTE.nasIpv6Address) ?? empty)
  const nas = text(standard.get(ATTRIBUTE.nasIdentifier)) || nasAddress || address
  const time = timeOf(attributes, receivedAtMs)
  const fingerprint = packet.authenticator.toString('base64url')
  if (status === STATUS_TYPE.accountingOn || status === STATUS_TYPE.accountingOff) {
    return { kind: 'reset', clientId, nas, atMs: time.atMs, fingerprint }
  }
  const kind = KINDS[status]
  if (!kind) return undefined
  const sessionKey = text(standard.get(ATTRIBUTE.acctSessionId))
  if (sessionKey === '') throw new PacketFault('malformed', 'no Acct-Session-Id')
  return {
    kind,
    clientId,
    nas,
    ...subscriberOf(attributes),
    sessionKey,
    ...time,
    ...ifPresent('seconds', integer(attributes, ATTRIBUTE.acctSessionTime)),
    inputBytes: counter(attributes, ATTRIBUTE.acctInputOctets, ATTRIBUTE.acctInputGigawords),
    outputBytes: counter(attributes, ATTRIBUTE.acctOutputOctets, ATTRIBUTE.acctOutputGigawords),
    ...(kind === 'stopped' && { endCause: endCauseOf(integer(attributes, ATTRIBUTE.acctTerminateCause) ?? 0) }),
    facts: factsOf(attributes),
    fingerprint,
  }
}
