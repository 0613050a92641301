import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_PLACES } from '../server/db/table-places.ts'
import { sqlProblems } from './check-sql.ts'

test.each([
  ['rows of a cell with the catalogue', 'SELECT s.iccid, p.name FROM sims s JOIN plans p USING (plan_code)'],
  [
    'a change with its copies',
    'WITH c AS (UPDATE sims s SET plan_code = $1 RETURNING s.iccid) UPDATE sim_live l SET plan_code = $1 FROM c',
  ],
  [
    'locked rows',
    'SELECT 1 FROM sims s JOIN sim_live l USING (company_id, iccid) ORDER BY s.iccid FOR UPDATE OF s, l SKIP LOCKED',
  ],
  ['an insert of parameters', 'INSERT INTO sim_events (iccid) SELECT u FROM unnest($1::text[]) u ON CONFLICT DO NOTHING'],
  [
    'an insert of a common table expression',
    'WITH f AS (SELECT iccid FROM sims) INSERT INTO sim_events (iccid) SELECT iccid FROM f',
  ],
  ['a moment that is counted from a parameter', "UPDATE sims SET status_since = $1::timestamptz + interval '1 hour'"],
  [
    'a moment that is counted from a row that was selected',
    "WITH f AS MATERIALIZED (SELECT iccid, status_since + interval '1 hour' AS due FROM sims) UPDATE sims s SET status_since = due FROM f WHERE f.iccid = s.iccid",
  ],
  ['an insert of the catalogue', 'INSERT INTO webhook_messages (company_id) SELECT company_id FROM companies'],
  ['stable functions', 'UPDATE alarm_notices SET changed_at = statement_timestamp()'],
  ['what is in no cell may do anything', 'INSERT INTO login_sessions SELECT * FROM login_sessions RETURNING random()'],
  ['definitions are not judged', 'CREATE TABLE x AS SELECT * FROM sims, api_keys'],
  ['a partition of a month', 'SELECT count(*) FROM usage_days_2026_11 JOIN sims USING (company_id, iccid)'],
])('%s', (_, statement) => {
  expect(sqlProblems(statement)).toEqual([])
})

test.each([
  ['SELECT s.iccid, k.name FROM sims s, api_keys k', 'reads or writes api_keys together with a cell’s tables'],
  ['UPDATE sims SET status_since = now() WHERE iccid IN (SELECT api_key_id::text FROM api_keys)', 'reads or writes api_keys'],
  ['UPDATE sims SET status_since = clock_timestamp()', 'calls clock_timestamp() while it changes rows'],
  ['INSERT INTO sims AS s (iccid) VALUES ($1) ON CONFLICT DO UPDATE SET device = random()::text', 'calls random()'],
  ["SELECT iccid FROM sims WHERE company_id = current_setting('a.b')::int", 'reads a setting'],
  ['INSERT INTO sim_events (iccid) SELECT iccid FROM sims', 'inserts what it selects from sims'],
  ['INSERT INTO sim_events (iccid) SELECT iccid FROM (SELECT iccid FROM sims) s', 'inserts what it selects from sims'],
  [
    'INSERT INTO sim_events (iccid) WITH f AS (SELECT iccid FROM sims) SELECT iccid FROM f',
    'inserts what it selects from sims',
  ],
  [
    'INSERT INTO sim_events (iccid) SELECT u FROM unnest($1::text[]) u WHERE u IN (SELECT iccid FROM sims)',
    'inserts what it selects from sims',
  ],
  ['DELETE FROM rule_facts RETURNING extract(epoch FROM received_at)', 'returns extract()'],
  ['UPDATE sims SET status_since = CASE WHEN device = $1 THEN now() END', 'reads the clock in CASE or coalesce()'],
  ["UPDATE sims SET status_since = status_since + interval '1 day'", 'sets a moment that is counted from a column'],
  [
    "UPDATE sims s SET status_since = due FROM (SELECT iccid, activated_at + interval '1 hour' AS due FROM sims) f WHERE f.iccid = s.iccid",
    'sets a moment that is counted from a column',
  ],
  [
    'WITH u AS (UPDATE sims SET status_since = status_since + make_interval(secs => 5)) SELECT 1',
    'sets a moment that is counted from a column',
  ],
])('%s', (statement, problem) => {
  expect(sqlProblems(statement)).toEqual([expect.stringContaining(problem)])
})

test('foreign keys of a cell lead into the cell or the catalogue, those of the catalogue stay in it', () => {
  const placeOf = (table: string) => TABLE_PLACES[table as keyof typeof TABLE_PLACES]
  const tables = readFileSync(new URL('../database/schema.sql', import.meta.url), 'utf8').matchAll(
    /CREATE TABLE (\w+) \(([^;]*)/g,
  )
  const keys = [...tables].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/REFERENCES (\w+)\(/g)].map(([, target = '']) => ({
      table,
      target,
      from: placeOf(table),
      to: placeOf(target),
    })),
  )
  const allowed = { cell: ['cell', 'catalogue'], catalogue: ['catalogue'], directory: ['catalogue', 'directory'] }
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter(({ from, to }) => !allowed[from].includes(to))).toEqual([])
})

test('no table has a trigger', () => {
  expect(readFileSync(new URL('../database/schema.sql', import.meta.url), 'utf8')).not.toContain('CREATE TRIGGER')
})
