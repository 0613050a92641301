import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { MAIL_STATES } from '#contract/filter-values.ts'
import { type listMails, type MailData, mailList } from '#contract/outbox/outbox.calls.ts'
import { UNKNOWN_MAIL } from '#contract/outbox/outbox-messages.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { editUserProblem } from '#domain/user-rights.ts'
import { AppError } from '#server/app-error.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { withinDays } from '#server/db/newest-first.ts'
import { likeText } from '#server/db/text-search.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { withSecret } from '#server/mail/mail-secret.ts'
import { audit } from '#server/records/audit.ts'
import { findUserByEmail, type UserRecord } from '#server/records/users.ts'
import { SecretUnreadable } from '#server/secrets/secret-box.ts'

type Query = CallInput<typeof listMails>['query']
type MailFilter = Omit<Query, 'limit' | 'cursor'>

const NEWEST_FIRST = keyset([{ expression: sql`mail_id`, type: 'integer' }], 'DESC')

export const MAIL_ORDER = { order: NEWEST_FIRST, keysOf: keysIn(mailList.names, ['mailId']) }

/** A page of the mails, newest first. */
export const mailPage = (ctx: Ctx, query: Query): Promise<ListPageAnswer> =>
  pageOfCells(ctx, mailListQuery(ctx, query, query.limit), { ...MAIL_ORDER, limit: query.limit })

/** The mails in the columns of the list. @param limit rows at most */
export function mailListQuery(
  ctx: Ctx,
  { cursor, ...filter }: MailFilter & Partial<Pick<Query, 'cursor'>>,
  limit: number | undefined,
): RawBuilder<unknown> {
  const conditions = [...conditionsOf(ctx, filter), NEWEST_FIRST.after(cursor)]
  return sql`
    SELECT mail_id, kind, address, subject, state, attempts, problem, ${isoText(sql`created_at`)}, ${isoText(sql`settled_at`)}
    FROM mails WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy}
    ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

/** The mails by state. */
export function mailCounts(ctx: Ctx, filter: Omit<MailFilter, 'state'>): Promise<ValueCounts> {
  return countValues(ctx, sql`SELECT state AS value FROM mails WHERE ${sql.join(conditionsOf(ctx, filter), sql` AND `)}`)
}

function conditionsOf({ actor }: Ctx, { state, address, from, to }: MailFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(state ? [sql`state = ${state}`] : []),
    ...(address ? [sql`lower(address) LIKE ${`${likeText(address.toLowerCase())}%`}`] : []),
    ...withinDays(sql`created_at`, { from, to }, actor.timeZone),
  ]
}

export async function requireMail({ db }: Pick<Ctx, 'db'>, mailId: number) {
  const mail = await db.selectFrom('mails').selectAll().where('mail_id', '=', mailId).executeTakeFirst()
  if (!mail) throw new AppError('not_found', { sentence: UNKNOWN_MAIL })
  return mail
}

type Mail = Awaited<ReturnType<typeof requireMail>>

type Shown = Pick<Mail, 'text' | 'html'> & Pick<MailData, 'secret'>

/**
 * Without a mail server an administrator finds links here to pass on; otherwise a mail's secret is its reader's. It allows logging
 * in as the recipient: only users who may change the recipient see it, and each view is audited.
 */
async function withMailSecret(ctx: Ctx, mail: Mail): Promise<Shown> {
  const { address, text, html, sealed_secret } = mail
  if (sealed_secret === null) return { text, html, secret: 'none' }
  const recipient = mail.state === 'kept' ? await findUserByEmail(ctx.db, address) : undefined
  if (!recipient || !ctx.actor.permits.includes('users') || editUserProblem(ctx.actor, recipient))
    return { text, html, secret: 'hidden' }
  try {
    const whole = withSecret({ address, text, html, sealedSecret: sealed_secret }, ctx.secrets)
    await auditReading(ctx, mail, recipient)
    return { text: whole.text, html: whole.html, secret: 'shown' }
  } catch (error) {
    if (error instanceof SecretUnreadable) return { text, html, secret: 'hidden' }
    throw error
  }
}

async function auditReading(ctx: Ctx, { mail_id }: Mail, { userId, email, companyId }: UserRecord): Promise<void> {
  const entry = { action: 'mail.secret_read', entity: 'mail', entityId: String(mail_id), companyId }
  await audit(ctx.db, ctx, { ...entry, after: { recipient: email, userId } })
}

export async function readMail(ctx: Ctx, mailId: number): Promise<MailData> {
  const mail = await requireMail(ctx, mailId)
  const state = MAIL_STATES.find((known) => known === mail.state)
  if (!state) throw new Error(`mail ${mailId} is ${mail.state}`)
  const { kind, address, subject, attempts, problem } = mail
  const { text, html, secret } = await withMailSecret(ctx, mail)
  return {
    mailId,
    kind,
    address,
    subject,
    text,
    html,
    secret,
    state,
    attempts,
    problem,
    createdAt: mail.created_at.toISOString(),
    settledAt: mail.settled_at?.toISOString() ?? null,
    canSend: ctx.config.SMTP_URL !== undefined && (state === 'kept' || state === 'failed' || state === 'unknown'),
  }
}
