import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

/** A secret in the form that libraries of Standard Webhooks take. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface Signed {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/**
 * The headers by which a receiver knows that a message is ours, and when it was sent.
 * @param secrets each gives a signature: two while one takes the place of the other
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
