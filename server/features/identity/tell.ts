import type { Ctx } from '../../context.ts'
import { inTransaction } from '../../context.ts'
import { audit } from '../../db/audit.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { SecurityEvent } from '../../mail/security-mail.ts'

interface Concerned {
  readonly userId: number
  readonly email: string
  readonly companyId: number
}

/**
 * Writes what happened to somebody's second factor, with `change` in one transaction, and mails it to them: who was not there learns
 * of it.
 */
export async function tellOf(
  ctx: Ctx,
  { userId, email, companyId }: Concerned,
  event: SecurityEvent,
  change: (trx: DatabaseTransaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const { config, language, now, address } = ctx
  await ctx.queue.open()
  await inTransaction(ctx, async (trx) => {
    await change(trx)
    await audit(trx, ctx, { action: `second_factor.${event}`, entity: 'user', entityId: String(userId) })
    const portal = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
    const facts = { event, at: now, address, actor: ctx.actor.userId === userId ? '' : ctx.actor.email, portal }
    await queueMail(trx, ctx, { kind: 'security', facts, language, addresses: [email], companyId, at: now })
  })
}
