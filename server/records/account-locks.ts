import { sql } from 'kysely'
import type { RequestContext } from '../context.ts'

/**
 * Notes in the audit log that failed attempts have locked an account: in that of its company, or of the root company when nobody has that
 * e-mail. One statement and one row either way, so that its time tells nothing of who exists.
 */
export async function auditLock(
  { db, now, address, requestId }: Pick<RequestContext, 'db' | 'now' | 'address' | 'requestId'>,
  email: string,
  failures: number,
): Promise<void> {
  await sql`
    INSERT INTO audit_log (company_id, at, actor, action, entity, entity_id, after, address, request_id)
    SELECT coalesce(u.company_id, root.company_id), ${now}, 'login', 'account.locked', 'user', coalesce(u.user_id::text, ''),
      json_build_object('email', ${email}::text, 'failures', ${failures}::int), ${address}, ${requestId}
    FROM companies root LEFT JOIN users u ON u.email = ${email}
    WHERE root.parent_id IS NULL`.execute(db)
}
