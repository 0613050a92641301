import { gsmSize } from './gsm-alphabet.ts'

/** Maximum number of messages for one text. */
export const MAX_SMS_SEGMENTS = 10

/**
 * Capacity of a single message, and of each part of a longer one after its header (3GPP TS 23.040 section 9.2.3.24.1).
 */
const CAPACITY = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const

export interface SmsSegments {
  readonly encoding: 'gsm7' | 'ucs2'
  /** septets for GSM 7-bit, 16-bit units for UCS-2 */
  readonly units: number
  /** messages sent and charged; 0 for an empty text */
  readonly segments: number
  /** units left in the last message */
  readonly free: number
}

/** The texts of the messages that a text is split into, in order. */
export interface SmsParts {
  readonly encoding: SmsSegments['encoding']
  readonly parts: readonly string[]
}

interface SplitText extends SmsParts {
  readonly units: number
  readonly free: number
}

/** Counts the short messages of a text. */
export function smsSegments(text: string): SmsSegments {
  const { encoding, parts, units, free } = splitText(text)
  return { encoding, units, segments: parts.length, free }
}

/** Splits a text into the messages that `smsSegments` counts. */
export function smsParts(text: string): SmsParts {
  const { encoding, parts } = splitText(text)
  return { encoding, parts }
}

/** A character of two units is never split. */
function splitText(text: string): SplitText {
  const characters = [...text]
  const septets = characters.map(gsmSize)
  const encoding = septets.includes(undefined) ? 'ucs2' : 'gsm7'
  const sizes = septets.map((size, index) => (encoding === 'gsm7' ? (size ?? 1) : (characters[index]?.length ?? 1)))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { single, part } = CAPACITY[encoding]
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
