import type { Pool } from 'pg'

export const ENTRIES = Number(process.env.ENLACE_BENCH_AUDIT ?? 10_000_000)
export const CUSTOMERS = 10_000
export const USERS = 1_000
/** The company of the reseller who gets the customers, and the one that gets the users. */
export const RESELLER = 5
export const CROWDED = 100
const FIRST_CUSTOMER = 100_000

/** Actions, the common ones first: the n-th stands in one entry of 2^n, and the rare ones in a few. */
const ACTIONS = [
  ...['login_session.opened', 'data.exported', 'sim.changed', 'operation.created', 'alarm.changed', 'view.saved'],
  ...['user.changed', 'plan.changed', 'company.changed', 'profile.saved', 'password.changed', 'webhook.changed'],
]

/** A reseller's many customers, and a company of many people. */
async function addCompanies(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO companies (company_id, parent_id, lineage, business_name, time_zone)
     SELECT $1 + n, $2, ARRAY[1, $2::int, $1 + n], 'Transportes ' || md5(n::text), 'America/Santiago' FROM generate_series(1, $3::int) n`,
    [FIRST_CUSTOMER, RESELLER, CUSTOMERS],
  )
  await pool.query(
    `INSERT INTO users (company_id, email, name, last_name, permits)
     SELECT $1, 'u' || n || '@crowd.test', 'Persona ' || md5(n::text), 'Apellido ' || n, '{sims,plans}' FROM generate_series(1, $2::int) n`,
    [CROWDED, USERS],
  )
}

/** Entries of three years, more of some companies than of others, the same in each run. Indexes are made afterwards: it is sooner done. */
async function addEntries(pool: Pool): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'audit_log' AND indexname <> 'audit_log_pkey'`,
  )
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`)
  await pool.query(
    `INSERT INTO audit_log (company_id, at, user_id, actor, action, entity, entity_id, after, address, request_id)
     SELECT CASE WHEN h.place % 6 = 0 THEN 1 + h.place / 6 ELSE $3 + 1 + h.place * 5 / 6 END, now() - (n * interval '9.5 s'), NULL,
       'p' || (h.b * h.b * h.b * 20000)::int || '@bench.test', w.action, split_part(w.action, '.', 1),
       CASE WHEN w.action LIKE 'sim.%' THEN '8956' || lpad((h.b * 1000000)::int::text, 15, '0') ELSE (h.b * 50000)::int::text END,
       '{"n": 1}', '203.0.113.7', 'req-' || n
     FROM generate_series(1, $1::int) n
     CROSS JOIN LATERAL (SELECT abs(hashint4(n)) / 2147483648.0::float8 AS a, abs(hashint4(n * 7 + 1)) / 2147483649.0::float8 AS b) r
     CROSS JOIN LATERAL (SELECT floor(r.a * r.a * 11994)::int AS place, r.b) h
     CROSS JOIN LATERAL (SELECT ($2::text[])[least(cardinality($2::text[]), 1 + floor(-ln(1 - h.b) / ln(2))::int)] AS action) w`,
    [ENTRIES, ACTIONS, FIRST_CUSTOMER],
  )
  await pool.query("SET maintenance_work_mem = '1GB'")
  for (const { text } of indexes) await pool.query(text)
  await pool.query('RESET maintenance_work_mem')
}

/** What only the operator does: a reseller's choice of actions has to leave it out. */
async function addOwnActions(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO audit_log (company_id, at, actor, action, entity, entity_id, request_id)
     SELECT 1, now() - n * interval '1 min', 'administrator@bench.test', 'network.a' || k, 'network', k::text, 'own-' || n
     FROM generate_series(1, 40) k CROSS JOIN generate_series(1, 50) n`,
  )
}

/** What the administrators' screens have to stand. */
export async function fillAdministration(pool: Pool): Promise<void> {
  await addCompanies(pool)
  await addEntries(pool)
  await addOwnActions(pool)
  await pool.query('VACUUM (ANALYZE) audit_log, companies, users')
}
