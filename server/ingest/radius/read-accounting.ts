import type { SessionFacts, SubscriberIds, UsageMessage, UsageRecord } from '../../usage/usage-record.ts'
import { ATTRIBUTE, ATTRIBUTE_3GPP, STATUS_TYPE, VENDOR_3GPP } from './attributes.ts'
import { eachAttribute, HEADER, type Packet, PacketFault } from './packet.ts'
import { userLocationOf } from './user-location.ts'
import { apnOf, endCauseOf, imeiOf, ipv4Of, ipv6Of, ipv6PrefixOf, plmnOfDigits, radioTechnologyOf, textOf } from './values.ts'

/** Attributes of a packet by type, the last of each; those of 3GPP apart. Values are pieces of the packet, not copies. */
interface Attributes {
  readonly standard: ReadonlyMap<number, Buffer>
  readonly of3gpp: ReadonlyMap<number, Buffer>
}

/** @throws PacketFault when something inside 3GPP's Vendor-Specific is longer than it */
function attributesOf({ octets }: Packet): Attributes {
  const standard = new Map<number, Buffer>()
  const of3gpp = new Map<number, Buffer>()
  eachAttribute(octets, HEADER, octets.length, (type, from, to) => {
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
 * A counter of 32 bits and how often it overflowed (RFC 2869 sections 5.1 and 5.2), bytes.
 * @throws PacketFault beyond what a number holds exactly: nine petabytes are no session's traffic
 */
function counter(attributes: Attributes, octets: number, gigawords: number): number {
  const bytes = (integer(attributes, gigawords) ?? 0) * 2 ** 32 + (integer(attributes, octets) ?? 0)
  if (!Number.isSafeInteger(bytes * 2)) throw new PacketFault('malformed', `a counter of ${bytes} bytes`)
  return bytes
}

/** By 3GPP-IMSI; else by the number; else by a User-Name that is one (TS 29.061 section 16.4.2). */
function subscriberOf({ standard, of3gpp }: Attributes): SubscriberIds {
  const name = text(standard.get(ATTRIBUTE.userName)).split('@')[0] ?? ''
  const imsi = text(of3gpp.get(ATTRIBUTE_3GPP.imsi)) || (/^\d{14,15}$/.test(name) ? name : '')
  const msisdn = text(standard.get(ATTRIBUTE.callingStationId)).replace(/^\+/, '')
  return {
    ...(/^\d{14,15}$/.test(imsi) && { imsi }),
    ...(/^\d{7,15}$/.test(msisdn) && { msisdn }),
  }
}

const given = <T>(name: string, value: T | undefined | ''): Record<string, T> =>
  value === undefined || value === '' ? {} : { [name]: value }

function gateways({ of3gpp }: Attributes): SessionFacts {
  const address = (v4: number, v6: number): string | undefined =>
    ipv4Of(of3gpp.get(v4) ?? Buffer.alloc(0)) ?? ipv6Of(of3gpp.get(v6) ?? Buffer.alloc(0))
  return {
    ...given('sgsnIp', address(ATTRIBUTE_3GPP.sgsnAddress, ATTRIBUTE_3GPP.sgsnIpv6Address)),
    ...given('ggsnIp', address(ATTRIBUTE_3GPP.ggsnAddress, ATTRIBUTE_3GPP.ggsnIpv6Address)),
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
  // the RAT type is one octet; the network's own name for itself goes before the one in the location
  const radio = of3gpp.get(ATTRIBUTE_3GPP.ratType)?.[0]
  return {
    ...given('apn', apnOf(text(standard.get(ATTRIBUTE.calledStationId)))),
    ...given('ip', deviceAddress(attributes)),
    ...given('imei', imeiOf(text(of3gpp.get(ATTRIBUTE_3GPP.imeisv)))),
    ...gateways(attributes),
    ...given('servingNetwork', plmnOfDigits(text(of3gpp.get(ATTRIBUTE_3GPP.sgsnMccMnc))) ?? location?.servingNetwork),
    ...given('radioTechnology', radio === undefined ? undefined : radioTechnologyOf(radio)),
    ...given('areaCode', location?.areaCode),
    ...given('cellId', location?.cellId),
  }
}

/** A clock that is so far ahead of ours, or a record so old, is a wrong clock: then the time of arrival counts. */
const AHEAD_MS = 60_000
const OLDEST_MS = 62 * 86_400_000

/**
 * When it happened: Event-Timestamp (RFC 2869 section 5.3), which is the moment of the event itself and is not to be corrected;
 * else the time of arrival less Acct-Delay-Time (RFC 2866 section 5.2).
 */
function momentOf(attributes: Attributes, receivedAtMs: number): Pick<UsageRecord, 'atMs' | 'hasSourceClock'> {
  const stamp = integer(attributes, ATTRIBUTE.eventTimestamp)
  const stampMs = (stamp ?? 0) * 1000
  if (stamp !== undefined && stampMs < receivedAtMs + AHEAD_MS && stampMs > receivedAtMs - OLDEST_MS) {
    return { atMs: stampMs, hasSourceClock: true }
  }
  const delayMs = (integer(attributes, ATTRIBUTE.acctDelayTime) ?? 0) * 1000
  return { atMs: receivedAtMs - (delayMs < OLDEST_MS ? delayMs : 0), hasSourceClock: false }
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
 * What a verified Accounting-Request says (RFC 2866 section 4.1).
 * @returns undefined for status types that speak of no session, such as those of tunnels: they are answered and not kept
 * @throws PacketFault when it lacks what it must have, or a value makes no sense
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
  const moment = momentOf(attributes, receivedAtMs)
  if (status === STATUS_TYPE.accountingOn || status === STATUS_TYPE.accountingOff) {
    return { kind: 'reset', clientId, nas, atMs: moment.atMs }
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
    ...moment,
    ...given('seconds', integer(attributes, ATTRIBUTE.acctSessionTime)),
    inputBytes: counter(attributes, ATTRIBUTE.acctInputOctets, ATTRIBUTE.acctInputGigawords),
    outputBytes: counter(attributes, ATTRIBUTE.acctOutputOctets, ATTRIBUTE.acctOutputGigawords),
    ...(kind === 'stopped' && { endCause: endCauseOf(integer(attributes, ATTRIBUTE.acctTerminateCause) ?? 0) }),
    facts: factsOf(attributes),
    fingerprint: packet.authenticator.toString('base64url'),
  }
}
