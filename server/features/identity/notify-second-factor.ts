import type { Ctx } from '#server/context.ts'
import { inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import type { SecurityEvent } from '#server/mail/security-mail.ts'
import { audit } from '#server/records/audit.ts'

interface AffectedUser {
  readonly userId: number
  readonly email: string
  readonly companyId: number
}

/** Audits a change of a user's second factor and mails it to them. */
export async function auditAndNotify(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { userId, email, companyId }: AffectedUser,
  event: SecurityEvent,
): Promise<void> {
  await audit(trx, ctx, { action: `second_factor.${event}`, entity: 'user', entityId: String(userId), companyId })
  const actor = ctx.actor.userId === userId ? '' : ctx.actor.email
  await notifySecurityChange(trx, ctx, { event, addresses: [email], companyId, actor })
}

/** The same with `change` in one transaction, so that no change goes without its email. */
export async function notifySecondFactorChange(
  ctx: Ctx,
  concerned: AffectedUser,
  event: SecurityEvent,
  change: (trx: DatabaseTransaction) => Promise<void> = async () => undefined,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await change(trx)
    await auditAndNotify(trx, ctx, concerned, event)
  })
}
