import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A key of AES-256, bytes. */
export const KEY_BYTES = 32
/** Nonce of GCM (NIST SP 800-38D section 8.2.2: 96 random bits, good for 2^32 seals by one key). */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** A secret of the database cannot be decrypted. The message is one sentence without anything of the secret. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

/** Encrypts secrets of the database, such as passwords of networks; they are decrypted only where they are used. */
export interface SecretBox {
  /**
   * @param context what the secret belongs to, such as `network:andes:smpp`: it cannot be opened in another context
   * @returns text without blanks, different each time
   */
  readonly seal: (secret: string, context: string) => string
  /** @throws SecretUnreadable when it was sealed with another key or context, or was changed */
  readonly open: (sealed: string, context: string) => string
  /**
   * A name in the place of a value, always the same, from which the value can't be found without the key; 64 hexadecimal digits.
   * @param context for whom: another one gives another name
   */
  readonly pseudonym: (value: string, context: string) => string
}

/**
 * Secrets encrypted with AES-256-GCM.
 * @param key 32 bytes
 */
export function createSecretBox(key: Buffer): SecretBox {
  const keyName = createHash('sha256').update(key).digest('hex').slice(0, 8)
  // a key of its own, so that names give away nothing of secrets
  const nameKey = Buffer.from(hkdfSync('sha256', key, '', 'pseudonym', KEY_BYTES))
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${keyName}.${sealed.toString('base64url')}`
    },
    open: (sealed, context) => {
      const [version, sealedWith, text = ''] = sealed.split('.')
      if (version !== VERSION) throw new SecretUnreadable('A secret in the database is not in a form that is known here.')
      if (sealedWith !== keyName) {
        throw new SecretUnreadable(
          `A secret in the database was sealed with key ${sealedWith}, and the present SECRET_KEY is ${keyName}.`,
        )
      }
      return decipher(key, Buffer.from(text, 'base64url'), context)
    },
    pseudonym: (value, context) => createHmac('sha256', nameKey).update(`${context}\n${value}`).digest('hex'),
  }
}

function decipher(key: Buffer, sealed: Buffer, context: string): string {
  const changed = new SecretUnreadable('A secret in the database was changed, or belongs to something else.')
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw changed
  const opener = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  opener.setAAD(Buffer.from(context))
  opener.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([opener.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), opener.final()]).toString('utf8')
  } catch (cause) {
    throw Object.assign(changed, { cause })
  }
}
