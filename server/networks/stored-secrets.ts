import type { SecretBox } from '../secrets/secret-box.ts'

/** Where a secret of a network's settings belongs to, for its seal. */
const secretPlace = (networkId: string, name: string): string => `network:${networkId}:secret:${name}`

/**
 * The secrets of a network as its adapter's settings have them; one that was never set is left out.
 * @param sealed the column `networks.sealed_secrets`: sealed texts by name
 * @throws SecretUnreadable
 */
export function openSecrets(
  secrets: SecretBox,
  networkId: string,
  sealed: unknown,
  names: readonly string[],
): Record<string, string> {
  const texts = new Map(Object.entries(Object(sealed)))
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = texts.get(name)
      return typeof text === 'string' ? [[name, secrets.open(text, secretPlace(networkId, name))] as const] : []
    }),
  )
}

/** Seals secrets for the column, each for its own place. */
export function sealSecrets(
  secrets: SecretBox,
  networkId: string,
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, secrets.seal(text, secretPlace(networkId, name))]),
  )
}
