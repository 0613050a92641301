import type { SecretBox } from '../secrets/secret-box.ts'

/** Stands in a mail for its secret wherever it is not its reader who looks. */
const DOTS = '••••••••'

/** Texts that have their secret taken out, and the secret itself, sealed; null: they have none, or it is forgotten. */
interface Sealed {
  readonly address: string
  readonly text: string
  readonly html: string
  readonly sealedSecret: string | null
}

const placeOf = (address: string): string => `mail:${address}`

export const hideSecret = (text: string, secret: string): string => text.replaceAll(secret, DOTS)

export const sealSecret = (box: SecretBox, secret: string, address: string): string => box.seal(secret, placeOf(address))

/**
 * The texts of a mail as its reader gets them.
 * @throws SecretUnreadable when the key is another one by now
 */
export function withSecret<M extends Sealed>(mail: M, box: SecretBox): M {
  if (mail.sealedSecret === null) return mail
  const secret = box.open(mail.sealedSecret, placeOf(mail.address))
  return { ...mail, text: mail.text.replaceAll(DOTS, secret), html: mail.html.replaceAll(DOTS, secret) }
}
