-- in each cell
-- A lock says in which devices a SIM may be. Its owner is one SIM so far.
CREATE TABLE sim_locks (
  company_id integer NOT NULL,
  lock_id uuid NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- learn: the first device that is reported; imei: these devices; tac: these models
  device_mode text NOT NULL CHECK (device_mode IN ('off', 'learn', 'imei', 'tac')),
  -- IMEIs of 15 digits, or type allocation codes of 8 (3GPP TS 23.003 section 6.2); of learn the device that it holds, once there is one
  device_values text[] NOT NULL,
  emails text[] NOT NULL CHECK (cardinality(emails) <= 10 AND array_position(emails, NULL) IS NULL),
  -- of its mails: that of whoever set it last
  language text NOT NULL CHECK (language IN ('es', 'en')),
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  PRIMARY KEY (company_id, lock_id),
  CONSTRAINT sim_locks_device_check CHECK (
    array_position(device_values, NULL) IS NULL AND CASE device_mode
      WHEN 'off' THEN cardinality(device_values) = 0
      WHEN 'learn' THEN cardinality(device_values) <= 1 AND array_to_string(device_values, ',') ~ '^([0-9]{15})?$'
      WHEN 'imei' THEN cardinality(device_values) BETWEEN 1 AND 20 AND array_to_string(device_values, ',') ~ '^[0-9]{15}(,[0-9]{15})*$'
      ELSE cardinality(device_values) BETWEEN 1 AND 20 AND array_to_string(device_values, ',') ~ '^[0-9]{8}(,[0-9]{8})*$'
    END)
);
CREATE UNIQUE INDEX sim_locks_sim ON sim_locks (company_id, iccid);

-- The devices in which a SIM was reported, the latest 20.
CREATE TABLE sim_devices (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  imei text COLLATE "C" NOT NULL CHECK (imei ~ '^[0-9]{15}$'),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL CHECK (last_seen_at >= first_seen_at),
  PRIMARY KEY (company_id, iccid, imei)
) WITH (fillfactor = 90);

-- From the moment at which a lock is broken to the one at which it holds again. It outlives lock and SIM: no foreign keys on purpose.
CREATE TABLE lock_breaches (
  company_id integer NOT NULL,
  breach_id uuid NOT NULL,
  lock_id uuid NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('device')),
  -- the latest device that is not allowed
  imei text NOT NULL CHECK (imei ~ '^([0-9]{15})?$'),
  at timestamptz NOT NULL,
  ended_at timestamptz,
  -- somebody restored the data: this device is let be
  released_at timestamptz,
  released_by text NOT NULL DEFAULT '',
  -- null: it waits for its company's next mail
  mailed_at timestamptz,
  -- as of alarm_notices
  action text NOT NULL CHECK (action IN ('due', 'ordered', 'cut', 'failed', 'skipped', 'restoring', 'restored')),
  action_due_at timestamptz,
  action_since timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, breach_id),
  CHECK ((action IN ('due', 'ordered', 'restoring')) = (action_due_at IS NOT NULL))
) WITH (fillfactor = 80);
-- one at a time, whoever judges at the same time
CREATE UNIQUE INDEX lock_breaches_open ON lock_breaches (company_id, iccid, kind) WHERE ended_at IS NULL;
CREATE INDEX lock_breaches_holding ON lock_breaches (company_id, iccid) WHERE action IN ('due', 'ordered', 'cut');
CREATE INDEX lock_breaches_due ON lock_breaches (action_due_at) WHERE action_due_at IS NOT NULL;
CREATE INDEX lock_breaches_unmailed ON lock_breaches (company_id) WHERE mailed_at IS NULL;
CREATE INDEX lock_breaches_mailed ON lock_breaches (company_id, mailed_at) WHERE mailed_at IS NOT NULL;

-- What the bell shows of them: how many SIMs in an hour, whether 1 or 100 000. Kept for 90 days.
CREATE TABLE lock_hours (
  company_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('device')),
  hour timestamptz NOT NULL,
  -- of the last of them
  at timestamptz NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  sims integer NOT NULL CHECK (sims > 0),
  PRIMARY KEY (company_id, kind, hour)
);
CREATE INDEX lock_hours_at ON lock_hours (company_id, at);
