-- What the SIMs refer to: 2 000 companies, 120 plans, 20 APNs, and a year of charges. Deterministic.

INSERT INTO countries VALUES (1, 'CL', 'Chile', 'Chile');

INSERT INTO companies (company_id, parent_id, lineage, business_name, time_zone)
  VALUES (1, NULL, ARRAY[1], 'Operador', 'America/Santiago');

-- 2 is a reseller with some two hundred customers, 3–21 have some thirty each; 22 is the giant, below the root
INSERT INTO companies (company_id, parent_id, lineage, business_name, time_zone)
  SELECT n, 1, ARRAY[1, n], 'Revendedor ' || n, 'America/Santiago' FROM generate_series(2, 21) n;

INSERT INTO companies (company_id, parent_id, lineage, business_name, time_zone)
  SELECT n, parent, CASE WHEN parent = 1 THEN ARRAY[1, n] ELSE ARRAY[1, parent, n] END, 'Cliente ' || n,
    (ARRAY['America/Santiago', 'America/Lima', 'America/Mexico_City', 'UTC'])[1 + n % 4]
  FROM (SELECT n, CASE WHEN n % 10 = 1 THEN 2 WHEN n % 3 = 0 THEN 3 + n % 19 ELSE 1 END AS parent
    FROM generate_series(22, 2000) n) customers;

INSERT INTO origins (origin_id, name, operator_name) SELECT n, 'Origen ' || n, 'Operador ' || n FROM generate_series(1, 7) n;

INSERT INTO sim_types SELECT n, 'Tipo ' || n FROM generate_series(1, 6) n;

INSERT INTO apns (apn_id, name, apn) SELECT n, 'APN ' || n, 'apn' || n || '.enlace' FROM generate_series(1, 20) n;

INSERT INTO plans (plan_code, name, origin_id, sim_type_id, data_mb, price_minor, pooled)
  SELECT 'P' || lpad(n::text, 3, '0'), 'Plan ' || n, 1 + n % 7, 1 + n % 6, (ARRAY[10, 50, 250, 1024])[1 + n % 4], 900, n % 5 = 0
  FROM generate_series(0, 119) n;

INSERT INTO plan_terms (plan_code, valid_from, data_mb, price_minor) SELECT plan_code, '1970-01-01', data_mb, price_minor FROM plans;

INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, document_number, customer_name,
    customer_tin, issuer_name, issuer_tin, issued_on)
  SELECT c.company_id, m, m + interval '1 month', 'issued', 1000000 + c.company_id, 'CLP', m + interval '1 month',
    'F-' || lpad(row_number() OVER (ORDER BY m, c.company_id)::text, 8, '0'), c.business_name, c.tin, 'Operador', '',
    (m + interval '1 month')::date
  FROM companies c, generate_series(date_trunc('month', now()) - interval '12 months',
    date_trunc('month', now()) - interval '1 month', interval '1 month') m;

UPDATE document_series SET last_number = (SELECT count(*) FROM charges) WHERE series = 'F';

-- as the portal leaves it after the first minute of a month
UPDATE companies SET usage_cycle_start = date_trunc('month', now())::date;
