import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import type { Ctx } from '../../context.ts'
import { inTransaction } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import type { SecurityEvent } from '../../mail/security-mail.ts'
import { audit } from '../../records/audit.ts'

interface Concerned {
  readonly userId: number
  readonly email: string
  readonly companyId: number
}

/** Writes what happened to somebody's second factor and mails it to them. */
export async function noteAndTell(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { userId, email, companyId }: Concerned,
  event: SecurityEvent,
): Promise<void> {
  await audit(trx, ctx, { action: `second_factor.${event}`, entity: 'user', entityId: String(userId), companyId })
  const actor = ctx.actor.userId === userId ? '' : ctx.actor.email
  await notifySecurityChange(trx, ctx, { event, addresses: [email], companyId, actor })
}

/** The same with `change` in one transaction: who was not there learns of it. */
export async function tellOf(
  ctx: Ctx,
  concerned: Concerned,
  event: SecurityEvent,
  change: (trx: DatabaseTransaction) => Promise<void> = async () => undefined,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await change(trx)
    await noteAndTell(trx, ctx, concerned, event)
  })
}
