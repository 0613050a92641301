import type { SecretBox } from '../secrets/secret-box.ts'

const DOT = '•'
/** Replaces a mail's secret for everyone but its reader. */
const DOTS = DOT.repeat(8)

/** Texts without their secret, and the secret itself, sealed; null: there is none, or it was deleted. */
interface SealedMail {
  readonly address: string
  readonly text: string
  readonly html: string
  readonly sealedSecret: string | null
}

const secretContext = (address: string): string => `mail:${address}`

/** Dots of other texts, such as names, become others: the secret would be put there, too, perhaps behind another's address. */
export const hideSecret = (text: string, secret: string): string => text.replaceAll(DOT, '·').replaceAll(secret, DOTS)

export const sealMailSecret = (box: SecretBox, secret: string, address: string): string =>
  box.seal(secret, secretContext(address))

/**
 * The texts of a mail for its reader.
 * @throws SecretUnreadable when the key has changed
 */
export function withSecret<M extends SealedMail>(mail: M, box: SecretBox): M {
  if (mail.sealedSecret === null) return mail
  const secret = box.open(mail.sealedSecret, secretContext(mail.address))
  return { ...mail, text: mail.text.replaceAll(DOTS, secret), html: mail.html.replaceAll(DOTS, secret) }
}
