/** Streams of an IPA connection, the framing below CTRL (OsmoBSC user manual, chapter on the control interface). */
export const IPA = { connection: 0xfe, osmo: 0xee } as const

const HEADER = 3

/** A message behind its length in two octets and its stream. */
export function ipaFrame(stream: number, message: Uint8Array): Buffer {
  const header = Buffer.of(message.length >> 8, message.length & 0xff, stream)
  return Buffer.concat([header, message])
}

/** Finds the messages in what comes in, however it was cut. */
export function createIpaReader(take: (stream: number, message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= HEADER) {
      const end = HEADER + rest.readUInt16BE(0)
      if (rest.length < end) return
      const [stream, message] = [rest.readUInt8(2), rest.subarray(HEADER, end)]
      rest = rest.subarray(end)
      take(stream, message)
    }
  }
}
