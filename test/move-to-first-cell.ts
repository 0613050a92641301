import type { Pool } from 'pg'
import { inject } from 'vitest'
import { TABLE_PLACES } from '#server/db/table-places.ts'

/** Moves the rows of a company, as they are, from the second cell to the first. */
export async function moveToFirstCell(pool: Pool, companyId: number): Promise<void> {
  const { schema } = inject('testPostgres')
  const client = await pool.connect()
  await client.query('BEGIN')
  // rows come in any order
  await client.query('SET LOCAL session_replication_role = replica')
  for (const [table, place] of Object.entries(TABLE_PLACES)) {
    if (place !== 'cell') continue
    const columns = await storedColumns(client, schema, table)
    if (!columns.includes('company_id')) continue
    const names = columns.map((name) => `"${name}"`).join()
    await client.query(
      `WITH moved AS (DELETE FROM ${schema}.${table} WHERE company_id = ${companyId} RETURNING ${names})
       INSERT INTO public.${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM moved`,
    )
  }
  for (const statement of splitOperations(schema, companyId)) await client.query(statement)
  const kinds = 'administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id'
  for (const own of [schema, 'public']) {
    await client.query(`DELETE FROM ${own}.fleet_tallies`)
    await client.query(
      `INSERT INTO ${own}.fleet_tallies (${kinds}, sims) SELECT ${kinds}, sum(sims) FROM ${own}.sim_tallies GROUP BY ${kinds}`,
    )
    await client.query(
      `INSERT INTO sim_places (iccid, imsi, msisdn, cell_id)
       SELECT iccid, imsi, msisdn, (SELECT cell_id FROM cells WHERE schema_name = '${own}') FROM ${own}.sims`,
    )
  }
  await client.query(`UPDATE companies SET cell_id = 1 WHERE company_id = ${companyId}`)
  await client.query('COMMIT')
  client.release()
}

/** Of an operation of others over its SIMs, each cell has the lines of its SIMs and a row with their counts. */
const splitOperations = (schema: string, companyId: number): string[] => [
  `INSERT INTO public.operations OVERRIDING SYSTEM VALUE SELECT * FROM ${schema}.operations o WHERE EXISTS (
     SELECT FROM ${schema}.operation_items i
     WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.sim_company_id = ${companyId})`,
  ...[
    [schema, 'public'],
    ['public', schema],
  ].map(
    ([own, other]) => `UPDATE ${own}.operations o SET spans_cells = true
     WHERE EXISTS (SELECT FROM ${other}.operations p WHERE p.operation_id = o.operation_id)`,
  ),
  `WITH moved AS (DELETE FROM ${schema}.operation_items WHERE sim_company_id = ${companyId} RETURNING *)
   INSERT INTO public.operation_items OVERRIDING SYSTEM VALUE SELECT * FROM moved`,
  ...[schema, 'public'].map(
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

async function storedColumns(client: Pick<Pool, 'query'>, schema: string, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = ($1 || '.' || $2)::regclass AND attnum > 0 AND NOT attisdropped
     AND attgenerated = '' ORDER BY attnum`,
    [schema, table],
  )
  return rows.map(({ name }) => name)
}
