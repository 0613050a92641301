/** The serving network, area and cell: numbers as in 3GPP TS 23.003; undefined where the format has none. */
export interface UserLocation {
  /** '730-02' (ITU-T E.212) */
  readonly servingNetwork: string
  /** location, routing or tracking area code */
  readonly areaCode: number | undefined
  /** CI, SAC, ECI or NCI */
  readonly cellId: number | undefined
}

/** Decodes a PLMN: three octets of digits, low half first (3GPP TS 24.008 section 10.5.1.3); undefined when invalid. */
function plmnAt(octets: Buffer, at: number): string | undefined {
  const [one = 0, two = 0, three = 0] = octets.subarray(at, at + 3)
  const mcc = [one & 15, one >> 4, two & 15]
  const mnc = [three & 15, three >> 4, ...(two >> 4 === 15 ? [] : [two >> 4])]
  return [...mcc, ...mnc].every((digit) => digit <= 9) ? `${mcc.join('')}-${mnc.join('')}` : undefined
}

interface LocationFormat {
  readonly length: number
  readonly area?: (octets: Buffer) => number
  readonly cell?: (octets: Buffer) => number
}

const shortAt = (at: number) => (octets: Buffer) => octets.readUInt16BE(at)
const ECI = 0x0fff_ffff
/** An NCI: 36 bits, of which the first four share an octet with spare bits (TS 38.413 section 9.3.1.7). */
const nciAt = (at: number) => (octets: Buffer) => ((octets[at] ?? 0) & 15) * 2 ** 32 + octets.readUInt32BE(at + 1)

/**
 * The formats of 3GPP-User-Location-Info by their first octet, the Geographic Location Type (TS 29.061 section 16.4.7.2); a PLMN
 * follows in each. Positions count from that octet.
 */
const FORMATS: Readonly<Record<number, LocationFormat>> = {
  // CGI, SAI, RAI (TS 29.060 section 7.7.51)
  0: { length: 8, area: shortAt(4), cell: shortAt(6) },
  1: { length: 8, area: shortAt(4), cell: shortAt(6) },
  2: { length: 8, area: shortAt(4) },
  // TAI, ECGI, TAI and ECGI (TS 29.274 section 8.21)
  128: { length: 6, area: shortAt(4) },
  129: { length: 8, cell: (octets) => octets.readUInt32BE(4) & ECI },
  130: { length: 13, area: shortAt(4), cell: (octets) => octets.readUInt32BE(9) & ECI },
  // NCGI, 5GS TAI, 5GS TAI and NCGI
  135: { length: 9, cell: nciAt(4) },
  136: { length: 7, area: (octets) => octets.readUIntBE(4, 3) },
  137: { length: 15, area: (octets) => octets.readUIntBE(4, 3), cell: nciAt(10) },
}

/** Decodes 3GPP-User-Location-Info; undefined when the format is unknown or truncated. */
export function userLocationOf(octets: Buffer): UserLocation | undefined {
  const form = FORMATS[octets[0] ?? 255]
  if (!form || octets.length < form.length) return undefined
  const servingNetwork = plmnAt(octets, 1)
  if (servingNetwork === undefined) return undefined
  return { servingNetwork, areaCode: form.area?.(octets), cellId: form.cell?.(octets) }
}

function plmnOctets(servingNetwork: string): Buffer {
  const [mcc = '', mnc = ''] = servingNetwork.split('-')
  const digit = (text: string, at: number): number => Number(text[at] ?? 15)
  return Buffer.from([
    (digit(mcc, 1) << 4) | digit(mcc, 0),
    (digit(mnc, 2) << 4) | digit(mcc, 2),
    (digit(mnc, 1) << 4) | digit(mnc, 0),
  ])
}

/** Encodes an LTE tracking area and cell as TAI and ECGI. */
export function encodeUserLocation(servingNetwork: string, areaCode: number, cellId: number): Buffer {
  const octets = Buffer.alloc(13)
  octets[0] = 130
  const plmn = plmnOctets(servingNetwork)
  plmn.copy(octets, 1)
  octets.writeUInt16BE(areaCode & 0xffff, 4)
  plmn.copy(octets, 6)
  octets.writeUInt32BE(cellId & ECI, 9)
  return octets
}
