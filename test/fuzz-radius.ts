import { CODE, VENDOR_3GPP } from '#server/ingest/radius/attributes.ts'
import { type Attribute, encodeRequest, openRequest, PacketFault } from '#server/ingest/radius/packet.ts'
import { readAccounting } from '#server/ingest/radius/read-accounting.ts'
import type { FuzzRandom } from './fuzz-random.ts'

interface Fuzzed {
  readonly packets: number
  /** that were not changed in any octet that counts */
  readonly accepted: number
  readonly refused: number
}

const ARRIVAL = { clientId: 1, address: '127.0.0.1', receivedAtMs: Date.UTC(2026, 10, 21) }
/** Attributes that mean something get random values of likely lengths more often than all others. */
const KNOWN = [1, 4, 8, 26, 30, 31, 32, 33, 40, 41, 42, 43, 44, 46, 49, 52, 53, 55, 80, 95, 97, 101, 123, 168]
const LENGTHS = [0, 1, 2, 4, 4, 4, 6, 8, 15, 16, 17, 18, 40, 247]

function randomAttribute(random: FuzzRandom): Attribute {
  const type = random.chance(2 / 3) ? random.pick(KNOWN) : random.below(256)
  if (type === 26 && random.chance(1 / 2))
    return { type: random.below(30), value: random.bytes(random.pick(LENGTHS) % 240), is3gpp: true }
  const value = random.bytes(random.pick(LENGTHS))
  // something in the shape of 3GPP's, with lengths that do not fit
  if (type === 26 && value.length > 4) value.writeUInt32BE(VENDOR_3GPP)
  if (type === 40 && value.length === 4) value.writeUInt32BE(random.below(12))
  return { type, value }
}

/** Required attributes: without them nearly all packets would be rejected as malformed at once. */
const WHOLE: readonly Attribute[] = [
  { type: 40, value: Buffer.from([0, 0, 0, 3]) },
  { type: 44, value: Buffer.from('A1') },
]

/** Each of so many packets is a true one, so that acceptance is tested too. Of random attributes few can be read. */
export const READABLE_EACH = 64

/** Changes octets, or cuts, lengthens or rearranges: as a line or an enemy does. */
function mutated(packet: Buffer, random: FuzzRandom): Buffer {
  const copy = Buffer.from(packet)
  for (let times = 1 + random.below(5); times > 0; times--) copy[random.below(copy.length)] = random.below(256)
  const how = random.below(6)
  if (how === 0) return copy.subarray(0, random.below(copy.length + 1))
  if (how === 1) return Buffer.concat([copy, random.bytes(1 + random.below(63))])
  if (how === 2) copy.writeUInt16BE(random.below(65_536), 2)
  if (how === 3) return random.bytes(random.below(4200))
  return copy
}

/** Whether it says the same: what follows the length is padding. */
const isSame = (datagram: Buffer, packet: Buffer): boolean => datagram.subarray(0, packet.length).equals(packet)

/**
 * Makes packets, changes most of them, and has them judged. A true one of whatever content may be read or called malformed.
 * @throws when a changed one is accepted, or when anything else happens than a PacketFault
 */
export function fuzz(packets: number, secret: Buffer, random: FuzzRandom): Fuzzed {
  let accepted = 0
  let refused = 0
  for (let made = 0; made < packets; made++) {
    const isReadable = made % READABLE_EACH === 0
    const required = isReadable || made % 4 > 0 ? WHOLE : []
    const attributes = [
      ...required,
      ...Array.from({ length: isReadable ? 0 : random.below(12) }, () => randomAttribute(random)),
    ]
    const packet = encodeRequest(
      { code: CODE.accountingRequest, identifier: made & 255, attributes, isSigned: made % 3 === 0 },
      secret,
    )
    const datagram = made % 8 === 0 ? packet : mutated(packet, random)
    try {
      readAccounting(openRequest(datagram, secret), ARRIVAL)
      if (!isSame(datagram, packet)) throw new Error(`a forgery was accepted: ${datagram.toString('hex')}`)
      accepted++
    } catch (error) {
      if (!(error instanceof PacketFault)) throw error
      refused++
    }
  }
  return { packets, accepted, refused }
}
