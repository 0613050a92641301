-- What usage is counted into, in the shape that counting wants.

-- A message names its SIM by IMSI.
CREATE INDEX sims_imsi ON sims (imsi) INCLUDE (company_id, iccid, plan_code) WHERE imsi <> '';

-- By hour of the company's own clock: 24 sums beside the day's, null where nobody knows them. A row for each hour would be ten
-- times the rows for the same figures. When clocks go back, both hours of that name share one sum.
ALTER TABLE usage_days ADD COLUMN hour_data_bytes bigint[];
CREATE FUNCTION add_hours(a bigint[], b bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN a IS NULL THEN b WHEN b IS NULL THEN a ELSE ARRAY[a[1]+b[1], a[2]+b[2], a[3]+b[3], a[4]+b[4], a[5]+b[5], a[6]+b[6],
    a[7]+b[7], a[8]+b[8], a[9]+b[9], a[10]+b[10], a[11]+b[11], a[12]+b[12], a[13]+b[13], a[14]+b[14], a[15]+b[15], a[16]+b[16],
    a[17]+b[17], a[18]+b[18], a[19]+b[19], a[20]+b[20], a[21]+b[21], a[22]+b[22], a[23]+b[23], a[24]+b[24]] END;

-- A message names its session by key: the beginning is not in each of them. Access servers use keys again after a while.
ALTER TABLE data_sessions DROP CONSTRAINT data_sessions_pkey;
ALTER TABLE data_sessions ALTER COLUMN session_key TYPE text COLLATE "C";
ALTER TABLE data_sessions ADD PRIMARY KEY (company_id, iccid, session_key, started_at);
CREATE INDEX data_sessions_started ON data_sessions (company_id, iccid, started_at);
ALTER TABLE data_sessions ADD COLUMN client_id smallint NOT NULL DEFAULT 0;
ALTER TABLE data_sessions ADD COLUMN nas text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE data_sessions ADD COLUMN sgsn_ip inet;
ALTER TABLE data_sessions ADD COLUMN ggsn_ip inet;
ALTER TABLE data_sessions ADD COLUMN imei text NOT NULL DEFAULT '';
ALTER TABLE data_sessions ADD COLUMN area_code integer;
ALTER TABLE data_sessions ADD COLUMN cell_id bigint;
-- how long it had lasted when its bytes were counted last, by the network
ALTER TABLE data_sessions ADD COLUMN counted_seconds bigint;
-- a report changes what is in no index: room for it on the row's own page
ALTER TABLE data_sessions SET (fillfactor = 75);
-- what an access server that begins anew has lost
CREATE INDEX data_sessions_open ON data_sessions (client_id, nas) WHERE stopped_at IS NULL;

-- as the network says, whatever the inventory has
ALTER TABLE sim_live ADD COLUMN device_imei text NOT NULL DEFAULT '';
ALTER TABLE sim_live ADD COLUMN used_apn text NOT NULL DEFAULT '';
ALTER TABLE sim_live ADD COLUMN area_code integer;
ALTER TABLE sim_live ADD COLUMN cell_id bigint;

-- What a charging record said that the session used: that is billed, and later reports of the session add nothing.
ALTER TABLE data_sessions ADD COLUMN final_bytes bigint CHECK (final_bytes >= 0);

-- Where a charging record said something else than what had been counted.
CREATE TABLE usage_differences (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  difference_id bigint GENERATED ALWAYS AS IDENTITY,
  session_key text NOT NULL,
  started_at timestamptz NOT NULL,
  counted_bytes bigint NOT NULL,
  final_bytes bigint NOT NULL,
  -- the file that said so
  source text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, iccid, difference_id)
);
CREATE INDEX usage_differences_found ON usage_differences (found_at);

-- Files of charging records that were taken in.
CREATE TABLE cdr_files (
  file_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  records integer NOT NULL,
  bad_lines integer NOT NULL,
  -- why it could not be read at all; '' when it could
  problem text NOT NULL,
  taken_at timestamptz NOT NULL
);
CREATE INDEX cdr_files_taken ON cdr_files (taken_at);
