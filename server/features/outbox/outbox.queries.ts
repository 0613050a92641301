import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { MAIL_STATES, UNKNOWN_MAIL } from '#contract/mail-messages.ts'
import { type listMails, type MailData, mailList } from '#contract/mails.calls.ts'
import type { Ctx } from '../../context.ts'
import { cursorNumber } from '../../db/cursor-number.ts'
import { rawRows } from '../../db/raw-rows.ts'
import type { ListPage } from '../../http/answers.ts'
import { AppError } from '../../http/errors.ts'
import { withSecret } from '../../mail/mail-secret.ts'
import { SecretUnreadable } from '../../secrets/secret-box.ts'

type Query = CallInput<typeof listMails>['query']

const isoText = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`

/** A page of the mails, newest first. */
export async function mailPage({ db, pool }: Ctx, { state, limit, cursor }: Query): Promise<ListPage> {
  const conditions = [
    sql`true`,
    ...(state ? [sql`state = ${state}`] : []),
    ...(cursor ? [sql`mail_id < ${cursorNumber(cursor)}`] : []),
  ]
  const rows = await rawRows(
    pool,
    db,
    sql`
      SELECT mail_id, kind, address, subject, state, attempts, problem, ${isoText(sql`created_at`)}, ${isoText(sql`settled_at`)}
      FROM mails WHERE ${sql.join(conditions, sql` AND `)} ORDER BY mail_id DESC LIMIT ${limit}`,
  )
  const last = rows.at(-1)?.[mailList.names.indexOf('mailId')] ?? undefined
  return { kind: 'page', rows, nextCursor: rows.length < limit ? undefined : last }
}

export async function requireMail({ db }: Pick<Ctx, 'db'>, mailId: number) {
  const mail = await db.selectFrom('mails').selectAll().where('mail_id', '=', mailId).executeTakeFirst()
  if (!mail) throw new AppError('not_found', { sentence: UNKNOWN_MAIL })
  return mail
}

type Mail = Awaited<ReturnType<typeof requireMail>>

/** Without a mail server this is the only place where somebody finds a link to hand on; elsewhere its secret is its reader's. */
function asItsReader({ secrets }: Ctx, { address, text, html, sealed_secret }: Mail): Pick<Mail, 'text' | 'html'> {
  try {
    return withSecret({ address, text, html, sealedSecret: sealed_secret }, secrets)
  } catch (error) {
    if (error instanceof SecretUnreadable) return { text, html }
    throw error
  }
}

export async function readMail(ctx: Ctx, mailId: number): Promise<MailData> {
  const mail = await requireMail(ctx, mailId)
  const state = MAIL_STATES.find((known) => known === mail.state)
  if (!state) throw new Error(`mail ${mailId} is ${mail.state}`)
  const { kind, address, subject, attempts, problem } = mail
  const { text, html } = state === 'kept' ? asItsReader(ctx, mail) : mail
  return {
    mailId,
    kind,
    address,
    subject,
    text,
    html,
    state,
    attempts,
    problem,
    createdAt: mail.created_at.toISOString(),
    settledAt: mail.settled_at?.toISOString() ?? null,
    canSend: ctx.config.SMTP_URL !== undefined && (state === 'kept' || state === 'failed' || state === 'unknown'),
  }
}
