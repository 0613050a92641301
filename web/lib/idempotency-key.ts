/**
 * A key of 128 random bits, as hex digits: a call that is sent again with it acts once.
 * Not `randomUUID`, which browsers keep from pages that came without TLS.
 */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}
