-- in each cell
-- Rules about money, pools and minimum stays: nothing is reported of these, and they are read every few minutes.
ALTER TABLE rules
  -- null: it judges what is reported
  ADD COLUMN reading_due_at timestamptz,
  -- null: the first reading, which finds what was the case before, is still to come
  ADD COLUMN read_at timestamptz;
CREATE INDEX rules_reading ON rules (reading_due_at) WHERE reading_due_at IS NOT NULL;

-- The plan of a pool; '' for a SIM, and for a company. Of both of these iccid is ''.
ALTER TABLE rule_firings ADD COLUMN plan_code text COLLATE "C" NOT NULL DEFAULT '';
-- What the rule waited for, so that the bell says SIMs or pools; '' before it was kept.
ALTER TABLE rule_hours ADD COLUMN trigger text NOT NULL DEFAULT '';

-- SIMs whose minimum stay ends soon. Few have one.
CREATE INDEX sims_bound ON sims (company_id, plan_bound_until) WHERE plan_bound_until IS NOT NULL;
