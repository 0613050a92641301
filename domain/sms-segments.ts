import { gsmSize } from './gsm-alphabet.ts'

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

/** The text of each message that a text is sent as, in order. */
export interface SmsParts {
  readonly encoding: SmsSegments['encoding']
  readonly parts: readonly string[]
}

interface Cut extends SmsParts {
  readonly units: number
  readonly free: number
}

/** How a text is sent as short messages. */
export function smsSegments(text: string): SmsSegments {
  const { encoding, parts, units, free } = cut(text)
  return { encoding, units, segments: parts.length, free }
}

/** A text cut into the messages that `smsSegments` counts. */
export function smsParts(text: string): SmsParts {
  const { encoding, parts } = cut(text)
  return { encoding, parts }
}

/** A character that takes two units is never cut in two. */
function cut(text: string): Cut {
  const characters = [...text]
  const septets = characters.map(gsmSize)
  const encoding = septets.includes(undefined) ? 'ucs2' : 'gsm7'
  const sizes = septets.map((size, index) => (encoding === 'gsm7' ? (size ?? 1) : (characters[index]?.length ?? 1)))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { single, part } = ROOM[encoding]
  if (units <= single) return { encoding, units, parts: units === 0 ? [] : [text], free: single - units }
  const parts = ['']
  let used = 0
  for (const [index, size] of sizes.entries()) {
    if (used + size > part) {
      parts.push('')
      used = 0
    }
    parts[parts.length - 1] += characters[index] ?? ''
    used += size
  }
  return { encoding, units, parts, free: part - used }
}
