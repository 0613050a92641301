import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDay } from '#domain/billing-cycle.ts'
import { isEmail } from '#domain/email.ts'
import { isImei, isImsi, isLuhnValid } from '#domain/identifiers.ts'
import { desiredState } from '#domain/network-alignment.ts'
import { PERMITS } from '#domain/permits.ts'
import { ROLES, roleOf } from '#domain/role-presets.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { HOUR_MS } from '#domain/time.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { loadConfig } from '#server/config.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { findAnomalies } from '#server/features/anomalies/find-anomalies.ts'
import { secretSealContext } from '#server/ingest/radius/clients.ts'
import { listComparisons } from '#server/networks/orders/compare-sims.ts'
import { verifyPassword } from '#server/secrets/password-hash.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { readSecretKey } from '#server/secrets/secret-key.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { cutLimitMb } from './alarms.ts'
import { DEMO_COMPANIES, DEMO_USERS } from './companies.ts'
import { eventLines } from './events.ts'
import { liveLine, liveOf, sessionLines } from './live.ts'
import { loadDemo } from './load-demo.ts'
import { makeSims } from './make-sims.ts'
import { COUNTRIES } from './places.ts'
import { calendarOf, sumsOf, usageOf, withinCycle } from './usage.ts'

const NOW = new Date('2026-11-21T12:42:00Z')

const config = loadConfig({ SECRET_KEY: randomBytes(32).toString('hex'), SMTP_URL: 'smtp://127.0.0.1:9' })
const parts = { config, secrets: createSecretBox(readSecretKey(config)) }

let database: TestDatabase
let db: Database
const steps: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.pool)
  await loadDemo({ ...parts, pool: database.pool, now: NOW, progress: (step) => steps.push(step) })
}, 300_000)
afterAll(() => database.drop())

async function rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await query.execute(db)).rows as T[]
}
const count = async (query: ReturnType<typeof sql>): Promise<number> => Number((await rows<{ count: number }>(query))[0]?.count)

test('50 000 SIMs, of which Andes and its subsidiaries have 41 286, 36 904 active and 34 517 connected', async () => {
  expect(await count(sql`SELECT count(*) FROM sims`)).toBe(50_000)
  const andes = sql`sims s JOIN sim_live l USING (company_id, iccid) JOIN companies c USING (company_id) WHERE c.lineage @> ARRAY[4]`
  expect(await count(sql`SELECT count(*) FROM ${andes}`)).toBe(41_286)
  expect(await count(sql`SELECT count(*) FROM ${andes} AND s.administrative_status = 2`)).toBe(36_904)
  expect(await count(sql`SELECT count(*) FROM ${andes} AND s.administrative_status = 1`)).toBe(1_872)
  expect(await count(sql`SELECT count(*) FROM ${andes} AND s.administrative_status = 2 AND l.gprs_status = 1`)).toBe(34_517)
})

test('every origin, type, administrative status and private APN is in use', async () => {
  const used = (column: string) =>
    rows<{ value: number }>(sql`SELECT DISTINCT ${sql.ref(column)} AS value FROM sims ORDER BY 1`)
  const values = async (column: string) => (await used(column)).map(({ value }) => value)
  expect(await values('origin_id')).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(await values('sim_type_id')).toEqual([1, 2, 3, 4, 5, 6])
  expect(await values('administrative_status')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(await values('apn_id')).toEqual(expect.arrayContaining([14, 15, 17]))
  expect(
    await count(sql`SELECT count(*) FROM sims WHERE administrative_status IN (8, 11) AND sim_type_id NOT IN (2, 3, 4, 5)`),
  ).toBe(0)
})

test('identifiers are valid and unique', async () => {
  const sims = await db.selectFrom('sims').select(['iccid', 'imsi', 'msisdn', 'imei']).execute()
  for (const { iccid, imsi, imei } of sims) {
    if (!isLuhnValid(iccid) || !isImsi(imsi) || (imei !== '' && !isImei(imei))) expect.fail(`${iccid} ${imsi} ${imei}`)
  }
  for (const key of ['iccid', 'imsi', 'msisdn'] as const) expect(new Set(sims.map((sim) => sim[key])).size).toBe(sims.length)
})

test('figures of the day and the cycle are the sums of the days, and the percent follows from them', async () => {
  const differing = await count(sql`
    SELECT count(*) FROM sim_live l LEFT JOIN LATERAL (
      SELECT coalesce(sum(u.data_bytes) FILTER (WHERE u.day >= l.cycle_start), 0) AS cycle_bytes,
        coalesce(sum(u.data_bytes) FILTER (WHERE u.day = l.usage_day), 0) AS day_bytes,
        coalesce(sum(u.sms) FILTER (WHERE u.day >= l.cycle_start), 0) AS sms,
        coalesce(sum(u.voice_seconds) FILTER (WHERE u.day >= l.cycle_start), 0) AS voice
      FROM usage_days u WHERE u.company_id = l.company_id AND u.iccid = l.iccid
    ) u ON true
    WHERE (l.cycle_data_bytes, l.day_data_bytes, l.cycle_sms, l.cycle_voice_seconds) IS DISTINCT FROM (u.cycle_bytes, u.day_bytes, u.sms, u.voice)`)
  expect(differing).toBe(0)
  const sample = await db
    .selectFrom('sim_live as l')
    .innerJoin('sims as s', 's.iccid', 'l.iccid')
    .innerJoin('plans as p', 'p.plan_code', 's.plan_code')
    .select(['l.cycle_data_bytes', 'l.plan_percent', 'p.data_mb'])
    .execute()
  for (const { cycle_data_bytes, plan_percent, data_mb } of sample) {
    if (plan_percent !== consumptionPercent(cycle_data_bytes, data_mb)) expect.fail(`${cycle_data_bytes} of ${data_mb} MB`)
  }
})

test('90 days of usage lie in monthly partitions; some ran away over their plan', async () => {
  const [span] = await rows<{ first: string; last: string }>(sql`SELECT min(day) AS first, max(day) AS last FROM usage_days`)
  expect(span).toEqual({ first: '2026-08-24', last: '2026-11-21' })
  expect(await count(sql`SELECT count(*) FROM usage_days_rest`)).toBe(0)
  const hourly = await rows<{ days: number; differing: number }>(sql`
    SELECT count(DISTINCT day)::int AS days, count(*) FILTER (WHERE data_bytes <> (SELECT sum(h) FROM unnest(hour_data_bytes) h))::int AS differing
    FROM usage_days WHERE hour_data_bytes IS NOT NULL AND company_id = 4`)
  expect(hourly).toEqual([{ days: 3, differing: 0 }])
  const runaways = await count(sql`
    SELECT count(*) FROM sim_live l JOIN sims s USING (company_id, iccid) JOIN plans p ON p.plan_code = s.plan_code
    WHERE NOT p.pooled AND s.administrative_status = 2 AND l.plan_percent > 100`)
  expect(runaways).toBeGreaterThan(5)
  expect(runaways).toBeLessThan(1_500)
})

test('whose data is cut by an alarm has reached its limit in this cycle, and page, notices and timeline say the same', async () => {
  const cut = await rows<{
    iccid: string
    used: number
    limit: number | null
    at: boolean
    events: string[] | null
    gprs: number
  }>(sql`
    SELECT s.iccid, l.cycle_data_bytes AS used, a.limit_mb AS limit, n.at = s.status_since AS at, l.gprs_status AS gprs, (
      SELECT array_agg(e.kind ORDER BY e.at) FROM sim_events e
      WHERE e.company_id = s.company_id AND e.iccid = s.iccid AND e.kind IN ('alarm_fired', 'data_cut') AND e.at <= s.status_since
    ) AS events
    FROM sims s JOIN sim_live l USING (company_id, iccid)
    LEFT JOIN alarms a ON a.company_id = s.company_id AND a.plan_code = s.plan_code AND a.is_active AND a.cuts_data
    LEFT JOIN alarm_notices n ON n.company_id = s.company_id AND n.alarm_id = a.alarm_id AND n.iccid = s.iccid
      AND n.kind = 'limit' AND n.action = 'cut' AND n.cycle_start = l.cycle_start AND n.used_bytes = l.cycle_data_bytes
    WHERE s.administrative_status = 10`)
  expect(cut).toHaveLength(73)
  for (const { iccid, used, limit, at, events, gprs } of cut) {
    expect({ iccid, isOver: limit !== null && used >= limit * BYTES_PER_MB, at, events, gprs }).toEqual({
      iccid,
      isOver: true,
      at: true,
      events: ['alarm_fired', 'data_cut'],
      gprs: GPRS_STATUS.deactivated,
    })
  }
})

test('who is active and watched by an alarm that cuts data has not reached its limit', async () => {
  const over = await rows(sql`
    SELECT s.iccid FROM sims s JOIN sim_live l USING (company_id, iccid)
    JOIN alarms a ON a.company_id = s.company_id AND a.plan_code = s.plan_code AND a.is_active AND a.cuts_data
    WHERE s.administrative_status = 2 AND l.cycle_data_bytes >= a.limit_mb * ${BYTES_PER_MB}::bigint`)
  expect(over).toEqual([])
})

test('no SIM was cut before the running cycle began, whatever the day, and timelines hold no warning without an alarm', async () => {
  expect(await count(sql`SELECT count(*) FROM sim_events WHERE kind = 'alarm_warned'`)).toBe(0)
  for (const moment of ['2026-11-01T03:20:00Z', '2026-11-02T11:00:00Z', '2026-11-30T23:00:00Z']) {
    const now = new Date(moment)
    const calendar = calendarOf(now, 'America/Santiago', '2026-11-01')
    for (const sim of makeSims(2026).filter(({ status }) => status === 10)) {
      const since = new Date(now.getTime() - withinCycle(sim, calendar).statusDaysAgo * 86_400_000)
      expect(localDay(since, 'America/Santiago') >= '2026-11-01', `${sim.iccid} since ${since.toISOString()}`).toBe(true)
      const { cycleBytes } = sumsOf(usageOf(withinCycle(sim, calendar), calendar, 2026), calendar)
      expect(cycleBytes).toBeGreaterThanOrEqual((cutLimitMb(sim) ?? Number.NaN) * BYTES_PER_MB)
    }
  }
})

test('counts that are kept equal the rows', async () => {
  const kinds = sql`company_id, administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id`
  const differing = await rows(sql`
    (SELECT ${kinds}, sims FROM sim_tallies EXCEPT SELECT ${kinds}, count(*) FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${kinds})
    UNION ALL (SELECT ${kinds}, count(*) FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${kinds} EXCEPT SELECT ${kinds}, sims FROM sim_tallies)`)
  expect(differing).toEqual([])
  expect(await count(sql`SELECT sum(sims) AS count FROM fleet_tallies`)).toBe(50_000)
})

test('every position is in the box of the country whose network serves it', async () => {
  const boxes = Object.values(COUNTRIES).map(({ box, networks }) => ({ box, mcc: networks[0]?.slice(0, 3) ?? '' }))
  const located = await db
    .selectFrom('sim_live')
    .select(['serving_network', 'latitude', 'longitude'])
    .where('latitude', 'is not', null)
    .execute()
  expect(located.length).toBeGreaterThan(40_000)
  for (const { serving_network, latitude, longitude } of located) {
    const inside = boxes.some(
      ({ box: [south, west, north, east], mcc }) =>
        (mcc === serving_network.slice(0, 3) || (mcc === '310' && serving_network.startsWith('311'))) &&
        Number(latitude) > south &&
        Number(latitude) < north &&
        Number(longitude) > west &&
        Number(longitude) < east,
    )
    if (!inside) expect.fail(`${serving_network} at ${latitude}, ${longitude}`)
  }
})

test('each timeline begins with the delivery, never runs into the future, and ends in the status that the SIM has', async () => {
  expect(await count(sql`SELECT count(*) FROM sim_events WHERE at > ${NOW}`)).toBe(0)
  const differing = await count(sql`
    SELECT count(*) FROM sims s
    JOIN LATERAL (SELECT kind FROM sim_events e WHERE e.company_id = s.company_id AND e.iccid = s.iccid ORDER BY at LIMIT 1) first ON true
    JOIN LATERAL (SELECT to_status FROM sim_events e WHERE e.company_id = s.company_id AND e.iccid = s.iccid AND e.to_status IS NOT NULL
      ORDER BY at DESC, event_id DESC LIMIT 1) last ON true
    WHERE first.kind <> 'created' OR last.to_status <> s.administrative_status`)
  expect(differing).toBe(0)
})

test('messages of the last month have gone to SIMs and come from them, each with what became of it', async () => {
  const { min, max, states, foreign } =
    (
      await rows<{ min: Date; max: Date; states: string[]; foreign: number }>(sql`
        SELECT min(m.at), max(m.settled_at), array_agg(DISTINCT m.state ORDER BY m.state) AS states,
          (count(*) FILTER (WHERE s.iccid IS NULL OR m.actor <> '' AND m.user_id IS NULL))::int AS "foreign"
        FROM sms_messages m LEFT JOIN sims s USING (company_id, iccid)`)
    )[0] ?? expect.fail('no messages')
  expect([states, foreign]).toEqual([['delivered', 'expired', 'failed', 'received', 'unknown'], 0])
  expect([min > new Date('2026-10-22'), max <= NOW]).toEqual([true, true])
})

test('a year of invoices: each the sum of its lines, numbered in the order of their issue, the last ones unpaid', async () => {
  const wrong = await count(sql`
    SELECT count(*) FROM charges c LEFT JOIN (SELECT document_id, count(*) AS lines, sum(amount_minor) AS total FROM charge_lines GROUP BY 1) l
      ON l.document_id = c.document_id
    LEFT JOIN (SELECT document_id, sum(amount_minor) AS total FROM charge_sums GROUP BY 1) s ON s.document_id = c.document_id
    WHERE c.kind = 'invoice' AND ((c.document_number IS NOT NULL AND (l.total, l.lines) IS DISTINCT FROM (c.total_minor, c.lines))
      OR s.total IS DISTINCT FROM c.total_minor)`)
  expect(wrong).toBe(0)
  const issued = sql`charges c JOIN companies co USING (company_id) WHERE c.kind = 'invoice' AND co.lineage @> ARRAY[4]`
  expect(await count(sql`SELECT count(DISTINCT cycle_start) FROM ${issued} AND document_number IS NOT NULL`)).toBe(11)
  const [andes] = await rows<{ last: number; unpaid: number; estimated: number }>(sql`
    SELECT sum(total_minor) FILTER (WHERE cycle_start = '2026-10-01')::bigint AS last,
      count(*) FILTER (WHERE state = 'issued')::int AS unpaid, sum(total_minor) FILTER (WHERE state = 'open')::bigint AS estimated
    FROM ${issued}`)
  expect(andes?.last).toBeGreaterThan(40_000_000)
  expect(andes?.last).toBeLessThan(60_000_000)
  expect(Math.abs((andes?.estimated ?? 0) / (andes?.last ?? 1) - 1)).toBeLessThan(0.15)
  expect(andes?.unpaid).toBe(6)
  const numbers = await rows<{ number: string }>(
    sql`SELECT document_number AS number FROM charges WHERE kind = 'invoice' AND document_number IS NOT NULL ORDER BY issued_at, document_number`,
  )
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, n) => `F-${String(n + 1).padStart(8, '0')}`))
  const states = await rows<{ state: string }>(sql`SELECT DISTINCT kind || ' ' || state AS state FROM charges ORDER BY 1`)
  expect(states.map(({ state }) => state)).toEqual([
    'credit_note issued',
    'invoice issued',
    'invoice open',
    'invoice paid',
    'invoice void',
  ])
  // SIM by SIM where usage is known day by day
  expect(await count(sql`SELECT count(DISTINCT usage_cycle) FROM charge_lines WHERE company_id = 4 AND iccid <> ''`)).toBe(2)
})

test('what was shipped has all of its SIMs, and what waits can be filled from the operator’s stock', async () => {
  const unfilled = await rows<{ state: string; plan: string; missing: number }>(sql`
    SELECT r.state, l.plan_code AS plan, (l.quantity - count(s.iccid))::int AS missing FROM request_lines l
    JOIN requests r USING (company_id, request_id) LEFT JOIN request_sims s USING (company_id, request_id, line_no)
    WHERE l.plan_code IS NOT NULL AND r.state NOT IN ('rejected', 'cancelled')
    GROUP BY r.state, l.plan_code, l.quantity, l.request_id, l.line_no HAVING l.quantity > count(s.iccid)`)
  expect(new Set(unfilled.map(({ state }) => state))).toEqual(new Set(['submitted', 'approved', 'preparing']))
  const stock = await rows<{ plan: string; sims: number }>(sql`
    SELECT p.plan_code AS plan, count(*)::int AS sims FROM sims s JOIN plans p USING (origin_id, sim_type_id)
    WHERE s.company_id = 1 AND s.administrative_status = 1 AND s.activated_at IS NULL GROUP BY 1`)
  const left = new Map(stock.map(({ plan, sims }) => [plan, sims]))
  for (const { plan, missing } of unfilled) left.set(plan, (left.get(plan) ?? 0) - missing)
  expect([...left].filter(([, sims]) => sims < 10)).toEqual([])
})

test('customers have alarms, and devices are prepared to run away visibly', async () => {
  expect(await count(sql`SELECT count(*) FROM alarms`)).toBe(7)
  const [network] = await rows<{ floods: { iccid: string; afterSeconds: number }[] }>(
    sql`SELECT settings->'life'->'floods' AS floods FROM networks WHERE network_id = 'simulated-1'`,
  )
  expect(network?.floods.map(({ afterSeconds }) => afterSeconds)).toEqual([20, 420, 1_500])
  const caught = await count(sql`
    SELECT count(*) FROM sims s JOIN alarms a ON a.company_id = s.company_id AND a.plan_code = s.plan_code AND a.cuts_data
    WHERE s.iccid = ANY(${network?.floods.map(({ iccid }) => iccid)}::text[]) AND s.administrative_status = 2`)
  expect(caught).toBe(3)
})

test('operations of the past have a line for each SIM, which is in the group, has the tag or the status that they led to', async () => {
  const operations = await rows<{ kind: string; lines: number; failed: number; led: number }>(sql`
    SELECT o.kind, o.total AS lines, o.failed, (SELECT count(*)::int FROM operation_items i JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid
      WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.state = 'succeeded' AND CASE o.kind
        WHEN 'hibernate' THEN s.administrative_status = 11
        WHEN 'restart' THEN true
        ELSE EXISTS (SELECT FROM sim_tags st JOIN tags t USING (company_id, tag_id) WHERE st.company_id = s.company_id AND st.iccid = s.iccid
          AND t.name = coalesce(o.parameters ->> 'group', o.parameters -> 'add' ->> 0)) END
        AND EXISTS (SELECT FROM sim_events e WHERE e.company_id = s.company_id AND e.iccid = s.iccid
          AND e.detail ->> 'operationId' = o.operation_id::text)) AS led
    FROM operations o ORDER BY o.created_at`)
  expect(operations.map(({ kind }) => kind)).toEqual(['group', 'group', 'group', 'group', 'tag', 'hibernate', 'tag', 'restart'])
  for (const { lines, failed, led } of operations) expect([lines > 20, led]).toEqual([true, lines - failed])
  expect(operations.at(-1)?.failed).toBe(3)
  expect(await count(sql`SELECT count(*) FROM operations WHERE user_id IS NULL`)).toBe(0)
})

test('rules have fired for devices that changed and days with much use; only the latest questions wait', async () => {
  const fired = await rows<{ trigger: string; fired: number; waiting: number; unfounded: number }>(sql`
    SELECT f.trigger, count(*)::int AS fired, (count(*) FILTER (WHERE f.operation = 'asked'))::int AS waiting,
      (count(*) FILTER (WHERE NOT CASE f.trigger
        WHEN 'device' THEN EXISTS (SELECT FROM sim_events e WHERE e.company_id = f.company_id AND e.iccid = f.iccid AND e.kind = 'imei_changed' AND e.at = f.at)
        ELSE EXISTS (SELECT FROM usage_days u WHERE u.company_id = f.company_id AND u.iccid = f.iccid AND u.day = f.at::date AND u.data_bytes = f.value::bigint) END))::int AS unfounded
    FROM rule_firings f GROUP BY 1 ORDER BY 1`)
  expect(fired.map(({ trigger, unfounded }) => [trigger, unfounded])).toEqual([
    ['data', 0],
    ['device', 0],
  ])
  for (const { fired: times } of fired) expect([times > 3, times < 200]).toEqual([true, true])
  expect(fired.map(({ waiting }) => waiting > 0)).toEqual([false, true])
  expect(await count(sql`SELECT count(*) FROM rule_firings WHERE mailed_at IS NULL OR operation = 'due'`)).toBe(0)
  expect(await count(sql`SELECT count(*) FROM rules WHERE user_id IS NULL`)).toBe(0)
})

test('trucks have a path that ends where they are, with no place in the future', async () => {
  const [paths] = await rows<{ sims: number; places: number; ahead: number; elsewhere: number }>(sql`
    WITH last AS (SELECT DISTINCT ON (company_id, iccid) * FROM sim_positions ORDER BY company_id, iccid, at DESC)
    SELECT (SELECT count(*) FROM last)::int AS sims, (SELECT count(*) FROM sim_positions)::int AS places,
      (SELECT count(*) FROM sim_positions WHERE at > ${NOW})::int AS ahead,
      (SELECT count(*) FROM last p JOIN sim_live l USING (company_id, iccid)
        WHERE (p.at, p.latitude, p.longitude) <> (l.located_at, l.latitude, l.longitude))::int AS elsewhere`)
  expect(paths).toMatchObject({ places: 10 * (paths?.sims ?? 0), ahead: 0, elsewhere: 0 })
  expect(paths?.sims).toBeGreaterThan(5_000)
})

test('the four logins of the demo, with their rights', async () => {
  const logins = DEMO_USERS.map(({ email }) => email)
  const users = await db.selectFrom('users').selectAll().where('email', 'in', logins).orderBy('user_id').execute()
  expect(
    users.map(({ email, company_id, permits, can_hibernate, is_admin }) => [
      email,
      company_id,
      permits.length,
      can_hibernate,
      is_admin,
    ]),
  ).toEqual([
    ['admin@enlace.test', 1, 8, true, true],
    ['ana@andes.test', 4, 8, true, false],
    ['luis@andes.test', 4, 1, false, false],
    ['flota@pacifico.test', 5, 8, true, false],
  ])
  expect(await verifyPassword(users[0]?.password_hash, 'Enlace2026')).toBe(true)
})

test('24 users in all companies, of every usual role, two of them invited and one blocked', async () => {
  const users = await db.selectFrom('users').selectAll().execute()
  expect(users).toHaveLength(24)
  expect(users.every(({ email }) => isEmail(email))).toBe(true)
  expect(new Set(users.map(({ company_id }) => company_id)).size).toBe(DEMO_COMPANIES.length)
  const giver = { permits: PERMITS, canHibernate: true, isAdmin: false }
  const roles = users.map(({ permits, can_hibernate: canHibernate }) =>
    roleOf({ permits: PERMITS.filter((permit) => permits.includes(permit)), canHibernate, isAdmin: false }, giver),
  )
  for (const role of ROLES) expect(roles).toContain(role)
  const invited = users.filter(({ password_hash }) => password_hash === null)
  expect(invited.map(({ invited_at }) => invited_at !== null && invited_at < NOW)).toEqual([true, true])
  const links = await db.selectFrom('one_time_links').select('user_id').where('used_at', 'is', null).execute()
  expect(new Set(links.map(({ user_id }) => user_id))).toEqual(new Set(invited.map(({ user_id }) => user_id)))
  expect(users.filter(({ deactivated_at }) => deactivated_at !== null)).toHaveLength(1)
})

test('who was in the portal has a last activity, not before the last message or request, and no session that is open', async () => {
  const differing = await rows(sql`
    SELECT u.email FROM users u
    LEFT JOIN LATERAL (SELECT max(last_seen_at) AS at, bool_or(ended_at IS NULL) AS is_open FROM login_sessions l WHERE l.user_id = u.user_id) seen ON true
    LEFT JOIN LATERAL (
      SELECT max(at) AS at FROM (
        SELECT at FROM support_messages m WHERE m.user_id = u.user_id UNION ALL SELECT at FROM request_steps s WHERE s.user_id = u.user_id
      ) done
    ) last ON true
    WHERE (u.password_hash IS NULL) <> (seen.at IS NULL) OR seen.is_open OR seen.at > ${NOW} OR seen.at < last.at`)
  expect(differing).toEqual([])
})

test('three access servers beside the demo’s own: one is silent, of one packets were dropped; their secrets can be opened', async () => {
  const clients = await rows<{ id: number; name: string; secret: string; sessions: number; last: Date }>(sql`
    SELECT c.client_id AS id, c.name, c.secret, count(d.iccid)::int AS sessions, max(coalesce(d.counted_at, d.started_at)) AS last
    FROM radius_clients c JOIN data_sessions d ON d.client_id = c.client_id AND d.stopped_at IS NULL GROUP BY 1 ORDER BY 1`)
  expect(clients.map(({ name }) => name)).toEqual(['GGSN Movistar Perú', 'PGW Movistar México', 'GGSN Movistar Argentina'])
  for (const { id, name, secret } of clients) expect(parts.secrets.open(secret, secretSealContext(id))).toBe(`demo ${name}`)
  for (const { sessions } of clients) expect(sessions).toBeGreaterThan(10)
  const hoursAgo = clients.map(({ last }) => Math.round((NOW.getTime() - last.getTime()) / HOUR_MS))
  expect(hoursAgo).toEqual([0, 0, 3])
  const ofClients = sql`radius_refusals r JOIN radius_clients c ON r.address <<= c.addresses`
  expect(await count(sql`SELECT sum(r.times) AS count FROM ${ofClients}`)).toBe(214)
  expect(await count(sql`SELECT count(*) FROM cdr_files WHERE problem <> ''`)).toBe(1)
})

test('a comparison with the networks ended yesterday, with differences of three kinds in two networks', async () => {
  const [comparison, ...others] = await listComparisons(db, 10)
  const carried = await count(sql`SELECT count(*) FROM sims s JOIN network_routes r USING (origin_id, sim_type_id)`)
  expect(comparison).toMatchObject({ total: carried, compared: carried, found: 41, open: 41 })
  expect(others).toEqual([])
  expect(comparison?.finishedAt?.getTime()).toBeLessThan(NOW.getTime())
  const drifts = await rows<{ network: string; problem: string; status: number; now: number; state: string; text: string }>(sql`
    SELECT r.network_id AS network, d.problem, d.administrative_status AS status, s.administrative_status AS now, d.network_state AS state,
      d.problem_text AS text
    FROM sim_drifts d JOIN sims s USING (company_id, iccid) JOIN network_routes r USING (origin_id, sim_type_id)`)
  expect(drifts).toHaveLength(41)
  expect(new Set(drifts.map(({ network }) => network))).toEqual(new Set(['simulated-1', 'simulated-3']))
  expect(new Set(drifts.map(({ problem }) => problem))).toEqual(new Set(['', 'other_profile', 'other_device']))
  for (const { problem, status, now, state, text } of drifts) {
    expect(now).toBe(status)
    expect([desiredState(status) === state, text !== '']).toEqual([problem !== '', problem !== ''])
  }
})

test('a month of the audit log says who did what to things that there are', async () => {
  const entries = await db.selectFrom('audit_log').selectAll().where('action', '<>', 'inventory.imported').execute()
  expect(entries.every(({ at }) => at < NOW && NOW.getTime() - at.getTime() < 34 * 24 * HOUR_MS)).toBe(true)
  const ofAccounts = ['login_session.opened', 'account.locked', 'password.changed', 'user.created', 'user.invited']
  const ofRights = ['user.permits_changed', 'user.deactivated', 'api_key.created', 'company.created', 'company.deleted']
  const ofFleets = ['operation.started', 'alarm.created', 'alarm.changed', 'plan.terms_changed', 'invoice.paid']
  const ofNetworks = ['comparison.started', 'radius_client.added']
  const actions = [...ofAccounts, ...ofRights, ...ofFleets, ...ofNetworks, 'request.submitted']
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(actions))
  const strangers = entries.filter(({ user_id, actor }) => (user_id === null) !== (actor === 'login'))
  expect(strangers).toEqual([])
  const missing = await rows(sql`
    SELECT a.action, a.entity_id FROM audit_log a WHERE a.action NOT IN ('inventory.imported', 'company.created', 'company.deleted') AND NOT CASE a.entity
      WHEN 'user' THEN EXISTS (SELECT FROM users u WHERE u.user_id::text = a.entity_id)
      WHEN 'operation' THEN EXISTS (SELECT FROM operations o WHERE o.operation_id::text = a.entity_id AND o.created_at = a.at)
      WHEN 'alarm' THEN EXISTS (SELECT FROM alarms m WHERE m.alarm_id::text = a.entity_id AND m.company_id = a.company_id)
      WHEN 'charge' THEN EXISTS (SELECT FROM charges c WHERE c.document_id::text = a.entity_id AND c.company_id = a.company_id)
      WHEN 'request' THEN EXISTS (SELECT FROM requests r WHERE r.request_id::text = a.entity_id AND r.company_id = a.company_id)
      WHEN 'api_key' THEN EXISTS (SELECT FROM api_keys k WHERE k.api_key_id::text = a.entity_id)
      WHEN 'plan' THEN EXISTS (SELECT FROM plans p WHERE p.plan_code = a.entity_id)
      WHEN 'radius_client' THEN EXISTS (SELECT FROM radius_clients c WHERE c.client_id::text = a.entity_id)
      ELSE a.entity = 'sims' END`)
  expect(missing).toEqual([])
})

test('mails of the last days are kept, also beside a mail server, the newest last; notices name theirs', async () => {
  const mails = await db.selectFrom('mails').selectAll().orderBy('mail_id').execute()
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['invitation', 'request', 'alarm', 'support', 'security']))
  expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(['kept']))
  const moments = mails.map(({ created_at }) => created_at.getTime())
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  expect(moments.at(-1)).toBeLessThan(NOW.getTime())
  const named = await count(sql`
    SELECT count(DISTINCT m.mail_id) FROM alarm_notices n JOIN mails m ON m.mail_id = ANY(n.mail_ids) AND m.kind = 'alarm' AND m.created_at = n.mailed_at`)
  expect(named).toBe(mails.filter(({ kind }) => kind === 'alarm').length)
})

test('the welcome is by the administrator and names no number of SIMs: each reader sees others', async () => {
  const [popup] = await rows<{ content_es: string; content_en: string; actor: string }>(
    sql`SELECT content_es, content_en, actor FROM popups`,
  )
  expect(popup?.actor).toBe('admin@enlace.test')
  expect(`${popup?.content_es} ${popup?.content_en}`).not.toMatch(/\d/)
})

test('all countries have a name in both languages, and one operator stumbles while another is closed', async () => {
  const countries = await db.selectFrom('countries').selectAll().execute()
  expect(countries).toHaveLength(249)
  for (const { iso2, name_es, name_en } of countries) expect([name_es, name_en]).not.toContain(iso2)
  const origins = await db.selectFrom('origins').select('operator_status').orderBy('origin_id').execute()
  expect(origins.map(({ operator_status }) => operator_status)).toEqual([1, 1, 2, 0, 1, 1, 1])
})

test('the deliveries went through the importer, and progress was reported', async () => {
  expect(await rows(sql`SELECT state, counts->>'bad' AS bad FROM imports ORDER BY import_id`)).toEqual(
    Array(4).fill({ state: 'applied', bad: '0' }),
  )
  expect(await count(sql`SELECT count(*) FROM audit_log WHERE action = 'inventory.imported'`)).toBe(4)
  expect(steps.length).toBeGreaterThan(10)
})

test('the same seed and moment give the same rows, another seed others', () => {
  const rowsOf = (seed: number): string[] =>
    makeSims(seed)
      .filter((_, position) => position % 500 === 0)
      .flatMap((sim) => {
        const company = DEMO_COMPANIES.find(({ id }) => id === sim.companyId)
        const calendar = calendarOf(NOW, company?.timeZone ?? 'UTC', '2026-11-01')
        const usage = usageOf(sim, calendar, seed)
        const sums = sumsOf(usage, calendar)
        const live = liveOf(sim, sums, NOW.getTime(), seed)
        return [
          JSON.stringify(sim),
          usage.bytes.join(),
          liveLine(sim, live, sums, calendar, NOW.getTime()),
          ...sessionLines(sim, live),
          ...eventLines(sim, live, sums, NOW.getTime(), seed),
        ]
      })
  expect(rowsOf(2026)).toEqual(rowsOf(2026))
  expect(rowsOf(2026)).not.toEqual(rowsOf(1))
})

test('what is out of the ordinary in a subsidiary is what its hours and sessions say', async () => {
  const found = await rows<{
    kind: string
    hours: number
    observed: number
    actual: number
    expected: number
    iccids: string[]
  }>(sql`
    SELECT n.kind, n.hours, n.observed, n.expected, n.iccids, CASE n.kind
        WHEN 'data' THEN (SELECT max(u.hour_data_bytes[hour + 1]) FROM usage_days u WHERE u.iccid = n.iccid AND u.day = local::date)
        WHEN 'sessions' THEN (SELECT count(*) FROM data_sessions d
          WHERE d.iccid = n.iccid AND d.started_at >= n.began_at AND d.started_at < n.began_at + interval '1 hour')
        WHEN 'silence' THEN (SELECT count(*) FROM unnest(n.iccids) m WHERE NOT EXISTS (
          SELECT FROM usage_days u WHERE u.iccid = m AND u.day = local::date AND u.hour_data_bytes[hour + 1] > 0))
        ELSE (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY u.hour_data_bytes[hour + 1]) FROM usage_days u JOIN sims s USING (company_id, iccid)
          WHERE s.company_id = n.company_id AND s.device = n.device AND s.administrative_status = 2 AND u.day = local::date)
      END::float8 AS actual
    FROM anomalies n JOIN companies c USING (company_id)
    CROSS JOIN LATERAL (SELECT n.began_at AT TIME ZONE c.time_zone AS local) l
    CROSS JOIN LATERAL (SELECT extract(hour FROM local)::int AS hour) h ORDER BY 1, n.began_at`)
  expect(found.map(({ kind, hours }) => [kind, hours])).toEqual([
    ['data', 1],
    ['data', 1],
    ['sessions', 1],
    ['silence', 2],
    ['storm', 1],
  ])
  for (const { kind, observed, actual, expected, iccids } of found) {
    if (kind === 'silence') expect(actual).toBe(iccids.length)
    else if (kind === 'storm') expect(actual / observed).toBeCloseTo(1, 1)
    else expect(actual).toBe(observed)
    expect(observed).toBeGreaterThan(3 * expected)
  }
  const hourly = await rows<{ days: number; differing: number }>(sql`
    SELECT count(DISTINCT day)::int AS days, count(*) FILTER (WHERE data_bytes <> (SELECT sum(h) FROM unnest(hour_data_bytes) h))::int AS differing
    FROM usage_days WHERE hour_data_bytes IS NOT NULL AND company_id = 11`)
  expect(hourly).toEqual([{ days: 7, differing: 0 }])
})

test('the hours that follow are not compared: the days before them have no hours', async () => {
  const before = await count(sql`SELECT count(*) FROM anomalies`)
  for (let hour = 0; hour < 5; hour++) {
    const clock = () => new Date(NOW.getTime() + hour * HOUR_MS)
    while ((await findAnomalies({ db, clock })) > 0);
  }
  expect(await count(sql`SELECT count(*) FROM anomalies`)).toBe(before)
})
