const PREFIX = 'enl_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Digits of base 62 that hold 256 and 32 bits. */
const SECRET_LENGTH = 43
const CHECK_LENGTH = 6
/** Leading characters of a key that stay visible, so that people can identify it. */
const HINT_LENGTH = 10

/** Longest name of a key, characters. */
export const API_KEY_NAME_MAX = 60
/** Maximum number of addresses a key can be restricted to. */
export const API_KEY_ADDRESSES_MAX = 50

function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let place = 0; place < length; place++) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`
    rest /= 62n
  }
  return text
}

/** CRC-32 as of ISO 3309, over ASCII. */
function crc32(text: string): bigint {
  let crc = 0xffffffff
  for (const char of text) {
    crc ^= char.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return BigInt((crc ^ 0xffffffff) >>> 0)
}

const checkOf = (secret: string): string => base62(crc32(secret), CHECK_LENGTH)

/**
 * Formats a key: `enl_`, 256 bits in base 62, and their CRC-32, so that secret scanners recognise leaked keys offline.
 * @param random 32 bytes from a cryptographic generator
 */
export function formatApiKey(random: Uint8Array): string {
  const number = random.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const secret = base62(number, SECRET_LENGTH)
  return `${PREFIX}${secret}${checkOf(secret)}`
}

/** Whether a text has the form of a key, checksum included; whether such a key exists is a separate question. */
export function isApiKey(text: string): boolean {
  if (!text.startsWith(PREFIX) || text.length !== PREFIX.length + SECRET_LENGTH + CHECK_LENGTH) return false
  const secret = text.slice(PREFIX.length, -CHECK_LENGTH)
  return /^[0-9A-Za-z]+$/.test(secret) && text.endsWith(checkOf(secret))
}

/** The visible beginning of a key: enough to identify it, far too little to guess it. */
export const apiKeyHint = (key: string): string => key.slice(0, HINT_LENGTH)

const ACTOR = 'api-key:'

/** The actor name of a key in histories, where people appear by their e-mail. */
export const apiKeyActor = (name: string): string => ACTOR + name

/** Whether an actor in a history is an API key; no mail is sent to those. */
export const isApiKeyActor = (actor: string): boolean => actor.startsWith(ACTOR)

export type ApiKeyState = 'active' | 'expired' | 'orphaned' | 'revoked'
export const API_KEY_STATES = ['active', 'expired', 'orphaned', 'revoked'] as const satisfies readonly ApiKeyState[]

/**
 * The state of a key at a moment. Orphaned: its creator was deleted or left the company. A key that expired before it
 * was revoked stays `expired`.
 */
export function apiKeyState(
  key: { readonly revokedAt: Date | null; readonly expiresAt: Date | null; readonly hasMaker: boolean },
  now: Date,
): ApiKeyState {
  if (key.expiresAt && key.expiresAt <= (key.revokedAt ?? now)) return 'expired'
  if (key.revokedAt) return 'revoked'
  return key.hasMaker ? 'active' : 'orphaned'
}
