import type { RequestContext } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { queueMail } from './queue-mail.ts'
import type { SecurityEvent, SecurityFacts } from './security-mail.ts'

interface News {
  readonly event: SecurityEvent
  /** where they read it */
  readonly addresses: readonly string[]
  readonly companyId: number
  /** who did it; left out where it was the person */
  readonly actor?: string
  readonly about?: SecurityFacts['about']
}

/** Tells people that how somebody logs in has changed, in its transaction: who was not there learns of it. */
export async function tellSecurity(
  trx: DatabaseTransaction,
  ctx: RequestContext,
  { event, addresses, companyId, actor = '', about = [] }: News,
): Promise<void> {
  const { config, language, now, address } = ctx
  const portal = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
  const facts = { event, at: now, address, actor, portal, about }
  await queueMail(trx, ctx, { kind: 'security', facts, language, addresses, companyId, at: now })
}
