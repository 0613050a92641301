import type { CallData } from '#contract/call.ts'
import type { MailData, sendTestMail as testCall } from '#contract/outbox/outbox.calls.ts'
import { MAIL_UNDER_WAY, NO_MAIL_SERVER, TEST_KEPT, TEST_QUEUED } from '#contract/outbox/outbox-messages.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction, portalUrl } from '#server/context.ts'
import { notify } from '#server/db/notifications.ts'
import { WithMessage } from '#server/http/answers.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { audit } from '#server/records/audit.ts'
import { readMail, requireMail } from './outbox.queries.ts'

/** Sends a test mail. */
export async function sendTest(ctx: Ctx, address: string): Promise<WithMessage<CallData<typeof testCall>>> {
  const { actor, language, now } = ctx
  const portal = portalUrl(ctx)
  const [mail] = await inTransaction(ctx, async (trx) => {
    const facts = { sender: `${actor.name} ${actor.lastName}`.trim(), portal }
    const queued = await enqueueMail(trx, ctx, {
      kind: 'test',
      facts,
      language,
      addresses: [address],
      companyId: actor.companyId,
      at: now,
    })
    const entityId = String(queued[0]?.mailId ?? '')
    await audit(trx, ctx, { action: 'mail.tested', entity: 'mail', entityId, after: { address } })
    return queued
  })
  if (!mail) throw new Error('no mail was queued')
  return new WithMessage(mail, mail.state === 'kept' ? TEST_KEPT : TEST_QUEUED)
}

/** Sends a mail again that was kept, has failed, or has an unknown outcome, at a user's request. */
export async function resendMail(ctx: Ctx, mailId: number): Promise<MailData> {
  await requireMail(ctx, mailId)
  if (!ctx.config.SMTP_URL) throw new AppError('conflict', { sentence: NO_MAIL_SERVER })
  await inTransaction(ctx, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('mails')
      .set({ state: 'queued', due_at: ctx.now, settled_at: null, created_at: ctx.now, problem: '' })
      .where('mail_id', '=', mailId)
      .where('state', 'in', ['kept', 'failed', 'unknown'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflict', { sentence: MAIL_UNDER_WAY })
    await notify(trx, 'mailDue')
    await audit(trx, ctx, { action: 'mail.sent_again', entity: 'mail', entityId: String(mailId) })
  })
  return readMail(ctx, mailId)
}
