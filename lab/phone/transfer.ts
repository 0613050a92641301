import { gsmSeptets, gsmText } from '#domain/gsm-alphabet.ts'
import { digitsToOctets, lengthValue, octets } from './octets.ts'

/** A message as a phone shows it; `part` is its position in a concatenated one. */
export interface PhoneMessage {
  readonly text: string
  readonly part: { readonly reference: number; readonly parts: number; readonly part: number } | undefined
}

/** Septets to octets (3GPP TS 23.038 section 6.1.2.1). */
function pack(septets: Uint8Array): Buffer {
  const bits = [...septets].map((septet) => septet.toString(2).padStart(7, '0').split('').reverse().join('')).join('')
  const whole = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(whole.map((octet) => Number.parseInt(octet.padEnd(8, '0').split('').reverse().join(''), 2)))
}

/** @param skipBits bits before the first septet */
function unpack(packed: Uint8Array, count: number, skipBits: number): Uint8Array {
  const bits = [...packed].map((octet) => octet.toString(2).padStart(8, '0').split('').reverse().join('')).join('')
  return Uint8Array.from({ length: count }, (_, index) => {
    const from = skipBits + index * 7
    return Number.parseInt(
      bits
        .slice(from, from + 7)
        .split('')
        .reverse()
        .join('') || '0',
      2,
    )
  })
}

/** Encodes SMS-SUBMIT, from a phone (3GPP TS 23.040 section 9.2.2.2). */
export function submitTpdu(reference: number, to: string, text: string): Buffer {
  const septets = gsmSeptets(text)
  const content = septets ? octets(septets.length, pack(septets)) : lengthValue(Buffer.from(text, 'utf16le').swap16())
  const address = octets(to.length, to.length > 6 ? 0x91 : 0x81, digitsToOctets(to))
  return octets(0x01, reference, address, 0x00, septets ? 0x00 : 0x08, content)
}

/** Parses SMS-DELIVER, to a phone (section 9.2.2.1). */
export function readDeliverTpdu(tpdu: Buffer): PhoneMessage {
  const hasHeader = ((tpdu[0] ?? 0) & 0x40) !== 0
  const afterAddress = 3 + Math.ceil((tpdu[1] ?? 0) / 2)
  const coding = tpdu[afterAddress + 1] ?? 0
  const length = tpdu[afterAddress + 9] ?? 0
  const content = tpdu.subarray(afterAddress + 10)
  const headerLength = hasHeader ? (content[0] ?? 0) + 1 : 0
  const part = hasHeader ? { reference: content[3] ?? 0, parts: content[4] ?? 0, part: content[5] ?? 0 } : undefined
  if ((coding & 0x0c) === 0x08) {
    return { part, text: Buffer.from(content.subarray(headerLength, length)).swap16().toString('utf16le') }
  }
  const before = Math.ceil((headerLength * 8) / 7)
  return { part, text: gsmText(unpack(content, length - before, before * 7)) }
}
