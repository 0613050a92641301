import { sql } from 'kysely'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import type { Database } from '#server/db/database.ts'
import { lockLateUsage } from '#server/usage/late-usage.ts'

/**
 * Closes the books of a cycle: usage of its days that is counted afterwards is late, and goes to the next invoice. Late usage of
 * earlier cycles is charged in this one. Idempotent.
 */
export async function closeBooks(db: Database, companyId: number, { start, end }: BillingCycle): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLateUsage(trx)
    const { rows } = await sql`
      UPDATE billing_calendars SET late_before = ${end}
      WHERE company_id = ${companyId} AND next_cycle = ${start} AND late_before < ${end} RETURNING company_id`.execute(trx)
    if (rows.length === 0) return
    await sql`UPDATE late_usage SET billed_cycle = ${start} WHERE company_id = ${companyId} AND billed_cycle IS NULL`.execute(
      trx,
    )
  })
}
