-- in each cell
-- A plan can have a minimum stay: domain/minimum-stay.ts. 0: none. The plans are outside of the cells, and get the column with the first.
ALTER TABLE plans ADD COLUMN IF NOT EXISTS minimum_stay_months smallint NOT NULL DEFAULT 0
  CHECK (minimum_stay_months BETWEEN 0 AND 60);
-- the first day on which the SIM may change its plan, as it was agreed when it got the plan; null: any
ALTER TABLE sims ADD COLUMN plan_bound_until date;
