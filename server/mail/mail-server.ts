import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'

/** A mail to send. */
export interface OutgoingMail {
  /** stays the same for every attempt: a receiver can detect duplicates (RFC 5322 section 3.6.4) */
  readonly messageId: string
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: Date
}

export type MailResult =
  | { readonly kind: 'sent' }
  /** not sent; `isFinal`: the server rejects it for good (RFC 5321 section 4.2.1: 5yz) */
  | { readonly kind: 'refused'; readonly text: string; readonly isFinal: boolean }
  /** sent, but not acknowledged */
  | { readonly kind: 'unknown'; readonly text: string }

/** The mail server of SMTP_URL. */
export interface MailServer {
  /** never throws */
  readonly send: (mail: OutgoingMail) => Promise<MailResult>
  readonly close: () => void
}

const [CONNECT_MS, SILENCE_MS] = [10_000, 30_000] as const

export function openMailServer({ url, from }: { readonly url: string; readonly from: string }): MailServer {
  const transport = createTransport({
    ...optionsOf(url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  return {
    send: async (mail) => {
      const message = await compose(mail, from)
      let hasBegun = false
      // read when the server has accepted sender and recipient, or shortly before
      const raw = new Readable({
        read() {
          hasBegun = true
          this.push(message)
          this.push(null)
        },
      })
      try {
        await transport.sendMail({ envelope: { from: addressOf(from), to: [mail.address] }, raw })
        return { kind: 'sent' }
      } catch (error) {
        return failureOf(error, hasBegun)
      }
    },
    close: () => transport.close(),
  }
}

/** smtp://user:password@host:587, or smtps://… with implicit TLS. */
function optionsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth = username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return { host: hostname, port: port === '' ? (secure ? 465 : 587) : Number(port), secure, ...auth }
}

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

function compose({ messageId, address, subject, text, html, at }: OutgoingMail, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    to: address,
    subject,
    text,
    html,
    date: at,
    messageId,
    // suppresses automatic replies (RFC 3834 section 5)
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  return composer.compile().build()
}

/** A server that answered has rejected the mail. One that did not answer after the text was sent may have accepted it. */
function failureOf(error: unknown, hasBegun: boolean): MailResult {
  const text = error instanceof Error ? error.message : String(error)
  const code = typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : Number.NaN
  if (Number.isNaN(code)) return hasBegun ? { kind: 'unknown', text } : { kind: 'refused', text, isFinal: false }
  return { kind: 'refused', text, isFinal: code >= 500 && code < 600 }
}
