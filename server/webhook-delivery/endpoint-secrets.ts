import type { SecretBox } from '../secrets/secret-box.ts'

interface SealedSecrets {
  readonly companyId: number
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
}

const sealContext = (companyId: number): string => `webhook:${companyId}`

/** Seals a secret for the database. */
export const sealEndpointSecret = (box: SecretBox, companyId: number, secret: string): string =>
  box.seal(secret, sealContext(companyId))

/**
 * The secrets that sign for an endpoint at a moment: the current one, and the previous one for a day.
 * @throws SecretUnreadable
 */
export function openEndpointSecrets(
  box: SecretBox,
  { companyId, secret, previousSecret, previousSecretUntil }: SealedSecrets,
  now: Date,
): string[] {
  const isBoth = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  return [secret, ...(isBoth ? [previousSecret] : [])].map((sealed) => box.open(sealed, sealContext(companyId)))
}
