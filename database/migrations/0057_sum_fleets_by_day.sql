-- in each cell
-- A company's data by day of its own calendar, for the dashboard. As plan_usage_tallies: rows are only added, the sum of a day counts,
-- and they are folded each minute. Kept for 70 days.
CREATE TABLE usage_day_tallies (
  company_id integer NOT NULL,
  day date NOT NULL,
  data_bytes bigint NOT NULL
);
CREATE INDEX usage_day_tallies_company ON usage_day_tallies (company_id, day);
INSERT INTO usage_day_tallies (company_id, day, data_bytes)
  SELECT company_id, day, sum(data_bytes)::bigint FROM usage_days WHERE day > current_date - 70 AND data_bytes > 0 GROUP BY 1, 2;

-- A company's connected SIMs at each quarter of an hour. Kept for two days.
CREATE TABLE connected_samples (
  company_id integer NOT NULL,
  at timestamp with time zone NOT NULL,
  sims integer NOT NULL CHECK (sims >= 0),
  PRIMARY KEY (company_id, at)
);

-- What the dashboard counts at each load and each second of an open page: few rows of large tables. Rows enter and leave these indexes
-- when their state changes, which is seldom.
CREATE INDEX charges_unpaid ON charges (company_id) WHERE state = 'issued' AND kind = 'invoice';
CREATE INDEX operations_failed ON operations (company_id, created_at) WHERE failed > 0 AND source <> 'single';
CREATE INDEX requests_waiting ON requests (state, company_id) WHERE state IN ('submitted', 'shipped');
