import type { RequestContext } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { SecurityEvent } from '../../mail/security-mail.ts'

interface News {
  readonly event: SecurityEvent
  /** where they read it */
  readonly address: string
  readonly companyId: number
}

/** Tells somebody that how they log in has changed, in its transaction: who was not there learns of it. Call `queue.open` before. */
export async function tellByMail(
  trx: DatabaseTransaction,
  ctx: RequestContext,
  { event, address, companyId }: News,
): Promise<void> {
  const { config, language, now } = ctx
  const portal = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
  const facts = { event, at: now, address: ctx.address, actor: '', portal }
  await queueMail(trx, ctx, { kind: 'security', facts, language, addresses: [address], companyId, at: now })
}
