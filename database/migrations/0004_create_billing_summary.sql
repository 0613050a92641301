-- What was billed by cycle. Lines and documents come with the billing engine; the dashboard reads these totals.
CREATE TABLE charges (
  company_id integer NOT NULL REFERENCES companies,
  cycle_start date NOT NULL,
  cycle_end date NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'closing', 'issued', 'paid', 'void')),
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  currency char(3) NOT NULL,
  issued_at timestamptz,
  paid_at timestamptz,
  PRIMARY KEY (company_id, cycle_start),
  CHECK (cycle_end > cycle_start),
  CHECK (state NOT IN ('issued', 'paid') OR issued_at IS NOT NULL)
);

-- Data used by plan, company and cycle, added to as usage arrives (rows are deltas, as in sim_tallies): what pools are judged by.
CREATE TABLE plan_usage_tallies (
  company_id integer NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  cycle_start date NOT NULL,
  data_bytes bigint NOT NULL
);
CREATE INDEX plan_usage_tallies_company ON plan_usage_tallies (company_id, cycle_start);
