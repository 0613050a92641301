import { sql } from 'kysely'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { carryTree } from '#server/cell-administration/move-tree.ts'
import { createDatabase } from '#server/db/database.ts'

/** Moves the rows of a company, as they are, from the second cell to the first. */
export async function moveToFirstCell(pool: Pool, companyId: number): Promise<void> {
  const { schema, firstSchema: first } = inject('testPostgres')
  await createDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      await carryTree(trx, [companyId], { schema }, { schema: first })
      const statements = [
        ...splitOperations({ schema, first }, companyId),
        ...[schema, first].flatMap(recount),
        `UPDATE companies SET cell_id = 1 WHERE company_id = ${companyId}`,
      ]
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })
}

const KINDS = 'administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id'

/** The counts of a cell, and its part of the directory. */
const recount = (own: string): string[] => [
  `DELETE FROM ${own}.fleet_tallies`,
  `WITH sums AS (SELECT ${KINDS}, sum(sims) FROM ${own}.sim_tallies GROUP BY ${KINDS})
   INSERT INTO ${own}.fleet_tallies (${KINDS}, sims) SELECT * FROM sums`,
  `WITH places AS (
     SELECT iccid, imsi, msisdn, (SELECT cell_id FROM public.cells WHERE schema_name = '${own}') AS cell_id FROM ${own}.sims
   )
   INSERT INTO public.sim_places (iccid, imsi, msisdn, cell_id) SELECT * FROM places`,
]

/** Of an operation of others over its SIMs, each cell has the lines of its SIMs and a row with their counts. */
const splitOperations = ({ schema, first }: { schema: string; first: string }, companyId: number): string[] => {
  const hasLines = `EXISTS (
    SELECT FROM ${schema}.operation_items i
    WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.sim_company_id = ${companyId})`
  return [
    `UPDATE ${schema}.operations o SET spans_cells = true WHERE ${hasLines}`,
    `WITH theirs AS (
     SELECT * FROM ${schema}.operations o WHERE ${hasLines}
   )
   INSERT INTO ${first}.operations OVERRIDING SYSTEM VALUE SELECT * FROM theirs`,
    `WITH moved AS (DELETE FROM ${schema}.operation_items WHERE sim_company_id = ${companyId} RETURNING *)
   INSERT INTO ${first}.operation_items OVERRIDING SYSTEM VALUE SELECT * FROM moved`,
    ...[schema, first].map(
      (own) => `UPDATE ${own}.operations o SET total = c.total, pending = c.pending, succeeded = c.succeeded, failed = c.failed,
       state = CASE WHEN c.pending = 0 AND o.state = 'running' THEN 'finished' ELSE o.state END,
       finished_at = CASE WHEN c.pending = 0 AND o.state = 'running' THEN o.started_at ELSE o.finished_at END
     FROM (
       SELECT company_id, operation_id, count(*) AS total, count(*) FILTER (WHERE state = 'pending') AS pending,
         count(*) FILTER (WHERE state = 'succeeded') AS succeeded, count(*) FILTER (WHERE state = 'failed') AS failed
       FROM ${own}.operation_items GROUP BY 1, 2
     ) c WHERE o.company_id = c.company_id AND o.operation_id = c.operation_id`,
    ),
  ]
}
