import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { ATTRIBUTE, CODE, VENDOR_3GPP } from './attributes.ts'

/** Why a packet is dropped without an answer (RFC 2865 section 3, RFC 2866 section 3). */
export type PacketFaultReason = 'malformed' | 'wrong_secret'

export class PacketFault extends Error {
  override name = 'PacketFault'
  readonly reason: PacketFaultReason
  constructor(reason: PacketFaultReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** A verified packet; `octets` end where its length field says. */
export interface Packet {
  readonly code: number
  readonly identifier: number
  readonly authenticator: Buffer
  readonly octets: Buffer
  /** it has a Message-Authenticator, and then its answer does too */
  readonly isSigned: boolean
  /** the complete Proxy-State attributes in order: an answer repeats them (RFC 2865 section 5.33) */
  readonly proxyStates: readonly Buffer[]
}

/** An attribute to send: type and value, on its own or inside 3GPP's Vendor-Specific. */
export interface Attribute {
  readonly type: number
  readonly value: Buffer
  readonly is3gpp?: boolean
}

export const RADIUS_HEADER_OCTETS = 20
/** RFC 2865 section 3. */
const MAX_OCTETS = 4096
const DIGEST_OCTETS = 16
const ZEROS = Buffer.alloc(DIGEST_OCTETS)

/**
 * Cuts a datagram to the packet's length field; the rest is padding (RFC 2865 section 3).
 * @throws PacketFault when the length is invalid
 */
function trimToLength(datagram: Buffer): Buffer {
  if (datagram.length < RADIUS_HEADER_OCTETS) throw new PacketFault('malformed', `${datagram.length} octets are no packet`)
  const length = datagram.readUInt16BE(2)
  if (length < RADIUS_HEADER_OCTETS || length > MAX_OCTETS || length > datagram.length) {
    throw new PacketFault('malformed', `length ${length} in a datagram of ${datagram.length}`)
  }
  return datagram.subarray(0, length)
}

/**
 * Calls back for each attribute with its type and the start and end of its value.
 * @throws PacketFault when an attribute exceeds its container (RFC 2865 section 5)
 */
export function eachAttribute(
  octets: Buffer,
  from: number,
  to: number,
  onAttribute: (type: number, from: number, to: number) => void,
): void {
  for (let at = from; at < to; ) {
    const length = octets[at + 1] ?? 0
    if (length < 2 || at + length > to) throw new PacketFault('malformed', `attribute of ${length} octets at ${at}`)
    onAttribute(octets[at] ?? 0, at + 2, at + length)
    at += length
  }
}

/** MD5 over the packet with the given authenticator, and the secret (RFC 2865 section 3, RFC 2866 section 3). */
function digestOf(octets: Buffer, authenticator: Buffer, secret: Buffer): Buffer {
  const text = Buffer.allocUnsafe(octets.length + secret.length)
  octets.copy(text)
  authenticator.copy(text, 4)
  secret.copy(text, octets.length)
  return hash('md5', text, 'buffer')
}

/** HMAC-MD5 over the packet with the given authenticator and a zeroed signature (RFC 3579 section 3.2, RFC 5176 section 3.4). */
function signatureOf(octets: Buffer, at: number, authenticator: Buffer, secret: Buffer): Buffer {
  const text = Buffer.from(octets)
  authenticator.copy(text, 4)
  text.fill(0, at, at + DIGEST_OCTETS)
  return createHmac('md5', secret).update(text).digest()
}

/** Compares in constant time. */
const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

interface ScannedAttributes {
  readonly signedAt: number | undefined
  readonly proxyStates: readonly Buffer[]
}

function scanAttributes(octets: Buffer): ScannedAttributes {
  let signedAt: number | undefined
  const proxyStates: Buffer[] = []
  eachAttribute(octets, RADIUS_HEADER_OCTETS, octets.length, (type, from, to) => {
    if (type === ATTRIBUTE.proxyState) proxyStates.push(octets.subarray(from - 2, to))
    if (type !== ATTRIBUTE.messageAuthenticator) return
    // at most one (RFC 3579 section 3.3), of sixteen octets: a second one would not be verified
    if (signedAt !== undefined || to - from !== DIGEST_OCTETS) throw new PacketFault('malformed', 'Message-Authenticator')
    signedAt = from
  })
  return { signedAt, proxyStates }
}

function verify(octets: Buffer, expected: Buffer, signedWith: Buffer, secret: Buffer): Packet {
  const authenticator = octets.subarray(4, RADIUS_HEADER_OCTETS)
  if (!isEqual(expected, authenticator)) throw new PacketFault('wrong_secret', 'the authenticator is wrong')
  const { signedAt, proxyStates } = scanAttributes(octets)
  checkSignature(octets, signedAt, signedWith, secret)
  const isSigned = signedAt !== undefined
  return { code: octets[0] ?? 0, identifier: octets[1] ?? 0, authenticator, octets, isSigned, proxyStates }
}

function checkSignature(octets: Buffer, at: number | undefined, authenticator: Buffer, secret: Buffer): void {
  if (at === undefined) return
  const signature = signatureOf(octets, at, authenticator, secret)
  if (!isEqual(signature, octets.subarray(at, at + DIGEST_OCTETS))) {
    throw new PacketFault('wrong_secret', 'the Message-Authenticator is wrong')
  }
}

/**
 * Verifies an Accounting-Request or a Disconnect-Request: its authenticator (RFC 2866 section 3, RFC 5176 section 2.3), the shape
 * of its attributes and its Message-Authenticator if it has one. Digests are compared as octets in constant time.
 * @throws PacketFault
 */
export function openRequest(datagram: Buffer, secret: Buffer): Packet {
  const octets = trimToLength(datagram)
  return verify(octets, digestOf(octets, ZEROS, secret), ZEROS, secret)
}

/**
 * Verifies a Status-Server request: its authenticator is random, its Message-Authenticator is required (RFC 5997 section 3).
 * @throws PacketFault
 */
export function openStatusServer(datagram: Buffer, secret: Buffer): Packet {
  const octets = trimToLength(datagram)
  const authenticator = Buffer.from(octets.subarray(4, RADIUS_HEADER_OCTETS))
  const packet = verify(octets, authenticator, authenticator, secret)
  if (!packet.isSigned) throw new PacketFault('malformed', 'Status-Server without a Message-Authenticator')
  return packet
}

/**
 * Verifies the response to an own request (RFC 2865 section 3).
 * @throws PacketFault
 */
export function openResponse(datagram: Buffer, requestAuthenticator: Buffer, secret: Buffer): Packet {
  const octets = trimToLength(datagram)
  return verify(octets, digestOf(octets, requestAuthenticator, secret), requestAuthenticator, secret)
}

const field = (type: number, value: Buffer): Buffer => {
  if (value.length > 253) throw new RangeError(`attribute ${type} of ${value.length} octets`)
  return Buffer.concat([Buffer.from([type, value.length + 2]), value])
}

const vendorId = Buffer.alloc(4)
vendorId.writeUInt32BE(VENDOR_3GPP)

function encodeAttributes(attributes: readonly Attribute[]): Buffer[] {
  return attributes.map(({ type, value, is3gpp }) =>
    is3gpp ? field(ATTRIBUTE.vendorSpecific, Buffer.concat([vendorId, field(type, value)])) : field(type, value),
  )
}

interface PacketDraft {
  readonly code: number
  readonly identifier: number
  readonly secret: Buffer
  /** stands in the authenticator's place when digest and signature are computed */
  readonly seed: Buffer
  readonly fields: readonly Buffer[]
  readonly isSigned: boolean
}

/** Encodes a packet with its signature, if it is signed, and then its authenticator. */
function seal({ code, identifier, secret, seed, fields, isSigned }: PacketDraft): Buffer {
  const signature = isSigned ? [field(ATTRIBUTE.messageAuthenticator, ZEROS)] : []
  // first, so that no forged prefix can precede it (RFC 2865 leaves the order open)
  const octets = Buffer.concat([Buffer.alloc(RADIUS_HEADER_OCTETS), ...signature, ...fields])
  if (octets.length > MAX_OCTETS) throw new RangeError(`a packet of ${octets.length} octets`)
  octets[0] = code
  octets[1] = identifier
  octets.writeUInt16BE(octets.length, 2)
  if (isSigned) signatureOf(octets, RADIUS_HEADER_OCTETS + 2, seed, secret).copy(octets, RADIUS_HEADER_OCTETS + 2)
  digestOf(octets, seed, secret).copy(octets, 4)
  return octets
}

export interface RadiusRequest {
  readonly code: number
  readonly identifier: number
  readonly attributes: readonly Attribute[]
  readonly isSigned?: boolean
}

/** An Accounting-Request (RFC 2866 section 3) or a Disconnect-Request (RFC 5176 section 2.3). @throws RangeError when too long */
export function encodeRequest({ code, identifier, attributes, isSigned = false }: RadiusRequest, secret: Buffer): Buffer {
  return seal({ code, identifier, secret, seed: ZEROS, fields: encodeAttributes(attributes), isSigned })
}

/**
 * Encodes the response to a verified request, with its Proxy-States. It is signed when the request was, except for accounting: no RFC
 * defines the signature there, FreeRADIUS uses zeros and others the request's authenticator, so each would reject the other's.
 */
export function encodeResponse(
  { code: asked, identifier, authenticator, isSigned, proxyStates }: Packet,
  code: number,
  secret: Buffer,
): Buffer {
  return seal({
    code,
    identifier,
    secret,
    seed: authenticator,
    fields: proxyStates,
    isSigned: isSigned && asked !== CODE.accountingRequest,
  })
}
