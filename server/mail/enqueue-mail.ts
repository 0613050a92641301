import type { Language } from '#domain/languages.ts'
import type { Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { notify } from '../db/notifications.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'
import { hideSecret, sealMailSecret } from './mail-secret.ts'
import { MAIL_TEMPLATES, type MailFacts, type MailKind } from './mail-templates.ts'

export interface NewMail<K extends MailKind> {
  readonly kind: K
  readonly facts: MailFacts[K]
  readonly language: Language
  /** each gets a separate mail, and does not see the others */
  readonly addresses: readonly string[]
  readonly companyId: number | null
  readonly at: Date
  /**
   * Text for the reader alone, such as the token of a link in the facts: stored texts have dots in its place, and it is stored
   * sealed until the mail is sent. The table and the outbox contain nothing usable.
   */
  readonly secret?: { readonly text: string; readonly box: SecretBox }
}

export interface EnqueuedMail {
  readonly mailId: number
  readonly state: 'queued' | 'kept'
}

/**
 * Enqueues mails in the transaction that causes them: no mail without its cause, no cause without its mail. Without a mail server
 * they are kept to be read in the portal.
 */
export async function enqueueMail<K extends MailKind>(
  trx: DatabaseTransaction,
  { config }: Pick<Services, 'config'>,
  { kind, facts, language, addresses, companyId, at, secret }: NewMail<K>,
): Promise<EnqueuedMail[]> {
  if (addresses.length === 0) return []
  const content: MailContent = MAIL_TEMPLATES[kind][language](facts)
  const hidden = (text: string): string => (secret ? hideSecret(text, secret.text) : text)
  const state = config.SMTP_URL ? 'queued' : 'kept'
  const rows = await trx
    .insertInto('mails')
    .values(
      addresses.map((address) => ({
        kind,
        language,
        company_id: companyId,
        address,
        subject: content.subject,
        text: hidden(mailText(content, language)),
        html: hidden(mailHtml(content, language)),
        sealed_secret: secret ? sealMailSecret(secret.box, secret.text, address) : null,
        state,
        created_at: at,
        due_at: at,
        settled_at: state === 'kept' ? at : null,
      })),
    )
    .returning('mail_id')
    .execute()
  if (state === 'queued') await notify(trx, 'mailDue')
  return rows.map(({ mail_id }) => ({ mailId: mail_id, state }))
}
