import type { UsageRecord } from '#server/usage/usage-record.ts'
import { ATTRIBUTE, ATTRIBUTE_3GPP, STATUS_TYPE } from './attributes.ts'
import type { Attribute } from './packet.ts'
import { encodeUserLocation } from './user-location.ts'
import { ipv4Octets, ipv6Octets, isV4, ratTypeOf, terminateCauseOf } from './values.ts'

const STATUS_OF = { started: STATUS_TYPE.start, updated: STATUS_TYPE.interimUpdate, stopped: STATUS_TYPE.stop } as const

function integer(type: number, value: number): Attribute {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value)
  return { type, value: octets }
}

const text = (type: number, value: string | undefined): Attribute[] => (value ? [{ type, value: Buffer.from(value) }] : [])
const text3gpp = (type: number, value: string | undefined): Attribute[] =>
  text(type, value).map((attribute) => ({ ...attribute, is3gpp: true }))

/** A counter of 64 bits: its lower half, and its upper half unless it is 0 (RFC 2869 sections 5.1 and 5.2). */
function counter(octets: number, gigawords: number, bytes: number): Attribute[] {
  const overflows = Math.floor(bytes / 2 ** 32)
  const lower = integer(octets, bytes % 2 ** 32)
  return overflows === 0 ? [lower] : [lower, integer(gigawords, overflows)]
}

function address(address: string | undefined, v4: Omit<Attribute, 'value'>, v6: Omit<Attribute, 'value'>): Attribute[] {
  if (!address) return []
  return [isV4(address) ? { ...v4, value: ipv4Octets(address) } : { ...v6, value: ipv6Octets(address) }]
}

function factAttributes({ facts }: UsageRecord): Attribute[] {
  const { apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, areaCode, cellId } = facts
  const isPlaced = servingNetwork && areaCode !== undefined && cellId !== undefined
  const of3gpp = (type: number): Omit<Attribute, 'value'> => ({ type, is3gpp: true })
  return [
    ...text(ATTRIBUTE.calledStationId, apn),
    ...address(ip, { type: ATTRIBUTE.framedIpAddress }, { type: ATTRIBUTE.framedIpv6Address }),
    // an IMEI has no software version: 00
    ...text3gpp(ATTRIBUTE_3GPP.imeisv, imei && `${imei.slice(0, 14)}00`),
    ...address(sgsnIp, of3gpp(ATTRIBUTE_3GPP.sgsnAddress), of3gpp(ATTRIBUTE_3GPP.sgsnIpv6Address)),
    ...address(ggsnIp, of3gpp(ATTRIBUTE_3GPP.ggsnAddress), of3gpp(ATTRIBUTE_3GPP.ggsnIpv6Address)),
    ...text3gpp(ATTRIBUTE_3GPP.sgsnMccMnc, servingNetwork?.replace('-', '')),
    ...(radioTechnology
      ? [{ type: ATTRIBUTE_3GPP.ratType, value: Buffer.from([ratTypeOf(radioTechnology)]), is3gpp: true }]
      : []),
    ...(isPlaced
      ? [{ type: ATTRIBUTE_3GPP.userLocationInfo, value: encodeUserLocation(servingNetwork, areaCode, cellId), is3gpp: true }]
      : []),
  ]
}

/** A record as the attributes of an Accounting-Request (RFC 2866 section 4.1, 3GPP TS 29.061 section 16.4.3). */
export function accountingAttributes(record: UsageRecord): Attribute[] {
  const { kind, imsi, msisdn, nas, sessionKey, atMs, seconds, inputBytes, outputBytes, endCause } = record
  return [
    integer(ATTRIBUTE.acctStatusType, STATUS_OF[kind]),
    ...text(ATTRIBUTE.nasIdentifier, nas),
    ...text(ATTRIBUTE.acctSessionId, sessionKey),
    ...text3gpp(ATTRIBUTE_3GPP.imsi, imsi),
    ...text(ATTRIBUTE.callingStationId, msisdn),
    integer(ATTRIBUTE.eventTimestamp, Math.floor(atMs / 1000)),
    ...(seconds === undefined ? [] : [integer(ATTRIBUTE.acctSessionTime, seconds)]),
    ...counter(ATTRIBUTE.acctInputOctets, ATTRIBUTE.acctInputGigawords, inputBytes),
    ...counter(ATTRIBUTE.acctOutputOctets, ATTRIBUTE.acctOutputGigawords, outputBytes),
    ...(endCause ? [integer(ATTRIBUTE.acctTerminateCause, terminateCauseOf(endCause))] : []),
    ...factAttributes(record),
  ]
}
