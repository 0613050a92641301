/** Octets from numbers and buffers. */
export const octets = (...parts: readonly (number | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)))

export const u16 = (value: number): Buffer => Buffer.of((value >> 8) & 0xff, value & 0xff)

/** A value with its length, and with a tag and its length. */
export const lengthValue = (value: Uint8Array): Buffer => octets(value.length, value)
export const tagged = (tag: number, value: Uint8Array): Buffer => octets(tag, value.length, value)

/** Decimal digits two in an octet, low half first, 'f' to fill up (3GPP TS 29.002 section 17.7.8, TBCD-STRING). */
export function digitsToOctets(digits: string): Buffer {
  const even = digits.length % 2 === 0 ? digits : `${digits}f`
  return Buffer.from(even.replace(/(.)(.)/g, '$2$1'), 'hex')
}

export const octetsToDigits = (value: Uint8Array): string =>
  Buffer.from(value)
    .toString('hex')
    .replace(/(.)(.)/g, '$2$1')
    .replace(/f+$/, '')

export const octetsToImsi = (value: Uint8Array): string => `${(value[0] ?? 0) >> 4}${octetsToDigits(value.subarray(1))}`

export const u32 = (value: number): Buffer => octets(u16(value >>> 16), u16(value & 0xffff))

/** A mobile identity (3GPP TS 24.008 section 10.5.1.4): type 1 is an IMSI, 2 an IMEI, 3 an IMEI with its software version. */
export const identityToOctets = (type: number, digits: string): Buffer =>
  octets((Number(digits[0]) << 4) | (digits.length % 2 === 1 ? 8 : 0) | type, digitsToOctets(digits.slice(1)))

export const imsiToOctets = (imsi: string): Buffer => identityToOctets(1, imsi)
