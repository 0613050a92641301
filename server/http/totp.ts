import { Secret, TOTP } from 'otpauth'

/** What every app can do (RFC 6238 with the values of its section 1.2 and of RFC 4226 section 5.3). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 section 4 asks for at least 16 bytes and recommends 20. */
const SECRET_BYTES = 20
/** Steps before and after the present one that are taken: clocks differ, and typing takes time (RFC 6238 section 5.2). */
const WINDOW = 1

/** A new secret, base32. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The secret as the address that a QR code carries to the app. */
export function appAddress(secret: string, email: string): string {
  return new TOTP({ ...SHAPE, issuer: 'Enlace', label: email, secret }).toString()
}

/** The 30 s step to which the code belongs; undefined when it is none of the present or its neighbours. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...SHAPE, token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta
}
