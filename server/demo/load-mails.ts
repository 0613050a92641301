import { sql } from 'kysely'
import { requestTotals } from '#domain/requests.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { portalUrl, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { requestLines, type StoredRequest } from '#server/features/requests/request-row.ts'
import { sendInvitation } from '#server/features/users/invite.ts'
import type { AlarmMailItem } from '#server/mail/alarm-mail.ts'
import { enqueueMail, type NewMail } from '#server/mail/enqueue-mail.ts'
import type { MailKind } from '#server/mail/mail-templates.ts'
import type { SecurityEvent } from '#server/mail/security-mail.ts'
import { BLOCKED, blockedAt, INVITATIONS, invitedAt, officeAddress, PASSWORD_CHANGED, passwordChangedAt } from './people.ts'

/** What mails are made with. */
export type MailParts = Pick<Services, 'config' | 'secrets'>

/** A mail that waits for its turn: the newest has the highest number. */
interface DemoMail {
  readonly at: Date
  readonly send: (trx: DatabaseTransaction) => Promise<unknown>
}

const OPERATOR = 'admin@enlace.test'
/** Days of which there are mails about requests and alarms. */
const DAYS = 10
/** An unread message of the chat is mailed after so long. */
const UNREAD_MS = 10 * MINUTE_MS

/**
 * Mails of the last days about what happened in the demo, none of them sent: also beside a mail server they are only kept, as if there
 * had been none.
 */
export async function loadMails(trx: DatabaseTransaction, given: MailParts, now: Date): Promise<void> {
  const parts = { ...given, config: { ...given.config, SMTP_URL: undefined } }
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const mails = [
    ...(await invitations(trx, parts, now)),
    ...(await requestMails(trx, parts, since)),
    ...(await alarmMails(trx, parts, since)),
    ...(await supportMails(trx, parts)),
    ...securityMails(parts, now),
  ]
  for (const { send } of mails.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await send(trx)
}

const mailOf = <K extends MailKind>(parts: MailParts, mail: NewMail<K>): DemoMail => ({
  at: mail.at,
  send: (trx) => enqueueMail(trx, parts, mail),
})

async function invitations(trx: DatabaseTransaction, parts: MailParts, now: Date): Promise<DemoMail[]> {
  const emails = INVITATIONS.flatMap(({ email, by }) => [email, by])
  const users = await trx
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id as userId', 'u.company_id as companyId', 'c.business_name as companyName', 'u.email', 'u.name'])
    .select('u.last_name as lastName')
    .where('u.email', 'in', emails)
    .execute()
  return INVITATIONS.flatMap((invitation) => {
    const user = users.find(({ email }) => email === invitation.email)
    const actor = users.find(({ email }) => email === invitation.by)
    if (!user || !actor) return []
    return invitedAt(now, invitation).map((at) => ({
      at,
      send: (trx: DatabaseTransaction) => sendInvitation(trx, { ...parts, now: at, actor }, user, 'es'),
    }))
  })
}

interface MailedStep extends Omit<StoredRequest, 'language'> {
  readonly at: Date
  readonly actor: string
  readonly reason: string
}

/** As after each step: to the requester of what others did and of receipt, and to the operator of what customers did. */
async function requestMails(trx: DatabaseTransaction, parts: MailParts, since: Date): Promise<DemoMail[]> {
  const { rows } = await sql<MailedStep>`
    SELECT r.company_id AS "companyId", r.request_id AS "requestId", c.business_name AS company, r.user_id AS "userId", r.requester,
      s.to_state AS state, s.step_no AS "stepNo", r.type, r.sim_quantity AS "simQuantity", r.delivery_address AS "deliveryAddress",
      r.note, r.carrier, r.tracking, r.submitted_at AS "submittedAt", r.resolved_at AS "resolvedAt", s.at, s.actor, s.note AS reason
    FROM request_steps s JOIN requests r ON r.company_id = s.company_id AND r.request_id = s.request_id
    JOIN companies c ON c.company_id = r.company_id
    WHERE s.from_state IS NOT NULL AND s.at > ${since}`.execute(trx)
  const mails: DemoMail[] = []
  for (const { at, actor, ...step } of rows) {
    const lines = await requestLines(trx, step)
    const facts = { ...step, lines, totals: requestTotals(lines), portal: portalUrl(parts), to: 'customer' } as const
    const forOperator = { ...facts, to: 'operator' } as const
    const mail = { kind: 'request', language: 'es', companyId: step.companyId, at } as const
    if (step.state === 'submitted' || actor !== step.requester)
      mails.push(mailOf(parts, { ...mail, facts, addresses: [step.requester] }))
    if (actor !== OPERATOR) mails.push(mailOf(parts, { ...mail, facts: forOperator, addresses: [OPERATOR] }))
  }
  return mails
}

/** The company with the most notices. */
const ALARMS_OF = 4

interface MailedNotice extends AlarmMailItem {
  readonly noticeId: number
  readonly companyName: string
  readonly emails: readonly string[]
  readonly mailedAt: Date
}

/** The notices of a day together in a mail, which each of them names. */
async function alarmMails(trx: DatabaseTransaction, parts: MailParts, since: Date): Promise<DemoMail[]> {
  const { rows } = await sql<MailedNotice>`
    SELECT n.notice_id AS "noticeId", coalesce(a.name, '') AS "alarmName", n.iccid, s.custom_field_1 AS label, n.kind,
      n.used_bytes AS "usedBytes", n.limit_mb AS "limitMb", n.action <> 'none' AS cuts, coalesce(p.name, '') AS "planName",
      c.business_name AS "companyName", a.emails, n.mailed_at AS "mailedAt"
    FROM alarm_notices n JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    JOIN companies c ON c.company_id = n.company_id
    LEFT JOIN plans p ON p.plan_code = n.plan_code
    WHERE n.company_id = ${ALARMS_OF} AND n.mailed_at > ${since}
    ORDER BY n.used_bytes DESC`.execute(trx)
  const days = Map.groupBy(rows, ({ mailedAt }) => mailedAt.toISOString().slice(0, 10))
  return [...days.values()].map((items) => {
    const at = new Date(Math.max(...items.map(({ mailedAt }) => mailedAt.getTime())))
    const { companyName = '', emails = [] } = items[0] ?? {}
    const facts = { companyName, portal: portalUrl(parts), items }
    const send = async (trx: DatabaseTransaction): Promise<void> => {
      const mail = { kind: 'alarm', facts, language: 'es', addresses: emails, companyId: ALARMS_OF, at } as const
      const made = await enqueueMail(trx, parts, mail)
      await sql`
        UPDATE alarm_notices SET mailed_at = ${at}, mail_ids = ${made.map(({ mailId }) => mailId)}::bigint[]
        WHERE company_id = ${ALARMS_OF} AND notice_id = ANY(${items.map(({ noticeId }) => noticeId)}::bigint[])`.execute(trx)
    }
    return { at, send }
  })
}

/** To the operator about conversations that wait. */
async function supportMails(trx: DatabaseTransaction, parts: MailParts): Promise<DemoMail[]> {
  const { rows } = await sql<{ author: string; company: string; unread: number; text: string; lastAt: Date }>`
    SELECT trim(u.name || ' ' || u.last_name) AS author, c.business_name AS company, s.operator_unread AS unread, s.last_text AS text,
      s.last_at AS "lastAt"
    FROM support_conversations s JOIN users u ON u.user_id = s.user_id JOIN companies c ON c.company_id = s.company_id
    WHERE s.operator_unread > 0`.execute(trx)
  return rows.map(({ lastAt, ...item }) => {
    const facts = { to: 'operator', items: [item], address: `${portalUrl(parts)}/support` } as const
    const at = new Date(lastAt.getTime() + UNREAD_MS)
    return mailOf(parts, { kind: 'support', facts, language: 'es', addresses: [OPERATOR], companyId: null, at })
  })
}

/** To the user who was blocked, and to one who changed the password. */
function securityMails(parts: MailParts, now: Date): DemoMail[] {
  const mail = (email: string, event: SecurityEvent, at: Date, actor = ''): DemoMail => {
    const facts = { event, at, address: officeAddress(4), actor, portal: portalUrl(parts), about: [] }
    return mailOf(parts, { kind: 'security', facts, language: 'es', addresses: [email], companyId: 4, at })
  }
  return [
    mail(BLOCKED.email, 'deactivated', blockedAt(now), BLOCKED.by),
    mail(PASSWORD_CHANGED, 'password_changed', passwordChangedAt(now)),
  ]
}
