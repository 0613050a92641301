import { Secret, TOTP } from 'otpauth'

/** Parameters that every app supports (RFC 6238 with the values of its section 1.2 and of RFC 4226 section 5.3). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 section 4 asks for at least 16 bytes and recommends 20. */
const SECRET_BYTES = 20
/** Steps before and after the present one that are accepted: clocks differ, and typing takes time (RFC 6238 section 5.2). */
const WINDOW = 1

/** A new secret, base32. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The otpauth URI for the QR code. */
export function appAddress(secret: string, email: string): string {
  return new TOTP({ ...SHAPE, issuer: 'Enlace', label: email, secret }).toString()
}

/** The 30 s step of a code; undefined when it matches neither the present one nor its neighbours. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...SHAPE, token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta
}
