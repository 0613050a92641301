/**
 * A key of 128 random bits, as hex digits: the server executes a call with it once. Not `randomUUID`, which browsers
 * offer only to pages loaded over TLS.
 */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}
