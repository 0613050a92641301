import { hash, hashRaw, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's second profile (19 MiB, 2 passes, 1 lane): about 25 ms, so that guessing stays dear. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The PHC string to store for a password; salt and parameters are in it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PARAMETERS)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password is the stored one. Without a stored one (no such account, or none set yet) the same work is done
 * against a decoy, so that the time of the answer does not tell which addresses exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this one')
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'))
  return matches && typeof stored === 'string'
}

/**
 * What is stored of a recovery code, 32 bytes. All codes of a person have one salt: whichever of them is typed, one hash tells.
 * @param salt 16 random bytes
 */
export function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(code, { ...PARAMETERS, salt, outputLen: 32 })
}
