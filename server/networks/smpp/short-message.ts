import { createHash } from 'node:crypto'
import { gsmSeptets, gsmText } from '#domain/gsm-alphabet.ts'
import { smsParts } from '#domain/sms-segments.ts'
import { numberField, octetsField, type Pdu } from './pdu.ts'

/** data_coding (SMPP 3.4 section 5.2.19): the GSM alphabet one septet in an octet, and UCS-2. */
const [GSM, UCS2] = [0, 8] as const
/** esm_class (section 5.2.12): a user data header precedes the text. */
const HAS_HEADER = 0x40
/** Concatenated short messages, 8-bit and 16-bit reference (3GPP TS 23.040 sections 9.2.3.24.1 and 9.2.3.24.8). */
const [CONCATENATED_8, CONCATENATED_16] = [0x00, 0x08] as const

/** A short message to be sent: the fields of submit_sm and deliver_sm. */
export interface OutgoingPart {
  readonly dataCoding: number
  readonly esmClass: number
  readonly octets: Buffer
  /** returned by the delivery receipt (user_message_reference, SMPP 3.4 section 5.3.2.17) */
  readonly userReference: number
}

/** The position of a part within a concatenated message. */
export interface Concatenation {
  readonly reference: number
  readonly parts: number
  readonly part: number
}

/** 16 bits that distinguish a part from other messages to the same device; equal for the same message id and part. */
export function userReferenceOf(messageId: string, part: number): number {
  return (createHash('sha256').update(messageId).digest().readUInt16BE(0) + part - 1) & 0xffff
}

/**
 * Encodes a text: in the GSM alphabet if that has all its letters, else in UCS-2; a long text is split into parts with headers.
 * @param messageId gives the references: equal for the same id
 */
export function encodeText(text: string, messageId: string): OutgoingPart[] {
  const { encoding, parts } = smsParts(text)
  const reference = userReferenceOf(messageId, 1) & 0xff
  return parts.map((section, index) => {
    const octets = encoding === 'gsm7' ? Buffer.from(gsmSeptets(section) ?? []) : Buffer.from(section, 'utf16le').swap16()
    const header = parts.length > 1 ? Buffer.of(5, CONCATENATED_8, 3, reference, parts.length, index + 1) : Buffer.alloc(0)
    return {
      dataCoding: encoding === 'gsm7' ? GSM : UCS2,
      esmClass: parts.length > 1 ? HAS_HEADER : 0,
      octets: Buffer.concat([header, octets]),
      userReference: userReferenceOf(messageId, index + 1),
    }
  })
}

/** The message in one PDU: its octets, their coding, and its position within a concatenated message. */
export interface ReceivedPart {
  readonly octets: Buffer
  readonly dataCoding: number
  readonly concatenation: Concatenation | undefined
}

/** Reads the message of deliver_sm or submit_sm from short_message or message_payload, and a user data header or sar_ fields. */
export function partOf(pdu: Pdu): ReceivedPart {
  const payload = octetsField(pdu, 'message_payload')
  const octets = payload.length > 0 ? payload : octetsField(pdu, 'short_message')
  const dataCoding = numberField(pdu, 'data_coding') ?? GSM
  const hasHeader = ((numberField(pdu, 'esm_class') ?? 0) & HAS_HEADER) !== 0 && octets.length > 0
  if (!hasHeader) return { octets, dataCoding, concatenation: concatenationBySar(pdu) }
  const end = 1 + (octets[0] ?? 0)
  return { octets: octets.subarray(end), dataCoding, concatenation: concatenationByHeader(octets.subarray(1, end)) }
}

function concatenationByHeader(header: Buffer): Concatenation | undefined {
  for (let at = 0; at + 1 < header.length; at += 2 + (header[at + 1] ?? 0)) {
    const [kind = 0, length = 0] = header.subarray(at, at + 2)
    const value = header.subarray(at + 2, at + 2 + length)
    const isShort = kind === CONCATENATED_8 && value.length === 3
    if (!isShort && !(kind === CONCATENATED_16 && value.length === 4)) continue
    const reference = isShort ? value.readUInt8(0) : value.readUInt16BE(0)
    return ifValid({ reference, parts: value.at(-2) ?? 1, part: value.at(-1) ?? 1 })
  }
  return undefined
}

function concatenationBySar(pdu: Pdu): Concatenation | undefined {
  const reference = numberField(pdu, 'sar_msg_ref_num')
  if (reference === undefined) return undefined
  const [parts, part] = [numberField(pdu, 'sar_total_segments') ?? 1, numberField(pdu, 'sar_segment_seqnum') ?? 1]
  return ifValid({ reference, parts, part })
}

/** An invalid header is ignored (TS 23.040 section 9.2.3.24.1). */
const ifValid = (position: Concatenation): Concatenation | undefined =>
  position.parts > 1 && position.part >= 1 && position.part <= position.parts ? position : undefined

/** Decodes a text. Some centres convert a device's text to Latin-1 or ASCII; binary messages are shown as hexadecimal octets. */
export function decodeText(octets: Uint8Array, dataCoding: number): string {
  const buffer = Buffer.from(octets)
  const group = dataCoding & 0xf0
  // general data coding of devices (TS 23.038 section 4): bits 2 and 3 are the alphabet
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
