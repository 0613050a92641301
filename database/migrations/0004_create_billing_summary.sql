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
