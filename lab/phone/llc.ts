import { octets } from './octets.ts'

/** Service access points (3GPP TS 44.064 section 6.2.3): signalling, or a session's packets. */
export const SAPI = { signalling: 1, packets: 3 } as const
/** Largest content of a frame of packets, octets (section 8.9.8, N201-U). */
export const FRAME_OCTETS = 500

const UNACKNOWLEDGED = 0xc0
const CHECK_OCTETS = 3
/** Reversed polynomial of the check sequence (section 5.5). */
const POLYNOMIAL = 0xad85dd

const CHECKS = Uint32Array.from({ length: 256 }, (_, octet) => {
  let check = octet
  for (let bit = 0; bit < 8; bit++) check = (check & 1) === 1 ? (check >>> 1) ^ POLYNOMIAL : check >>> 1
  return check
})

function checkOf(content: Uint8Array): Buffer {
  let check = 0xffffff
  for (const octet of content) check = (check >>> 8) ^ (CHECKS[(check ^ octet) & 0xff] ?? 0)
  check = ~check & 0xffffff
  return Buffer.of(check & 0xff, (check >> 8) & 0xff, check >> 16)
}

/** A frame of unacknowledged information, not ciphered (section 6.4.1.4); `number` counts those of a SAPI. */
export function llcFrame(sapi: number, number: number, content: Uint8Array): Buffer {
  const frame = octets(sapi, UNACKNOWLEDGED | ((number >> 6) & 7), ((number & 63) << 2) | 1, content)
  return octets(frame, checkOf(frame))
}

/** Parses a frame; undefined for other frames than unacknowledged information. */
export function readLlcFrame(frame: Buffer): { readonly sapi: number; readonly content: Buffer } | undefined {
  const [address = 0, control = 0] = frame
  if ((control & 0xe0) !== UNACKNOWLEDGED) return undefined
  return { sapi: address & 15, content: frame.subarray(3, -CHECK_OCTETS) }
}
