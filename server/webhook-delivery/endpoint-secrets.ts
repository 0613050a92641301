import type { SecretBox } from '../secrets/secret-box.ts'

interface SealedSecrets {
  readonly companyId: number
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
}

const placeOf = (companyId: number): string => `webhook:${companyId}`

/** A secret as the database keeps it. */
export const sealSecret = (box: SecretBox, companyId: number, secret: string): string => box.seal(secret, placeOf(companyId))

/** The secrets that sign for an endpoint now: its own, and the one before for a day. Throws SecretUnreadable. */
export function endpointSecrets(
  box: SecretBox,
  { companyId, secret, previousSecret, previousSecretUntil }: SealedSecrets,
  now: Date,
): string[] {
  const isBoth = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  return [secret, ...(isBoth ? [previousSecret] : [])].map((sealed) => box.open(sealed, placeOf(companyId)))
}
