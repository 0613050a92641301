import { MINUTE_MS } from './time.ts'

/**
 * A terminal logs in as a device without a browser does (RFC 8628): it shows a short code, which a person confirms in the portal. The
 * key is made by the terminal and stays there; the portal stores its hash alone.
 */

/** Consonants without Y, so that no word appears, and none that looks like another one (RFC 8628, section 6.1): 20^8 codes, 34 bits. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LETTERS_OF_CODE = 8

/** For how long a code can be confirmed, milliseconds. */
export const DEVICE_LOGIN_MS = 10 * MINUTE_MS
/** How often a terminal asks, seconds (RFC 8628, section 3.2). */
export const DEVICE_POLL_S = 3
/** Longest name of a machine, characters. */
export const DEVICE_NAME_MAX = 50

/** pending: not answered yet; expired: not answered in time, or no login of this key. */
export const DEVICE_LOGIN_STATES = ['pending', 'approved', 'refused', 'expired'] as const

/**
 * A code as people read it, BCDF-GHJK.
 * @param draw an evenly distributed integer from 0 to below its argument
 */
export function makeUserCode(draw: (below: number) => number): string {
  const letters = Array.from({ length: LETTERS_OF_CODE }, () => USER_CODE_LETTERS[draw(USER_CODE_LETTERS.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** A typed code as it was shown: whatever its case, spaces and hyphens; undefined when it is none. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isCode = letters.length === LETTERS_OF_CODE && [...letters].every((letter) => USER_CODE_LETTERS.includes(letter))
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined
}
