-- in each cell
-- Alarms that were deleted within a day or so, as they were: deleting one can be undone, with its notices.
CREATE TABLE deleted_alarms (
  company_id integer NOT NULL REFERENCES companies,
  alarm_id bigint NOT NULL,
  plan_code text COLLATE "C",
  limit_mb integer NOT NULL,
  emails text[] NOT NULL,
  language text NOT NULL,
  is_active boolean NOT NULL,
  cuts_data boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone NOT NULL,
  PRIMARY KEY (company_id, alarm_id)
);
