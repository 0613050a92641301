import type { Actor, RequestContext } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

export interface AuditEntry {
  /** verb.noun in the past, such as 'view.saved' */
  readonly action: string
  readonly entity: string
  readonly entityId: string
  readonly before?: unknown
  readonly after?: unknown
  /** the company that owns the entity, where it may differ from the one in which the actor works: that company reads the entry in its own log too */
  readonly companyId?: number
}

/** The fields of a row that a change gives another value, as they were and as they are: what the audit log keeps of it. */
export function auditedChange<Row extends object>(before: Row, after: Row): { before: Partial<Row>; after: Partial<Row> } {
  const names = (Object.keys(after) as (keyof Row)[]).filter((name) => before[name] !== after[name])
  const only = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Row>
  return { before: only(before), after: only(after) }
}

export const hasChanged = ({ after }: { readonly after: object }): boolean => Object.keys(after).length > 0

type AuditActor = Pick<RequestContext, 'now' | 'address' | 'requestId'> & {
  /** userId null: a command or a job, named in email */
  readonly actor: Pick<Actor, 'email' | 'companyId' | 'apiKeyId'> & {
    readonly userId: number | null
    readonly home?: Pick<Actor, 'companyId'>
  }
}

/** Writes who changed what, in the transaction of the change. Secrets never go into before or after. */
export const audit = (db: Database | DatabaseTransaction, who: AuditActor, entry: AuditEntry): Promise<void> =>
  auditAll(db, who, [entry])

/** The same for each of several changes, some thousands at most. */
export async function auditAll(
  db: Database | DatabaseTransaction,
  who: AuditActor,
  entries: readonly AuditEntry[],
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(entries.map((entry) => rowOf(who, entry)))
    .execute()
}

function rowOf(who: AuditActor, entry: AuditEntry) {
  const companyId = entry.companyId ?? who.actor.companyId
  const own = (who.actor.home ?? who.actor).companyId
  return {
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
  }
}
