-- SIMs and what is known of them. company_id leads every key, so that a tenant's rows can live together on one node.
-- Tables by how they change: `sims` is identity and status (people change it), `sim_live` is session and usage (every accounting
-- record changes it), `sim_texts` is what a search looks in (hardly anything changes it, and a row has ninety entries in its
-- index); kept apart, a usage record touches seven small indexes instead of twenty, a status a tenth of what it would.

-- 'Whose is this ICCID?' in one look-up, and the only place where global uniqueness lives.
CREATE TABLE sim_registry (
  iccid text COLLATE "C" NOT NULL,
  company_id integer NOT NULL,
  PRIMARY KEY (iccid) INCLUDE (company_id)
);

CREATE TABLE sims (
  company_id integer NOT NULL REFERENCES companies,
  -- with its Luhn digit, 19 or 20 digits (ITU-T E.118)
  iccid text COLLATE "C" NOT NULL CHECK (iccid ~ '^89[0-9]{17,18}$'),
  imsi text COLLATE "C" NOT NULL DEFAULT '' CHECK (imsi ~ '^([0-9]{14,15})?$'),
  msisdn text COLLATE "C" NOT NULL DEFAULT '' CHECK (msisdn ~ '^([0-9]{7,15})?$'),
  imei text COLLATE "C" NOT NULL DEFAULT '' CHECK (imei ~ '^([0-9]{15})?$'),
  device text NOT NULL DEFAULT '' CHECK (length(device) <= 120),
  module_manufacturer text NOT NULL DEFAULT '' CHECK (length(module_manufacturer) <= 120),
  module_model text NOT NULL DEFAULT '' CHECK (length(module_model) <= 120),
  origin_id smallint NOT NULL REFERENCES origins,
  sim_type_id smallint NOT NULL REFERENCES sim_types,
  plan_code text COLLATE "C" NOT NULL REFERENCES plans,
  apn_id smallint NOT NULL REFERENCES apns,
  technical_status smallint NOT NULL DEFAULT 1 CHECK (technical_status BETWEEN 1 AND 7),
  administrative_status smallint NOT NULL DEFAULT 1 CHECK (administrative_status BETWEEN 1 AND 11),
  target_status smallint CHECK (target_status BETWEEN 1 AND 11),
  previous_status smallint CHECK (previous_status BETWEEN 1 AND 11),
  status_reason text NOT NULL DEFAULT '',
  status_actor text NOT NULL DEFAULT '',
  status_since timestamptz NOT NULL,
  activated_at timestamptz,
  custom_field_1 text NOT NULL DEFAULT '' CHECK (length(custom_field_1) <= 120),
  custom_field_2 text NOT NULL DEFAULT '' CHECK (length(custom_field_2) <= 120),
  created_at timestamptz NOT NULL,
  -- with what a list filters by, as in the indexes below
  PRIMARY KEY (company_id, iccid) INCLUDE (administrative_status, origin_id, sim_type_id, plan_code, apn_id)
);

CREATE TABLE sim_live (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- As in sims, kept so by the trigger below: a list that is ordered by usage or filtered by session need not look each SIM up
  -- (250 ms instead of 5 in a company of 400 000).
  administrative_status smallint NOT NULL,
  origin_id smallint NOT NULL,
  sim_type_id smallint NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  apn_id smallint NOT NULL,
  -- 0 not available, 1 a data session is open, 2 none
  gprs_status smallint NOT NULL DEFAULT 0 CHECK (gprs_status BETWEEN 0 AND 2),
  ip inet,
  sgsn_ip inet,
  ggsn_ip inet,
  -- MCC and MNC of the serving network, '730-02' (ITU-T E.212)
  serving_network text NOT NULL DEFAULT '',
  radio_technology text NOT NULL DEFAULT '',
  registered_at timestamptz,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  located_at timestamptz,
  connection_started_at timestamptz,
  connection_stopped_at timestamptz,
  usage_day date NOT NULL,
  day_data_bytes bigint NOT NULL DEFAULT 0 CHECK (day_data_bytes >= 0),
  day_voice_seconds integer NOT NULL DEFAULT 0 CHECK (day_voice_seconds >= 0),
  day_sms integer NOT NULL DEFAULT 0 CHECK (day_sms >= 0),
  cycle_start date NOT NULL,
  cycle_data_bytes bigint NOT NULL DEFAULT 0 CHECK (cycle_data_bytes >= 0),
  cycle_voice_seconds integer NOT NULL DEFAULT 0 CHECK (cycle_voice_seconds >= 0),
  cycle_sms integer NOT NULL DEFAULT 0 CHECK (cycle_sms >= 0),
  -- cycle_data_bytes of the plan's allowance, rounded; 0 when the plan has none
  plan_percent integer NOT NULL DEFAULT 0 CHECK (plan_percent >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, iccid) INCLUDE (gprs_status),
  FOREIGN KEY (company_id, iccid) REFERENCES sims ON DELETE CASCADE
) WITH (fillfactor = 80);

-- One statement for all rows that a statement changed. A foreign key over the copied columns with ON UPDATE CASCADE runs one for
-- each row and wants an index of its own on sims: 180 µs for each SIM whose status changes instead of 120.
-- The planner keeps a plan of its first call, for however many rows that was: look-ups are right for one and for a million.
CREATE FUNCTION copy_sim_kinds() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE sim_live l SET administrative_status = w.administrative_status, origin_id = w.origin_id, sim_type_id = w.sim_type_id,
    plan_code = w.plan_code, apn_id = w.apn_id
  FROM written w
  WHERE l.company_id = w.company_id AND l.iccid = w.iccid
    AND (l.administrative_status, l.origin_id, l.sim_type_id, l.plan_code, l.apn_id)
      IS DISTINCT FROM (w.administrative_status, w.origin_id, w.sim_type_id, w.plan_code, w.apn_id);
  RETURN NULL;
END $$;
CREATE TRIGGER copy_kinds AFTER UPDATE ON sims REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION copy_sim_kinds();

-- Append only, the SIM's timeline.
CREATE TABLE sim_events (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  event_id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  from_status smallint,
  to_status smallint,
  actor text NOT NULL DEFAULT '',
  detail jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (company_id, iccid, event_id)
);
CREATE INDEX sim_events_at ON sim_events (company_id, iccid, at DESC);

CREATE TABLE data_sessions (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  session_key text NOT NULL,
  started_at timestamptz NOT NULL,
  stopped_at timestamptz,
  apn text NOT NULL DEFAULT '',
  ip inet,
  serving_network text NOT NULL DEFAULT '',
  radio_technology text NOT NULL DEFAULT '',
  data_bytes bigint NOT NULL DEFAULT 0 CHECK (data_bytes >= 0),
  PRIMARY KEY (company_id, iccid, started_at, session_key)
);

-- Partitioned by month: what is past its retention is dropped, not deleted. No foreign keys on purpose.
CREATE TABLE usage_days (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  day date NOT NULL,
  data_bytes bigint NOT NULL DEFAULT 0,
  voice_seconds integer NOT NULL DEFAULT 0,
  sms integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, iccid, day)
) PARTITION BY RANGE (day);
CREATE TABLE usage_days_rest PARTITION OF usage_days DEFAULT;

-- How many SIMs there are of each kind, kept in the transaction that changes them: a write adds rows (+n, −n), nothing is
-- updated, so writers never wait for one another; a job folds the rows together. A count is the sum of its rows.
CREATE TABLE sim_tallies (
  company_id integer NOT NULL,
  administrative_status smallint NOT NULL,
  gprs_status smallint NOT NULL,
  origin_id smallint NOT NULL,
  sim_type_id smallint NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  apn_id smallint NOT NULL,
  sims integer NOT NULL
);
CREATE INDEX sim_tallies_company ON sim_tallies (company_id);

-- The same without the company, for those who see every company: thousands of rows instead of hundreds of thousands.
CREATE TABLE fleet_tallies (
  administrative_status smallint NOT NULL,
  gprs_status smallint NOT NULL,
  origin_id smallint NOT NULL,
  sim_type_id smallint NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  apn_id smallint NOT NULL,
  sims integer NOT NULL
);

-- Each sortable column twice: inside one company, and over all of them for those who see all. What a list filters by rides
-- along, so that a walk in that order passes over what does not match without a look at the SIM itself.
CREATE INDEX sims_iccid_all ON sims (iccid)
  INCLUDE (company_id, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_msisdn ON sims (company_id, msisdn, iccid)
  INCLUDE (administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_msisdn_all ON sims (msisdn, iccid)
  INCLUDE (company_id, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_imei ON sims (company_id, imei, iccid)
  INCLUDE (administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_imei_all ON sims (imei, iccid)
  INCLUDE (company_id, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_custom_field_1 ON sims (company_id, custom_field_1, iccid)
  INCLUDE (administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_custom_field_1_all ON sims (custom_field_1, iccid)
  INCLUDE (company_id, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_activated_at ON sims (company_id, (coalesce(activated_at, '-infinity')), iccid)
  INCLUDE (activated_at, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sims_activated_at_all ON sims ((coalesce(activated_at, '-infinity')), iccid)
  INCLUDE (company_id, activated_at, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
-- For filters that few SIMs match: whichever of these columns are asked for, the ones before it have few values to skip over; a
-- plan, of which there are hundreds, has an index of its own. What a list is ordered by rides along, so that what was gathered
-- is put in order without a look at the SIM.
CREATE INDEX sims_kind ON sims (company_id, administrative_status, apn_id, origin_id, sim_type_id, plan_code, iccid)
  INCLUDE (msisdn, imei, custom_field_1, activated_at);
CREATE INDEX sims_kind_all ON sims (administrative_status, apn_id, origin_id, sim_type_id, plan_code, iccid)
  INCLUDE (company_id, msisdn, imei, custom_field_1, activated_at);
CREATE INDEX sims_plan ON sims (company_id, plan_code, apn_id, administrative_status, iccid)
  INCLUDE (origin_id, sim_type_id, msisdn, imei, custom_field_1, activated_at);
CREATE INDEX sims_plan_all ON sims (plan_code, apn_id, administrative_status, iccid)
  INCLUDE (company_id, origin_id, sim_type_id, msisdn, imei, custom_field_1, activated_at);
CREATE INDEX sim_live_cycle_data ON sim_live (company_id, cycle_data_bytes, iccid)
  INCLUDE (gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sim_live_cycle_data_all ON sim_live (cycle_data_bytes, iccid)
  INCLUDE (company_id, gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sim_live_percent ON sim_live (company_id, plan_percent, cycle_data_bytes, iccid)
  INCLUDE (gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sim_live_percent_all ON sim_live (plan_percent, cycle_data_bytes, iccid)
  INCLUDE (company_id, gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id);
CREATE INDEX sim_live_kind ON sim_live
  (company_id, gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id, iccid) INCLUDE (cycle_data_bytes, plan_percent);
CREATE INDEX sim_live_kind_all ON sim_live
  (gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id, iccid) INCLUDE (company_id, cycle_data_bytes, plan_percent);

-- Digits as one sign for two of them: '895603' is three signs, and so one trigram out of a million. In plain digits it is four
-- out of a thousand, and for the beginnings that every card shares their lists are the fleet: 60 ms instead of 6.
-- Each digit becomes a byte, B0 to B9; two such bytes are one of a hundred ideographs in EUC-CN: letters that have no other case.
CREATE FUNCTION digit_pairs(digits text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN convert_from(convert_to(translate(left(digits, length(digits) / 2 * 2), '0123456789', '°±²³´µ¶·¸¹'), 'LATIN1'), 'EUC_CN');
END $$;


-- What 'any six characters anywhere' looks in. Only the triggers below write it.
CREATE TABLE sim_texts (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- the company's: one key of the index for all SIMs that somebody sees
  lineage integer[] NOT NULL,
  identifiers text COLLATE "C" NOT NULL,
  labels text NOT NULL,
  -- the identifiers' digits cut into pairs from the first one on and from the second; the zeros give the last ones a pair to stand in
  id_pairs text GENERATED ALWAYS AS (
    digit_pairs(translate(identifiers, E'\n', '') || '000') || ' ' || digit_pairs(substr(translate(identifiers, E'\n', '') || '000', 2))
  ) STORED,
  PRIMARY KEY (company_id, iccid)
);
CREATE INDEX sim_texts_search ON sim_texts USING gin (lineage, id_pairs gin_trgm_ops, labels gin_trgm_ops) WITH (fastupdate = off);

CREATE VIEW sim_texts_due AS
  SELECT s.company_id, s.iccid, c.lineage, concat_ws(E'\n', s.iccid, s.msisdn, s.imei, s.imsi) AS identifiers,
    lower(s.custom_field_1 || E'\n' || s.custom_field_2) AS labels
  FROM sims s JOIN companies c ON c.company_id = s.company_id;

CREATE FUNCTION add_sim_texts() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO sim_texts (company_id, iccid, lineage, identifiers, labels)
  SELECT due.company_id, due.iccid, due.lineage, due.identifiers, due.labels
  FROM written JOIN sim_texts_due due ON due.company_id = written.company_id AND due.iccid = written.iccid;
  RETURN NULL;
END $$;
CREATE TRIGGER add_texts AFTER INSERT ON sims REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION add_sim_texts();

CREATE FUNCTION drop_sim_texts() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM sim_texts t USING written WHERE t.company_id = written.company_id AND t.iccid = written.iccid;
  RETURN NULL;
END $$;
CREATE TRIGGER drop_texts AFTER DELETE ON sims REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION drop_sim_texts();

CREATE FUNCTION change_sim_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sim_texts t SET company_id = due.company_id, iccid = due.iccid, lineage = due.lineage, identifiers = due.identifiers,
    labels = due.labels
  FROM sim_texts_due due
  WHERE t.company_id = OLD.company_id AND t.iccid = OLD.iccid AND due.company_id = NEW.company_id AND due.iccid = NEW.iccid;
  RETURN NULL;
END $$;
CREATE TRIGGER change_texts AFTER UPDATE OF company_id, iccid, imsi, msisdn, imei, custom_field_1, custom_field_2 ON sims FOR EACH ROW
  WHEN ((OLD.company_id, OLD.iccid, OLD.imsi, OLD.msisdn, OLD.imei, OLD.custom_field_1, OLD.custom_field_2)
    IS DISTINCT FROM (NEW.company_id, NEW.iccid, NEW.imsi, NEW.msisdn, NEW.imei, NEW.custom_field_1, NEW.custom_field_2))
  EXECUTE FUNCTION change_sim_texts();

CREATE FUNCTION move_sim_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sim_texts SET lineage = NEW.lineage WHERE company_id = NEW.company_id;
  RETURN NULL;
END $$;
CREATE TRIGGER move_texts AFTER UPDATE OF lineage ON companies FOR EACH ROW WHEN (OLD.lineage IS DISTINCT FROM NEW.lineage)
  EXECUTE FUNCTION move_sim_texts();
