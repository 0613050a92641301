import { sql } from 'kysely'
import type { RequestContext } from '../context.ts'
import { audit } from './audit.ts'

interface Account {
  readonly companyId: number
  readonly cellId: number
  readonly userId: number | null
}

/**
 * Records in the audit log that failed attempts have locked an account: in its company's log, or in the root company's when the
 * e-mail is unknown. Both cases run the same statements and write one row, so the response time does not reveal which accounts
 * exist.
 */
export async function auditAccountLock(ctx: RequestContext, email: string, failures: number): Promise<void> {
  const { rows } = await sql<Account>`
    SELECT c.company_id AS "companyId", c.cell_id AS "cellId", u.user_id AS "userId"
    FROM companies root LEFT JOIN users u ON u.email = ${email}
    JOIN companies c ON c.company_id = coalesce(u.company_id, root.company_id)
    WHERE root.parent_id IS NULL`.execute(ctx.db)
  for (const { companyId, cellId, userId } of rows) {
    const { db } = await ctx.cells.of(cellId)
    const actor = { email: 'login', companyId, userId: null }
    const entityId = userId === null ? '' : String(userId)
    await audit(db, { ...ctx, actor }, { action: 'account.locked', entity: 'user', entityId, after: { email, failures } })
  }
}
