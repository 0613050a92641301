import type { Pool } from 'pg'

const PEOPLE = 5_000
const OPERATIONS = 200_000
const REQUESTS = 50_000
const ALARMS = 6_000

/** What the header's search finds beside SIMs, of a few busy years, and the open sessions of the SIMs that are connected. */
export async function fillPalette(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO data_sessions (company_id, iccid, session_key, started_at, ip)
    SELECT company_id, iccid, 'k', now() - interval '1 hour', ip FROM sim_live WHERE gprs_status = 1`)
  await pool.query(
    `INSERT INTO users (company_id, email, name, last_name, permits)
     SELECT 2 + n % 1999, 'u' || n || '@crowd.test', 'Persona ' || md5(n::text), 'Apellido ' || n, '{sims,plans}'
     FROM generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO operations (company_id, operation_id, kind, state, source, actor, reason, created_at, updated_at, total, succeeded, failed)
     SELECT CASE WHEN n % 3 = 0 THEN 22 ELSE 2 + n % 1999 END, n, (ARRAY['hibernate', 'reactivate', 'restart', 'sms', 'custom'])[1 + n % 5], 'finished',
       CASE WHEN n % 20 = 0 THEN 'file' ELSE 'single' END, 'u' || n % 5000 || '@crowd.test', 'Temporada ' || n % 900, now(), now(), 1,
       (n % 7 > 0)::int, (n % 7 = 0)::int
     FROM generate_series(1, $1::int) n`,
    [OPERATIONS],
  )
  const client = await pool.connect()
  try {
    // requests without their steps
    await client.query('SET session_replication_role = replica')
    await client.query(
      `INSERT INTO requests (company_id, request_id, user_id, requester, state, sim_quantity, created_at, submitted_at, resolved_at, updated_at)
       SELECT u.company_id, n, u.user_id, u.email, s.state, n % 500, now(), now(), CASE s.state WHEN 'closed' THEN now() END, now()
       FROM generate_series(1, $1::int) n JOIN users u ON u.email = 'u' || 1 + n % 5000 || '@crowd.test'
       CROSS JOIN LATERAL (SELECT CASE WHEN n % 10 > 0 THEN 'closed' ELSE 'submitted' END AS state) s`,
      [REQUESTS],
    )
    await client.query('RESET session_replication_role')
  } finally {
    client.release()
  }
  await pool.query(
    `INSERT INTO alarms (company_id, plan_code, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
     SELECT 2 + n % 1999, 'P' || lpad((n % 120)::text, 3, '0'), 1 + n % 1000, ARRAY['u' || n || '@crowd.test'], 'es', true, false, now(), now()
     FROM generate_series(1, $1::int) n`,
    [ALARMS],
  )
  await pool.query('VACUUM (ANALYZE) data_sessions, users, operations, requests, alarms')
}
