-- in each cell
-- What the SIMs of one model of device did in one local hour of their company, to be expected again in the weeks after.
CREATE TABLE anomaly_profiles (
  company_id integer NOT NULL REFERENCES companies,
  day date NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  device text COLLATE "C" NOT NULL,
  sims integer NOT NULL CHECK (sims >= 0),
  -- used data; of those the median of ln(1 + bytes) and its deviation
  spoke integer NOT NULL CHECK (spoke BETWEEN 0 AND sims),
  centre double precision NOT NULL,
  spread double precision NOT NULL CHECK (spread >= 0),
  -- began a session; of those the median of how many
  began integer NOT NULL CHECK (began BETWEEN 0 AND sims),
  sessions double precision NOT NULL,
  PRIMARY KEY (company_id, day, hour, device)
);
CREATE INDEX anomaly_profiles_day ON anomaly_profiles (day);

-- The hour of each company that is compared next.
CREATE TABLE anomaly_hours (
  company_id integer PRIMARY KEY REFERENCES companies,
  begins_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL CHECK (due_at > begins_at),
  -- a process is at it until then; null: none is
  claimed_until timestamptz
);
CREATE INDEX anomaly_hours_due ON anomaly_hours (due_at);

-- What was out of the ordinary, from the first hour to the last; the figures are those of its strongest hour.
CREATE TABLE anomalies (
  company_id integer NOT NULL REFERENCES companies,
  anomaly_id bigint NOT NULL DEFAULT nextval('anomalies_anomaly_id_seq'),
  kind text NOT NULL CHECK (kind IN ('data', 'sessions', 'silence', 'storm')),
  measure text NOT NULL CHECK (measure IN ('data', 'sessions')),
  device text COLLATE "C" NOT NULL,
  -- '' of a batch and a storm
  iccid text COLLATE "C" NOT NULL,
  began_at timestamptz NOT NULL,
  -- beginnings of hours
  last_at timestamptz NOT NULL CHECK (last_at >= began_at),
  hours integer NOT NULL CHECK (hours > 0),
  peers integer NOT NULL CHECK (peers > 0),
  sims integer NOT NULL CHECK (sims > 0),
  observed double precision NOT NULL,
  expected double precision NOT NULL,
  own double precision NOT NULL,
  -- some SIMs of a batch and a storm
  iccids text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, anomaly_id),
  UNIQUE (company_id, kind, device, iccid, began_at),
  CHECK ((iccid = '') = (kind IN ('silence', 'storm')))
);
CREATE INDEX anomalies_newest ON anomalies (company_id, last_at DESC, anomaly_id DESC);
CREATE INDEX anomalies_sim ON anomalies (company_id, iccid, last_at DESC) WHERE iccid <> '';
CREATE INDEX anomalies_old ON anomalies (last_at);

-- The rows of a day lie together, because they are inserted in its course: a few pages of this index lead to them.
CREATE INDEX usage_days_of_day ON usage_days USING brin (day) WITH (pages_per_range = 32);
