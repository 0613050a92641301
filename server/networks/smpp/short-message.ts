import { createHash } from 'node:crypto'
import { gsmSeptets, gsmText } from '#domain/gsm-alphabet.ts'
import { smsParts } from '#domain/sms-segments.ts'
import { numberField, octetsField, type Pdu } from './pdu.ts'

/** data_coding (SMPP 3.4 section 5.2.19): the GSM alphabet one septet in an octet, and UCS-2. */
const [GSM, UCS2] = [0, 8] as const
/** esm_class (section 5.2.12): a user data header stands before the text. */
const HAS_HEADER = 0x40
/** Concatenated short messages, 8-bit and 16-bit reference (3GPP TS 23.040 sections 9.2.3.24.1 and 9.2.3.24.8). */
const [JOINED_8, JOINED_16] = [0x00, 0x08] as const

/** One short message on its way: what stands in submit_sm and deliver_sm. */
export interface Part {
  readonly dataCoding: number
  readonly esmClass: number
  readonly octets: Buffer
  /** what a delivery receipt brings back (user_message_reference, SMPP 3.4 section 5.3.2.17) */
  readonly userReference: number
}

/** How many parts a longer text has, which this one is, and which text it belongs to. */
export interface Joined {
  readonly reference: number
  readonly parts: number
  readonly part: number
}

/** 16 bits by which parts of a message are told from others to the same device; the same for the same name. */
export function userReferenceOf(name: string, part: number): number {
  return (createHash('sha256').update(name).digest().readUInt16BE(0) + part - 1) & 0xffff
}

/**
 * A text as it goes over SMPP: in the GSM alphabet if that has all its letters, else in UCS-2; cut behind headers if it is long.
 * @param name ours for the message: the same name gives the same references
 */
export function encodeText(text: string, name: string): Part[] {
  const { encoding, parts } = smsParts(text)
  const joint = userReferenceOf(name, 1) & 0xff
  return parts.map((words, index) => {
    const octets = encoding === 'gsm7' ? Buffer.from(gsmSeptets(words) ?? []) : Buffer.from(words, 'utf16le').swap16()
    const header = parts.length > 1 ? Buffer.of(5, JOINED_8, 3, joint, parts.length, index + 1) : Buffer.alloc(0)
    return {
      dataCoding: encoding === 'gsm7' ? GSM : UCS2,
      esmClass: parts.length > 1 ? HAS_HEADER : 0,
      octets: Buffer.concat([header, octets]),
      userReference: userReferenceOf(name, index + 1),
    }
  })
}

/** What came in one PDU: the text in octets, how they are coded, and what of a longer text it is. */
export interface ReceivedPart {
  readonly octets: Buffer
  readonly dataCoding: number
  readonly joined: Joined | undefined
}

/** The message of deliver_sm or submit_sm, wherever it stands in it (short_message, message_payload, header or sar_ fields). */
export function partOf(pdu: Pdu): ReceivedPart {
  const payload = octetsField(pdu, 'message_payload')
  const octets = payload.length > 0 ? payload : octetsField(pdu, 'short_message')
  const dataCoding = numberField(pdu, 'data_coding') ?? GSM
  const hasHeader = ((numberField(pdu, 'esm_class') ?? 0) & HAS_HEADER) !== 0 && octets.length > 0
  if (!hasHeader) return { octets, dataCoding, joined: joinedBySar(pdu) }
  const end = 1 + (octets[0] ?? 0)
  return { octets: octets.subarray(end), dataCoding, joined: joinedByHeader(octets.subarray(1, end)) }
}

function joinedByHeader(header: Buffer): Joined | undefined {
  for (let at = 0; at + 1 < header.length; at += 2 + (header[at + 1] ?? 0)) {
    const [kind = 0, length = 0] = header.subarray(at, at + 2)
    const value = header.subarray(at + 2, at + 2 + length)
    const isShort = kind === JOINED_8 && value.length === 3
    if (!isShort && !(kind === JOINED_16 && value.length === 4)) continue
    const reference = isShort ? value.readUInt8(0) : value.readUInt16BE(0)
    return checked({ reference, parts: value.at(-2) ?? 1, part: value.at(-1) ?? 1 })
  }
  return undefined
}

function joinedBySar(pdu: Pdu): Joined | undefined {
  const reference = numberField(pdu, 'sar_msg_ref_num')
  if (reference === undefined) return undefined
  const [parts, part] = [numberField(pdu, 'sar_total_segments') ?? 1, numberField(pdu, 'sar_segment_seqnum') ?? 1]
  return checked({ reference, parts, part })
}

/** A header that can't be is none (TS 23.040 section 9.2.3.24.1: the receiver shall ignore it). */
const checked = (joined: Joined): Joined | undefined =>
  joined.parts > 1 && joined.part >= 1 && joined.part <= joined.parts ? joined : undefined

/** A text from octets. Latin-1 and ASCII are what some centres make of a device's text; what is no text is shown as its octets. */
export function decodeText(octets: Uint8Array, dataCoding: number): string {
  const buffer = Buffer.from(octets)
  const group = dataCoding & 0xf0
  // general data coding of devices (TS 23.038 section 4): bits 2 and 3 say the alphabet
  const alphabet = group === 0 ? dataCoding : (dataCoding & 0x0c) === UCS2 ? UCS2 : GSM
  if (alphabet === UCS2)
    return buffer
      .subarray(0, buffer.length & ~1)
      .swap16()
      .toString('utf16le')
  if (alphabet === 1 || alphabet === 3) return buffer.toString('latin1')
  if (alphabet === 2 || alphabet === 4) return buffer.toString('hex')
  return gsmText(buffer)
}
