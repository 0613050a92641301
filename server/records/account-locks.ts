import { sql } from 'kysely'
import type { RequestContext } from '../context.ts'

/**
 * Records in the audit log that failed attempts have locked an account: in its company's log, or in the root company's when the
 * e-mail is unknown. Both cases run the same statement and write one row, so the response time does not reveal which accounts
 * exist.
 */
export async function auditAccountLock(
  { db, now, address, requestId }: Pick<RequestContext, 'db' | 'now' | 'address' | 'requestId'>,
  email: string,
  failures: number,
): Promise<void> {
  await sql`
    WITH account AS (
      SELECT coalesce(u.company_id, root.company_id) AS company_id, coalesce(u.user_id::text, '') AS user_id
      FROM companies root LEFT JOIN users u ON u.email = ${email} WHERE root.parent_id IS NULL
    )
    INSERT INTO audit_log (company_id, at, actor, action, entity, entity_id, after, address, request_id)
    SELECT company_id, ${now}, 'login', 'account.locked', 'user', user_id,
      json_build_object('email', ${email}::text, 'failures', ${failures}::int), ${address}, ${requestId}
    FROM account`.execute(db)
}
