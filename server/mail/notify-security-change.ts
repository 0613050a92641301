import { portalUrl, type RequestContext } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { enqueueMail } from './enqueue-mail.ts'
import type { SecurityEvent, SecurityFacts } from './security-mail.ts'

interface SecurityNotice {
  readonly event: SecurityEvent
  /** the recipients */
  readonly addresses: readonly string[]
  readonly companyId: number
  /** who made the change; left out for the user */
  readonly actor?: string
  readonly about?: SecurityFacts['about']
}

/** Notifies users of a change to how one logs in, in its transaction, so that no change goes without its email. */
export async function notifySecurityChange(
  trx: DatabaseTransaction,
  ctx: RequestContext,
  { event, addresses, companyId, actor = '', about = [] }: SecurityNotice,
): Promise<void> {
  const { language, now, address } = ctx
  const portal = portalUrl(ctx)
  const facts = { event, at: now, address, actor, portal, about }
  await enqueueMail(trx, ctx, { kind: 'security', facts, language, addresses, companyId, at: now })
}
