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

async function storedColumns(client: Pick<Pool, 'query'>, schema: string, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = ($1 || '.' || $2)::regclass AND attnum > 0 AND NOT attisdropped
     AND attgenerated = '' ORDER BY attnum`,
    [schema, table],
  )
  return rows.map(({ name }) => name)
}
