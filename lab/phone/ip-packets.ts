import { FRAME_OCTETS } from './llc.ts'
import { octets, u16 } from './octets.ts'

/** Octets of IP and UDP headers (RFC 791, RFC 768). */
export const HEADER_OCTETS = 28
const UDP = 17
/** Port 9 discards what it receives (RFC 863). */
const [FROM_PORT, TO_PORT] = [40_000, 9] as const

const address = (text: string): Buffer => Buffer.from(text.split('.').map(Number))

function internetSum(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}

/** A UDP datagram of a size with headers, the size that a network charges. */
export function datagram(from: string, to: string, size: number): Buffer {
  const header = octets(0x45, 0, u16(size), 0, 0, 0, 0, 64, UDP, 0, 0, address(from), address(to))
  header.writeUInt16BE(internetSum(header), 10)
  const data = Buffer.alloc(size - HEADER_OCTETS)
  return octets(header, u16(FROM_PORT), u16(TO_PORT), u16(size - 20), 0, 0, data)
}

const [SN_UNITDATA, FIRST, MORE] = [0x20, 0x40, 0x10] as const

/** Splits a packet into segments that fit a frame (SN-UNITDATA without compression, 3GPP TS 44.065 section 7.2). */
export function segmentsOf(packet: Buffer, number: number, session: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0, n = 0; at < packet.length; n++) {
    const isFirst = n === 0
    const data = packet.subarray(at, at + FRAME_OCTETS - (isFirst ? 4 : 3))
    at += data.length
    const flags = SN_UNITDATA | (isFirst ? FIRST : 0) | (at < packet.length ? MORE : 0) | session
    pieces.push(octets(flags, ...(isFirst ? [0] : []), u16((n << 12) | number), data))
  }
  return pieces
}
