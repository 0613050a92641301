import { hash, hashRaw, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's second profile (19 MiB, 2 passes, 1 lane): about 25 ms, which makes guessing expensive. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The PHC string to store for a password; it includes salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PARAMETERS)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password is the stored one. Without a stored one (no such account, or none set yet) a decoy is verified, so that the
 * response time does not reveal which addresses exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this one')
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'))
  return matches && typeof stored === 'string'
}

/**
 * The stored hash of a recovery code, 32 bytes. All codes of a user share one salt, so that one hash checks a code against all of
 * them.
 * @param salt 16 random bytes
 */
export function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(code, { ...PARAMETERS, salt, outputLen: 32 })
}
