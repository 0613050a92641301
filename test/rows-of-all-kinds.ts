import type { Pool, PoolClient } from 'pg'

/**
 * Rows of every kind of every company of the small fleet, so that each list of the operator has several pages with rows of several
 * companies by turns, some at the same moment.
 */
export async function insertRowsOfAllKinds(pool: Pool, now: Date): Promise<void> {
  const at = `'${now.toISOString()}'::timestamptz`
  const client = await pool.connect()
  await client.query('BEGIN')
  for (const statement of statementsAt(at)) await client.query(await selectedApart(client, statement))
  await client.query('COMMIT')
  client.release()
}

/** An INSERT … SELECT with its rows selected in a common table expression, as a cluster asks (scripts/check-sql.ts), and cast by it. */
async function selectedApart(client: PoolClient, statement: string): Promise<string> {
  const [, table, columns = '', select] = /^INSERT INTO (\w+) \(([^)]*)\)\s+(SELECT[\s\S]*)$/.exec(statement) ?? []
  if (!table || select?.includes('ON CONFLICT')) return statement
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0`,
    [table],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const cast = columns.split(',').map((column) => `${column}::${types.get(column.trim())}`)
  return `WITH made (${columns}) AS (${select}) INSERT INTO ${table} (${columns}) SELECT ${cast.join()} FROM made`
}

const COMPANIES = `(SELECT company_id FROM companies WHERE company_id > 1) c`
/** n rows of each company, by turns */
const each = (n: number) => `generate_series(1, ${n}) n CROSS JOIN ${COMPANIES}`
const USER = `(SELECT min(user_id) FROM users u WHERE u.company_id = c.company_id)`
/** some SIMs of each company */
const SIMS = `(SELECT s.*, row_number() OVER (PARTITION BY company_id ORDER BY iccid)::int AS n FROM sims s) s`

const statementsAt = (now: string): string[] => [
  `INSERT INTO alarms (company_id, name, plan_code, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
   SELECT company_id, CASE n % 2 WHEN 0 THEN 'Flota ' || n END, CASE n % 3 WHEN 0 THEN NULL ELSE 'IOT250' END, n * 10, ARRAY['guardia@empresa.test'], 'es', n % 2 = 0, n % 3 = 0,
     ${now}, ${now} FROM ${each(3)} ORDER BY n, company_id`,
  `INSERT INTO mails (kind, language, company_id, address, subject, text, html, state, created_at, due_at, settled_at)
   SELECT 'alarm', 'es', company_id, 'guardia@empresa.test', 'Límite ' || n, 'texto', '<p>texto</p>',
     (ARRAY['queued', 'sent', 'failed', 'kept'])[n % 4 + 1], ${now} - n * interval '1 hour', ${now}, CASE n % 4 WHEN 0 THEN NULL ELSE ${now} END
   FROM ${each(6)} ORDER BY n, company_id`,
  `INSERT INTO alarm_notices (company_id, alarm_id, iccid, cycle_start, kind, plan_code, limit_mb, used_bytes, at, mailed_at, mail_ids,
     action, action_due_at, action_since, changed_at)
   SELECT s.company_id, (SELECT min(alarm_id) FROM alarms a WHERE a.company_id = s.company_id), iccid, date_trunc('month', ${now})::date,
     CASE n % 2 WHEN 0 THEN 'warning' ELSE 'limit' END, plan_code, 10, n * 1000000, ${now} - n / 3 * interval '1 minute', ${now},
     ARRAY(SELECT mail_id FROM mails m WHERE m.company_id = s.company_id LIMIT 2), (ARRAY['none', 'due', 'cut', 'restored'])[n % 4 + 1],
     CASE n % 4 WHEN 1 THEN ${now} END, ${now}, ${now}
   FROM ${SIMS} WHERE n <= 12 ORDER BY n, company_id`,
  `INSERT INTO alarm_hours (company_id, alarm_id, kind, hour, at, iccid, plan_code, limit_mb, sims)
   SELECT company_id, min(alarm_id), kind, date_trunc('hour', at), max(at), max(iccid), max(plan_code), 10, count(*) FROM alarm_notices
   GROUP BY company_id, kind, date_trunc('hour', at)`,
  `INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, paid_at, issued_on, document_number,
     lines, sims, customer_name, customer_tin, issuer_name, issuer_tin)
   SELECT company_id, day::date, (day + interval '1 month')::date, state, n * 100000 + company_id, 'CLP',
     CASE state WHEN 'open' THEN NULL ELSE ${now} - n * interval '30 days' END, CASE state WHEN 'paid' THEN ${now} END,
     CASE state WHEN 'open' THEN NULL ELSE (${now} - n * interval '30 days')::date END,
     CASE state WHEN 'open' THEN NULL ELSE 'F-' || company_id || '-' || n END, 2, 2,
     CASE state WHEN 'open' THEN NULL ELSE 'Cliente' END, CASE state WHEN 'open' THEN NULL ELSE '1' END,
     CASE state WHEN 'open' THEN NULL ELSE 'Emisor' END, CASE state WHEN 'open' THEN NULL ELSE '2' END
   FROM ${each(5)} CROSS JOIN LATERAL (
     SELECT (ARRAY['open', 'issued', 'paid', 'issued', 'void'])[n] AS state, date_trunc('month', ${now} AT TIME ZONE 'UTC') - (n - 1) * interval '1 month' AS day
   ) made ORDER BY n, company_id`,
  `INSERT INTO charge_terms (company_id, document_id, plan_code, usage_cycle, plan_name, pooled, data_mb, included_sms,
     included_voice_seconds, price_minor, hibernation_fee_minor, overage_unit_mb, overage_price_minor, sms_price_minor, voice_price_minor)
   SELECT company_id, document_id, 'IOT250', cycle_start, 'IoT 250 MB', false, 250, 0, 0, 1200, 0, 1, 10, 5, 5 FROM charges`,
  `INSERT INTO charge_lines (company_id, document_id, iccid, line_no, plan_code, kind, usage_cycle, used, included, quantity, unit_minor, amount_minor)
   SELECT s.company_id, d.document_id, iccid, 1, 'IOT250', 'price', d.cycle_start, 0, 0, 1, 1200, 1200
   FROM charges d JOIN ${SIMS} ON s.company_id = d.company_id AND s.n <= 2`,
  `INSERT INTO charge_sums (company_id, document_id, plan_code, kind, lines, quantity, amount_minor)
   SELECT company_id, document_id, 'IOT250', 'price', 2, 2, 2400 FROM charges`,
  `INSERT INTO hardware_items (company_id, kind, product_type, product, imei, iccid, custom_field_1, acquired_at, updated_at)
   SELECT s.company_id, 'device', CASE WHEN s.company_id = 5 THEN 'Rastreador' ELSE 'Módem' END, 'Teltonika FMC130', '35' || lpad((s.company_id * 1000 + n)::text, 13, '0'),
     iccid, 'Patio ' || n, ${now} - n / 2 * interval '1 day', ${now} FROM ${SIMS} WHERE n <= 10 ORDER BY n, company_id`,
  `INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, cause, platform, user_id, actor, reference, at, settled_at)
   SELECT s.company_id, iccid, d, 'mensaje ' || n, 1, CASE d WHEN 'in' THEN 'received' ELSE (ARRAY['sent', 'delivered', 'failed'])[n % 3 + 1] END,
     CASE WHEN d = 'out' AND n % 3 = 2 THEN 'rejected' ELSE '' END, CASE d WHEN 'in' THEN '' WHEN 'out' THEN (ARRAY['portal', 'api'])[n % 2 + 1] END, NULL, 'ana@andes.test',
     'r' || d || n, ${now} - n / 2 * interval '1 minute', NULL
   FROM ${SIMS} CROSS JOIN (VALUES ('in'), ('out')) directions(d) WHERE n <= 8 ORDER BY n, company_id, d`,
  `INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
   SELECT s.company_id, iccid, ${now} - n * interval '1 hour', 'custom', 'ana@andes.test', '{}' FROM ${SIMS} WHERE n <= 3`,
  `INSERT INTO data_sessions (company_id, iccid, session_key, started_at, stopped_at, data_bytes, client_id)
   SELECT s.company_id, iccid, 's' || n, ${now} - interval '1 hour', CASE n % 2 WHEN 0 THEN ${now} END, n * 1000, 1 FROM ${SIMS} WHERE n <= 6`,
  `INSERT INTO usage_days (company_id, iccid, day, data_bytes)
   SELECT s.company_id, iccid, (${now} - d * interval '1 day')::date, n * 1000 FROM ${SIMS} CROSS JOIN generate_series(0, 3) d WHERE n <= 4`,
  `INSERT INTO usage_day_tallies (company_id, day, data_bytes)
   SELECT company_id, day, data_bytes FROM usage_days`,
  `INSERT INTO connected_samples (company_id, at, sims)
   SELECT company_id, ${now} - n * interval '15 minutes', n + company_id FROM ${each(4)}`,
  `INSERT INTO usage_differences (company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source, found_at)
   SELECT s.company_id, iccid, 's' || n, ${now}, 100, 200, 'cdr', ${now} - (n * 10 + s.company_id) * interval '1 minute' FROM ${SIMS} WHERE n <= 30`,
  `INSERT INTO radius_clients (client_id, name, addresses, secret, updated_at) OVERRIDING SYSTEM VALUE VALUES (1, 'GGSN', '10.0.0.0/24', 'x', ${now})`,
  `INSERT INTO network_routes (origin_id, sim_type_id, network_id) SELECT 1, 2, min(network_id) FROM networks ON CONFLICT DO NOTHING`,
  `INSERT INTO sim_drifts (company_id, iccid, administrative_status, network_state, found_at, problem)
   SELECT s.company_id, iccid, administrative_status, 'active', ${now} - n / 2 * interval '1 minute', CASE n % 2 WHEN 0 THEN 'unreachable' ELSE '' END
   FROM ${SIMS} WHERE n <= 7`,
  `INSERT INTO network_orders (company_id, iccid, goal, actor, requested_at, due_at, expires_at)
   SELECT company_id, iccid, 'settle', 'admin@enlace.test', ${now}, ${now}, ${now} + interval '1 day' FROM ${SIMS} WHERE n = 2`,
  `INSERT INTO operations (company_id, kind, state, source, user_id, actor, created_at, scheduled_at, started_at, finished_at, updated_at,
     total, pending, succeeded, failed)
   SELECT company_id, (ARRAY['hibernate', 'activate', 'sms'])[n % 3 + 1], state, CASE n % 5 WHEN 4 THEN 'single' ELSE 'list' END, ${USER}, 'ana@andes.test',
     ${now}, CASE state WHEN 'scheduled' THEN ${now} END, ${now}, CASE state WHEN 'finished' THEN ${now} END, ${now},
     3, CASE state WHEN 'finished' THEN 0 ELSE 1 END, CASE state WHEN 'finished' THEN 2 ELSE 1 END, 1
   FROM ${each(8)} CROSS JOIN LATERAL (SELECT (ARRAY['finished', 'running', 'scheduled', 'draft'])[n % 4 + 1] AS state) made
   WHERE state <> 'draft' ORDER BY n, company_id`,
  `INSERT INTO operation_items (company_id, operation_id, line, iccid, sim_company_id, state, code, text, due_at, updated_at)
   SELECT o.company_id, o.operation_id, s.n, s.iccid, s.company_id,
     CASE s.n WHEN 1 THEN 'succeeded' WHEN 2 THEN 'failed' ELSE CASE o.state WHEN 'finished' THEN 'succeeded' ELSE 'pending' END END,
     CASE s.n WHEN 2 THEN 'rejected' ELSE '' END, CASE s.n WHEN 2 THEN 'no' ELSE '' END, ${now}, ${now}
   FROM operations o JOIN ${SIMS} ON s.company_id = o.company_id AND s.n <= 3`,
  // of the operator, over SIMs of two companies by turns; those of Pacífico are done
  ...['running', 'finished', 'running'].map(
    (state) => `WITH made AS (
     INSERT INTO operations (company_id, kind, state, source, user_id, actor, created_at, started_at, finished_at, updated_at, total, pending,
       running, succeeded, failed)
     SELECT 1, 'activate', '${state}', 'list', (SELECT min(user_id) FROM users WHERE company_id = 1), 'admin@enlace.test', ${now}, ${now},
       ${state === 'finished' ? now : 'NULL'}, ${now}, 12, ${state === 'finished' ? 0 : 4}, 0, ${state === 'finished' ? 10 : 6}, 2
     RETURNING operation_id
   )
   INSERT INTO operation_items (company_id, operation_id, line, iccid, sim_company_id, state, code, text, due_at, updated_at)
   SELECT 1, operation_id, s.n * 2 - CASE s.company_id WHEN 3 THEN 1 ELSE 0 END, iccid, s.company_id,
     CASE WHEN s.n = 1 THEN 'failed' WHEN s.n < 3 OR s.company_id = 5 OR '${state}' = 'finished' THEN 'succeeded' ELSE 'pending' END,
     CASE s.n WHEN 1 THEN 'rejected' WHEN 5 THEN 'unreachable' ELSE '' END, '', ${now}, ${now} - s.n * interval '1 second'
   FROM made CROSS JOIN ${SIMS} WHERE s.company_id IN (3, 5) AND s.n <= 6`,
  ),
  `INSERT INTO requests (company_id, user_id, requester, language, state, type, sim_quantity, delivery_address, submitted_at, resolved_at,
     created_at, updated_at, step_no)
   SELECT company_id, ${USER}, 'Ana', 'es', CASE n % 3 WHEN 0 THEN 'cancelled' ELSE 'submitted' END, 'sims', n, 'Calle 1', ${now} - n * interval '1 day',
     CASE n % 3 WHEN 0 THEN ${now} END, ${now}, ${now}, CASE n % 3 WHEN 0 THEN 3 ELSE 2 END
   FROM ${each(5)} ORDER BY n, company_id`,
  `INSERT INTO request_steps (company_id, request_id, step_no, from_state, to_state, at, actor)
   SELECT company_id, request_id, no, began, ended, ${now}, 'Ana' FROM requests JOIN (
     VALUES (1, NULL, 'draft'), (2, 'draft', 'submitted'), (3, 'submitted', 'cancelled')
   ) steps(no, began, ended) ON no <= step_no`,
  `INSERT INTO request_lines (company_id, request_id, line_no, plan_code, quantity, name, unit_minor, currency)
   SELECT company_id, request_id, 1, 'IOT250', sim_quantity, 'IoT 250 MB', 1200, 'CLP' FROM requests`,
  `INSERT INTO request_sims (company_id, request_id, line_no, iccid, assigned_at)
   SELECT r.company_id, r.request_id, 1, s.iccid, ${now} FROM requests r JOIN ${SIMS} ON s.company_id = r.company_id AND s.n <= r.sim_quantity
   WHERE r.state = 'submitted'`,
  `INSERT INTO webhook_endpoints (company_id, url, description, events, includes_below, is_active, secret, language, created_at, updated_at)
   SELECT company_id, 'https://empresa.test/' || n, 'punto ' || n, ARRAY['sim.status_changed'], true, true, 'x', 'es', ${now}, ${now}
   FROM ${each(2)} ORDER BY n, company_id`,
  `INSERT INTO webhook_messages (company_id, endpoint_id, event, items, body, at, state, due_at, settled_at)
   SELECT e.company_id, e.endpoint_id, 'sim.status_changed', 1, '{}', ${now} - n * interval '1 minute',
     CASE n % 2 WHEN 0 THEN 'waiting' ELSE 'delivered' END, ${now}, CASE n % 2 WHEN 0 THEN NULL ELSE ${now} END
   FROM webhook_endpoints e CROSS JOIN generate_series(1, 4) n ORDER BY n, company_id`,
  `INSERT INTO webhook_attempts (company_id, message_id, at, url, duration_ms)
   SELECT company_id, message_id, at, 'https://empresa.test/1', 20 FROM webhook_messages WHERE state = 'delivered'`,
  `INSERT INTO support_conversations (company_id, user_id, person_language, state, last_no, last_side, last_text, last_at, waiting_since,
     operator_unread, created_at, updated_at)
   SELECT company_id, user_id, 'es', CASE user_id % 3 WHEN 0 THEN 'closed' ELSE 'open' END, 1, 'person', 'hola',
     ${now} - user_id / 2 * interval '1 minute', CASE user_id % 3 WHEN 0 THEN NULL ELSE ${now} - user_id / 2 * interval '1 minute' END,
     1, ${now}, ${now}
   FROM users WHERE company_id > 1`,
  `INSERT INTO support_messages (company_id, conversation_id, message_no, key, side, user_id, author, text, at, language)
   SELECT company_id, conversation_id, 1, 'clave-de-mensaje-' || user_id, 'person', user_id, 'Ana', 'hola', ${now}, 'es' FROM support_conversations`,
  `INSERT INTO audit_log (company_id, at, user_id, actor, action, entity, entity_id, before, after, address)
   SELECT company_id, ${now} - n / 2 * interval '1 minute', ${USER}, 'ana@andes.test', CASE WHEN company_id = 5 THEN 'view.saved' ELSE 'sim.edited' END,
     'sim', n::text, '{"a": 1}', '{"a": 2}', '10.0.0.1'
   FROM ${each(8)} ORDER BY n, company_id`,
  `INSERT INTO api_keys (company_id, user_id, key_hash, hint, name, permits, maker, created_at)
   SELECT company_id, ${USER}, sha256(company_id::text::bytea), 'enl_' || company_id, 'Clave', ARRAY['sims'], 'ana@andes.test', ${now} FROM ${COMPANIES}`,
  `INSERT INTO camara_subscriptions (company_id, subscription_id, iccid, owner_id, api_key_id, endpoint_id, api, type, source, sink, subject, config,
     level, created_at)
   SELECT s.company_id, md5(s.iccid)::uuid, s.iccid, s.company_id, k.api_key_id, 1, 'sim-swap-subscriptions', 'swapped', '/camara', 'https://empresa.test/',
     '{}', '{}', '', ${now}
   FROM ${SIMS} JOIN api_keys k ON k.company_id = s.company_id AND s.n = 1`,
  `INSERT INTO sim_positions (company_id, iccid, at, latitude, longitude)
   SELECT company_id, iccid, ${now} - h * interval '1 hour', -30 - n - h * 0.1, -70 FROM ${SIMS} CROSS JOIN generate_series(1, 3) h WHERE n <= 6`,
  `INSERT INTO sim_notes (company_id, iccid, note_id, at, author, text)
   SELECT company_id, iccid, gen_random_uuid(), ${now}, 'ana@andes.test', 'Nota' FROM ${SIMS}`,
  `INSERT INTO sim_locks (company_id, lock_id, iccid, device_mode, device_values, area_values, emails, language, set_at, set_by)
   SELECT company_id, gen_random_uuid(), iccid, 'imei', ARRAY['356949001234564'], ARRAY['CL', '716-06'], ARRAY['guardia@empresa.test'], 'es', ${now}, 'ana@andes.test'
   FROM ${SIMS} WHERE n <= 4`,
  `INSERT INTO network_locks (company_id, iccid, network_id, imei, order_id, requested_at, due_at)
   SELECT company_id, iccid, 'simulated', '356949001234564', gen_random_uuid(), ${now}, ${now} + interval '1 hour' FROM ${SIMS} WHERE n <= 2`,
  `INSERT INTO lock_policies (company_id, policy_id, version, device_mode, device_values, area_values, geofences, emails, language, set_at, set_by, due_at)
   SELECT company_id, gen_random_uuid(), 1, 'tac', ARRAY['35694900'], '{}', '{}', '{}', 'es', ${now}, 'ana@andes.test', ${now} + interval '1 hour'
   FROM ${COMPANIES}`,
  `INSERT INTO sim_devices (company_id, iccid, imei, first_seen_at, last_seen_at)
   SELECT company_id, iccid, '490154203237518', ${now} - interval '1 day', ${now} FROM ${SIMS} WHERE n <= 4`,
  `INSERT INTO lock_breaches (company_id, breach_id, lock_id, iccid, kind, imei, network, at, mailed_at, action, action_since, changed_at)
   SELECT company_id, gen_random_uuid(), lock_id, iccid, kind, imei, network, ${now}, ${now}, 'skipped', ${now}, ${now}
   FROM sim_locks CROSS JOIN (VALUES ('device', '490154203237518', ''), ('area', '', '722-07')) b(kind, imei, network)`,
  `INSERT INTO lock_hours (company_id, kind, hour, at, iccid, sims)
   SELECT company_id, kind, date_trunc('hour', ${now}), ${now}, max(iccid), count(*) FROM lock_breaches GROUP BY company_id, kind`,
  `INSERT INTO drafts (company_id, kind, body, reason, user_id, actor, created_at, state)
   SELECT c.company_id, CASE n % 2 WHEN 0 THEN 'rule' ELSE 'alarm' END, jsonb_build_object('name', 'Borrador ' || n, 'company', c.company_id, 'plan', '', 'limit', n),
     'Motivo ' || n, ${USER}, 'agent:Modelo (ana@andes.test)', ${now} - n * interval '1 minute', 'waiting'
   FROM ${each(3)} WHERE ${USER} IS NOT NULL ORDER BY n, c.company_id`,
  `INSERT INTO rules (company_id, name, definition, is_active, version, since, user_id, language, created_at, updated_at)
   SELECT company_id, 'Regla ' || n, '{"trigger": {"kind": "device"}, "conditions": {}, "actions": {}, "limits": {}}', n <> 2, 1, ${now}, ${USER}, 'es', ${now}, ${now}
   FROM ${each(2)} ORDER BY n, company_id`,
  `INSERT INTO rule_firings (company_id, rule_id, rule_name, iccid, at, trigger, value, operation, tag, mailed_at)
   SELECT s.company_id, (SELECT min(rule_id) FROM rules r WHERE r.company_id = s.company_id), 'Regla 1', iccid, ${now} - n * interval '1 minute',
     'device', '490154203237518', 'none', 'none', ${now}
   FROM ${SIMS}`,
  `INSERT INTO anomaly_profiles (company_id, day, hour, device, sims, spoke, centre, spread, began, sessions)
   SELECT company_id, (${now})::date, 5, 'Teltonika FMC130', 40, 30, 11.5, 0.8, 12, 1 FROM ${COMPANIES}`,
  `INSERT INTO anomaly_hours (company_id, begins_at, due_at) SELECT company_id, ${now}, ${now} + interval '80 minutes' FROM ${COMPANIES}`,
  `INSERT INTO anomalies (company_id, kind, measure, device, iccid, began_at, last_at, hours, peers, sims, observed, expected, own, iccids)
   SELECT company_id, CASE n WHEN 1 THEN 'silence' ELSE 'data' END, 'data', 'Teltonika FMC130', CASE n WHEN 1 THEN '' ELSE iccid END, ${now},
     ${now} + n * interval '1 hour', n + 1, 40, 5, 5000000, 1000, 2000, CASE n WHEN 1 THEN ARRAY[iccid] ELSE '{}' END
   FROM ${SIMS} WHERE n <= 4 ORDER BY n, company_id`,
  `INSERT INTO usage_events (company_id, iccid, day, received_at, voice_seconds, sms)
   SELECT company_id, iccid, (${now})::date, ${now}, 60, 2 FROM ${SIMS} WHERE n <= 4`,
  `INSERT INTO rule_hours (company_id, rule_id, hour, at, rule_name, iccid, sims)
   SELECT company_id, min(rule_id), date_trunc('hour', at), max(at), 'Regla 1', max(iccid), count(*) FROM rule_firings GROUP BY company_id, date_trunc('hour', at)`,
  `INSERT INTO geofences (company_id, geofence_id, place, name, key, radius_m, latitudes, longitudes, created_at, updated_at)
   SELECT company_id, gen_random_uuid(), n, 'Geocerca ' || n, 'geocerca ' || n, CASE n WHEN 1 THEN 500 END,
     CASE n WHEN 1 THEN '{-33.45}'::float8[] ELSE '{-33,-33,-34}' END, CASE n WHEN 1 THEN '{-70.65}'::float8[] ELSE '{-71,-70,-70}' END, ${now}, ${now}
   FROM ${each(2)} ORDER BY n, company_id`,
  `INSERT INTO tags (company_id, name, key, colour, created_at)
   SELECT company_id, name, lower(name), 'blue', ${now} FROM ${COMPANIES} CROSS JOIN (VALUES ('Ruta 5'), ('Norte')) t(name) ORDER BY company_id, name`,
  `INSERT INTO sim_tags (company_id, iccid, place, tag_id)
   SELECT s.company_id, s.iccid, row_number() OVER (PARTITION BY s.company_id, s.iccid), t.tag_id
   FROM ${SIMS} JOIN tags t ON t.company_id = s.company_id AND s.n % (CASE t.name WHEN 'Norte' THEN 2 ELSE 5 END) = 0`,
  `INSERT INTO tags (company_id, name, key, colour, is_group, created_at)
   SELECT company_id, path, '|' || replace(lower(path), '/', '|'), 'grey', true, ${now}
   FROM ${COMPANIES} CROSS JOIN (VALUES ('Flota'), ('Flota/Norte')) g(path) ORDER BY company_id, path`,
  `INSERT INTO group_tags (company_id, group_id, tag_id)
   SELECT g.company_id, g.tag_id, t.tag_id FROM tags g JOIN tags t ON t.company_id = g.company_id AND t.name = 'Norte' WHERE g.name = 'Flota/Norte'`,
  `INSERT INTO group_activation_plans (company_id, group_id, plan_code) SELECT company_id, tag_id, 'TEL50' FROM tags WHERE is_group`,
  `INSERT INTO sim_tags (company_id, iccid, place, tag_id)
   SELECT s.company_id, s.iccid, 0, t.tag_id
   FROM ${SIMS} JOIN tags t ON t.company_id = s.company_id AND t.is_group AND s.n % 3 = (CASE t.name WHEN 'Flota' THEN 0 ELSE 1 END)`,
  `INSERT INTO tags (company_id, name, key, colour, is_group, created_at, rule, rule_place, rule_due_at)
   SELECT company_id, 'Guardadas', '|guardadas', 'grey', true, ${now}, '{"administrativeStatusIds": [11]}', -1, ${now} FROM ${COMPANIES} ORDER BY company_id`,
  `INSERT INTO sim_tags (company_id, iccid, place, tag_id)
   SELECT s.company_id, s.iccid, t.rule_place, t.tag_id FROM ${SIMS} JOIN tags t ON t.company_id = s.company_id AND t.rule IS NOT NULL AND s.n % 7 = 0`,
  `UPDATE tags t SET sims = (SELECT count(*) FROM sim_tags g WHERE g.company_id = t.company_id AND g.tag_id = t.tag_id)`,
  `INSERT INTO saved_views (company_id, user_id, name, query, created_at)
   SELECT company_id, user_id, 'Vista', 'sort=icc', ${now} FROM users`,
  `INSERT INTO billed_usage (company_id, cycle_start, iccid, kind, data_bytes, sms, voice_seconds)
   SELECT company_id, (date_trunc('month', ${now}) - interval '1 month')::date, iccid,
     CASE n % 3 WHEN 0 THEN 'hibernated' ELSE 'billable' END, n * 1000000, n % 5, n % 90
   FROM ${SIMS} WHERE n <= 6`,
  `INSERT INTO plan_advices (company_id, advice_id, state, asked_at, actor, options, due_at, result)
   SELECT company_id, '6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6d7', 'done', ${now}, 'ana@andes.test',
     '{"cycles": 1, "marginPercent": 10, "exceptPlans": [], "exceptSims": []}', ${now},
     '{"sims": 3, "cycles": [], "termsOf": "2026-12-01", "totals": [], "plans": [], "moves": [{"planCode": "TEL50", "sims": 3}]}'
   FROM ${COMPANIES}`,
  `INSERT INTO plan_advice_moves (company_id, advice_id, plan_code, place, iccid, from_plan, today_minor, advised_minor)
   SELECT s.company_id, a.advice_id, 'TEL50', s.n, s.iccid, 'IOT250', 1200, 900 - s.n
   FROM plan_advices a JOIN ${SIMS} ON s.company_id = a.company_id AND s.n <= 3`,
  `WITH ordered AS (
     INSERT INTO operations (company_id, kind, state, source, user_id, actor, parameters, created_at, scheduled_at, updated_at, total, pending)
     SELECT company_id, 'plan', 'scheduled', 'list', ${USER}, 'ana@andes.test', '{"planCode": "TEL50", "from": "nextCycle"}', ${now}, ${now},
       ${now}, 3, 3
     FROM plan_advices c RETURNING company_id, operation_id
   )
   INSERT INTO plan_advice_operations (company_id, advice_id, operation_company_id, operation_id)
   SELECT o.company_id, a.advice_id, o.company_id, o.operation_id FROM ordered o JOIN plan_advices a ON a.company_id = o.company_id`,
  `INSERT INTO brands (brand_id, name) VALUES (1, 'Teltonika')`,
  `INSERT INTO popups (name, slot, title_es, title_en, content_es, content_en, starts_at) VALUES ('aviso', 1, 'Aviso', 'Notice', '<p>a</p>', '<p>a</p>', ${now})`,
]
