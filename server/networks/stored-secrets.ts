import type { SecretBox } from '../secrets/secret-box.ts'

/** The context that a secret's seal is bound to. */
const sealContext = (networkId: string, name: string): string => `network:${networkId}:secret:${name}`

/**
 * Opens the secrets of a network for its adapter's settings; absent ones are left out.
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
      return typeof text === 'string' ? [[name, secrets.open(text, sealContext(networkId, name))] as const] : []
    }),
  )
}

/** Seals secrets for the column, each bound to its own context. */
export function sealSecrets(
  secrets: SecretBox,
  networkId: string,
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, secrets.seal(text, sealContext(networkId, name))]),
  )
}
