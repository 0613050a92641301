-- in each cell
-- What people call an alarm; null: by its plan and limit.
ALTER TABLE alarms ADD COLUMN name text
  CHECK (length(name) BETWEEN 1 AND 60 AND name = btrim(name) AND name !~ '[\x01-\x1f\x7f]');
ALTER TABLE deleted_alarms ADD COLUMN name text;

-- SIMs whose data an alarm holds cut, by alarm: the dashboard names it if it is the only one
CREATE INDEX alarm_notices_cut ON alarm_notices (company_id, alarm_id, iccid) WHERE action = 'cut';
