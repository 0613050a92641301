-- in each cell
-- What each charged SIM used in an invoiced cycle, as the invoice counted it: advice on plans reads it in place of the cycle's days.
CREATE TABLE billed_usage (
  company_id integer NOT NULL,
  cycle_start date NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- as what it was charged
  kind text NOT NULL CHECK (kind IN ('billable', 'hibernated')),
  -- below 0 after corrections
  data_bytes bigint NOT NULL,
  sms bigint NOT NULL,
  voice_seconds bigint NOT NULL,
  PRIMARY KEY (company_id, cycle_start, iccid)
);
