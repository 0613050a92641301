import type { Actor, RequestContext } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

export interface AuditEntry {
  /** verb.noun in the past, such as 'view.saved' */
  readonly action: string
  readonly entity: string
  readonly entityId: string
  readonly before?: unknown
  readonly after?: unknown
  /** whose thing it is, where it may be of another company than the person's: that company reads it in its log too */
  readonly companyId?: number
}

type Who = Pick<RequestContext, 'now' | 'address' | 'requestId'> & {
  /** userId null: not a person but a command or a job, named in email */
  readonly actor: Pick<Actor, 'email' | 'companyId' | 'apiKeyId'> & { readonly userId: number | null }
}

/** Writes who changed what, in the transaction of the change. Secrets never go into before or after. */
export async function audit(db: Database | DatabaseTransaction, who: Who, entry: AuditEntry): Promise<void> {
  const own = who.actor.companyId
  const companyId = entry.companyId ?? own
  await db
    .insertInto('audit_log')
    .values({
      company_id: companyId,
      actor_company_id: companyId === own ? null : own,
      at: who.now,
      user_id: who.actor.userId,
      api_key_id: who.actor.apiKeyId ?? null,
      actor: who.actor.email,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      address: who.address,
      request_id: who.requestId,
    })
    .execute()
}
