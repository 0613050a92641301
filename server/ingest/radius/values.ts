import { isIPv4 } from 'node:net'
import { luhnDigit } from '#domain/identifiers.ts'
import type { RadioTechnology, SessionEndCause } from '#server/networks/network-types.ts'

/** Decodes a text without control characters, which databases reject and terminals obey; invalid UTF-8 is replaced. */
export function textOf(octets: Buffer): string {
  return octets.toString('utf8').replace(/\p{Cc}/gu, '')
}

/** Four octets as a dotted address, undefined when they are not four (RFC 2865 section 5, type address). */
export function ipv4Of(octets: Buffer): string | undefined {
  return octets.length === 4 ? octets.join('.') : undefined
}

/** Sixteen octets as an address in its shortest form (RFC 5952), undefined when they are not sixteen. */
export function ipv6Of(octets: Buffer): string | undefined {
  if (octets.length !== 16) return undefined
  const groups = Array.from({ length: 8 }, (_, group) => octets.readUInt16BE(group * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/**
 * Framed-IPv6-Prefix and Delegated-IPv6-Prefix (RFC 3162 section 2.3, RFC 4818 section 3): a reserved octet, the length in bits,
 * and the octets of the prefix. As 'address/length'; undefined when invalid.
 */
export function ipv6PrefixOf(octets: Buffer): string | undefined {
  const bits = octets[1] ?? 255
  if (octets.length < 2 || octets.length > 18 || bits > 128 || (octets.length - 2) * 8 < bits) return undefined
  const address = Buffer.alloc(16)
  octets.copy(address, 0, 2)
  // bits beyond the prefix must be zero; others are ignored
  for (let bit = bits; bit < 128; bit++) address[bit >> 3] = (address[bit >> 3] ?? 0) & ~(0x80 >> (bit & 7))
  return `${ipv6Of(address)}/${bits}`
}

export function ipv6Octets(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const octets = Buffer.alloc(16)
  for (const [index, group] of front.entries()) octets.writeUInt16BE(group, index * 2)
  for (const [index, group] of back.entries()) octets.writeUInt16BE(group, (8 - back.length + index) * 2)
  return octets
}

export const ipv4Octets = (address: string): Buffer => Buffer.from(address.split('.').map(Number))
export const isV4 = (address: string): boolean => isIPv4(address)

/** 3GPP-RAT-Type (TS 29.061 section 16.4.7.2); values that are not mobile radio are left out. */
const RADIO: Readonly<Record<number, RadioTechnology>> = {
  1: 'UMTS',
  2: 'GSM',
  5: 'UMTS',
  6: 'LTE',
  8: 'NB-IoT',
  9: 'LTE-M',
  10: 'NR',
  51: 'NR',
}
export const radioTechnologyOf = (value: number): RadioTechnology | undefined => RADIO[value]
export function ratTypeOf(technology: string): number {
  return Number(Object.entries(RADIO).find(([, name]) => name === technology)?.[0] ?? 0)
}

/** Causes of the network port by Acct-Terminate-Cause (RFC 2866 section 5.10). */
const CAUSES: Readonly<Record<number, SessionEndCause>> = {
  1: 'device',
  2: 'lost_carrier',
  3: 'lost_carrier',
  4: 'idle',
  5: 'network',
  6: 'reset',
  7: 'network',
  8: 'network',
  9: 'network',
  10: 'network',
  11: 'network',
  13: 'network',
  14: 'network',
  15: 'barred',
  18: 'network',
}
export const endCauseOf = (value: number): SessionEndCause => CAUSES[value] ?? 'unknown'
export function terminateCauseOf(cause: string): number {
  return Number(Object.entries(CAUSES).find(([, name]) => name === cause)?.[0] ?? 17)
}

/**
 * 3GPP-IMEISV (TS 29.061 section 16.4.7.2): the IMEI's fourteen digits and two of the software's version (TS 23.003 section
 * 6.2.2), or an IMEI. As an IMEI with its check digit; undefined when invalid.
 */
export function imeiOf(digits: string): string | undefined {
  if (!/^\d{14,16}$/.test(digits)) return undefined
  const body = digits.slice(0, 14)
  return body + luhnDigit(body)
}

/** '73002' or '310260' as '730-02', '310-260' (ITU-T E.212); undefined when invalid. */
export function plmnOfDigits(digits: string): string | undefined {
  return /^\d{5,6}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : undefined
}

/** An APN's network identifier (TS 23.003 section 9.1), in lower case for comparison. */
export function apnOf(calledStation: string): string {
  return calledStation.toLowerCase().replace(/\.mnc\d{3}\.mcc\d{3}\.gprs$/, '')
}
