/** Characters of the GSM 7-bit default alphabet (3GPP TS 23.038 section 6.2.1), one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Those of its extension table (section 6.2.1.1), an escape and a septet. */
const EXTENDED = '\f^{}\\[~]|€'

const BASIC_SET: ReadonlySet<string> = new Set(BASIC)
const EXTENDED_SET: ReadonlySet<string> = new Set(EXTENDED)

/** Messages that one text may become. */
export const MAX_SMS_SEGMENTS = 10

/** Units that a single message holds, and each part of a longer one behind its header (3GPP TS 23.040 section 9.2.3.24.1). */
const ROOM = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const

export interface SmsSegments {
  readonly encoding: 'gsm7' | 'ucs2'
  /** septets for GSM 7-bit, 16-bit units for UCS-2 */
  readonly units: number
  /** messages that are sent and paid for; 0 for an empty text */
  readonly segments: number
  /** units still free in the last one */
  readonly free: number
}

/** How a text is sent as short messages. A character that takes two units is never cut in two. */
export function smsSegments(text: string): SmsSegments {
  const characters = [...text]
  const isGsm = characters.every((char) => BASIC_SET.has(char) || EXTENDED_SET.has(char))
  const encoding = isGsm ? 'gsm7' : 'ucs2'
  const sizes = characters.map((char) => (isGsm ? (EXTENDED_SET.has(char) ? 2 : 1) : char.length))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { single, part } = ROOM[encoding]
  if (units <= single) return { encoding, units, segments: units === 0 ? 0 : 1, free: single - units }
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { encoding, units, segments, free: part - used }
}
