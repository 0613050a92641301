/** Streams of an IPA connection, the framing below CTRL (OsmoBSC user manual, chapter on the control interface). */
export const IPA = { connection: 0xfe, osmo: 0xee } as const

const HEADER_OCTETS = 3

/** Prepends the length in two octets and the stream. */
export function ipaFrame(stream: number, message: Uint8Array): Buffer {
  const header = Buffer.of(message.length >> 8, message.length & 0xff, stream)
  return Buffer.concat([header, message])
}

/** Assembles messages from chunks of any size. */
export function createIpaReader(onMessage: (stream: number, message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= HEADER_OCTETS) {
      const end = HEADER_OCTETS + rest.readUInt16BE(0)
      if (rest.length < end) return
      const [stream, message] = [rest.readUInt8(2), rest.subarray(HEADER_OCTETS, end)]
      rest = rest.subarray(end)
      onMessage(stream, message)
    }
  }
}
