-- in each cell
-- What the bell shows of alarms: how many SIMs reached one in an hour, whether 1 or 100 000. Kept for 90 days.
CREATE TABLE alarm_hours (
  company_id integer NOT NULL,
  alarm_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('warning', 'limit')),
  hour timestamptz NOT NULL,
  -- of the last of them
  at timestamptz NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  plan_code text COLLATE "C",
  limit_mb integer NOT NULL,
  sims integer NOT NULL CHECK (sims > 0),
  PRIMARY KEY (company_id, alarm_id, kind, hour)
);
CREATE INDEX alarm_hours_at ON alarm_hours (company_id, at);

-- What else it shows is read where it is, newest first. Rows enter these indexes when something ends, is issued or moves on.
CREATE INDEX operations_ended ON operations (company_id, user_id, finished_at)
  WHERE state = 'finished' AND (source <> 'single' OR failed > 0);
CREATE INDEX charges_issued ON charges (company_id, issued_at) WHERE document_number IS NOT NULL;
CREATE INDEX requests_of_person ON requests (company_id, user_id, updated_at) WHERE state <> 'draft';
CREATE INDEX requests_moved ON requests (updated_at) WHERE state <> 'draft';
