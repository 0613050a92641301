import { sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { inTransaction, portalUrl, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import type { SupportFacts, SupportMailItem } from '#server/mail/support-mail.ts'

type MailServices = Pick<Services, 'db' | 'clock' | 'config'>

/** Conversations per round; the others follow in the next. */
const CONVERSATIONS_PER_ROUND = 50
/** Administrators who are notified of unassigned conversations. */
const MAX_RECIPIENTS = 20

interface DueConversation extends SupportMailItem {
  readonly companyId: number
  readonly language: Language
  /** null: the reader has no address any more */
  readonly email: string | null
}

const LAST_OF = (side: 'person' | 'operator') => sql`
  LATERAL (
    SELECT m.text, m.author FROM support_messages m
    WHERE m.company_id = s.company_id AND m.conversation_id = s.conversation_id AND m.side = ${side}
    ORDER BY m.message_no DESC LIMIT 1
  ) m`

/**
 * Mails users about answers that they have not read in time.
 * @returns the number of conversations
 */
export async function notifyPeople(services: MailServices): Promise<number> {
  const now = services.clock()
  if (!(await isAnyDue(services, now, 'person_mail_due_at'))) return 0
  return inTransaction(services, async (trx) => {
    const due = await claimDueConversations(trx, now, 'person')
    for (const { companyId, language, email, ...news } of due) {
      if (email === null) continue
      const facts: SupportFacts = { to: 'person', items: [news], address: `${portalUrl(services)}/#support` }
      await enqueueMail(trx, services, { kind: 'support', facts, language, addresses: [email], companyId, at: now })
    }
    return due.length
  })
}

/** Mails administrators about messages not read in time: one mail each, with all conversations. */
export async function notifyOperator(services: MailServices): Promise<number> {
  const now = services.clock()
  if (!(await isAnyDue(services, now, 'operator_mail_due_at'))) return 0
  return inTransaction(services, async (trx) => {
    const due = await claimDueConversations(trx, now, 'operator')
    const { rows } = await sql<{ email: string }>`
      SELECT email FROM users WHERE is_admin AND deactivated_at IS NULL ORDER BY user_id LIMIT ${MAX_RECIPIENTS}`.execute(trx)
    const readers = new Map<string, { language: Language; news: SupportMailItem[] }>()
    for (const { email, language, companyId: _, ...news } of due) {
      for (const address of email === null ? rows.map((row) => row.email) : [email]) {
        const reader = readers.get(address) ?? { language, news: [] }
        reader.news.push(news)
        readers.set(address, reader)
      }
    }
    for (const [address, { language, news }] of readers) {
      const facts: SupportFacts = { to: 'operator', items: news, address: `${portalUrl(services)}/support` }
      await enqueueMail(trx, services, { kind: 'support', facts, language, addresses: [address], companyId: null, at: now })
    }
    return due.length
  })
}

async function isAnyDue({ db }: MailServices, now: Date, column: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM support_conversations WHERE ${sql.ref(column)} <= ${now} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Claims what is due for one side: a concurrent process finds the same rows done. */
async function claimDueConversations(
  trx: DatabaseTransaction,
  now: Date,
  side: 'person' | 'operator',
): Promise<DueConversation[]> {
  const isPerson = side === 'person'
  const [due, notified, unread] = (['mail_due_at', 'told_at', 'unread'] as const).map((name) => sql.ref(`${side}_${name}`))
  const { rows: locked } = await sql<{ companyId: number; id: number }>`
    SELECT company_id AS "companyId", conversation_id AS id FROM support_conversations
    WHERE ${due} <= ${now} ORDER BY company_id, conversation_id LIMIT ${CONVERSATIONS_PER_ROUND} FOR NO KEY UPDATE`.execute(trx)
  const keys = sql`unnest(${locked.map(({ companyId }) => companyId)}::int[], ${locked.map(({ id }) => id)}::bigint[]) AS k(company_id, id)`
  const { rows } = await sql<DueConversation>`
    SELECT s.company_id AS "companyId", m.author, m.text, ${sql.ref(`s.${side}_unread`)} AS unread,
      ${isPerson ? sql`''` : sql`c.business_name`} AS company, ${sql.ref(`s.${side}_language`)} AS language, r.email
    FROM ${keys}
    JOIN support_conversations s ON s.company_id = k.company_id AND s.conversation_id = k.id
    JOIN companies c ON c.company_id = s.company_id
    CROSS JOIN ${LAST_OF(isPerson ? 'operator' : 'person')}
    LEFT JOIN users r ON r.user_id = ${isPerson ? sql`s.user_id` : sql`s.assigned_to AND r.is_admin`} AND r.deactivated_at IS NULL
    ORDER BY s.last_at`.execute(trx)
  await sql`
    UPDATE support_conversations s SET ${due} = NULL, ${notified} = CASE WHEN ${unread} > 0 THEN ${now}::timestamptz END
    FROM ${keys} WHERE s.company_id = k.company_id AND s.conversation_id = k.id`.execute(trx)
  return rows.filter((row) => row.unread > 0)
}
