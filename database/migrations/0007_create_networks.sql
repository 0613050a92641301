-- The platforms and cores that carry SIMs, how hard each may be asked, and how each is.

CREATE TABLE networks (
  network_id text COLLATE "C" PRIMARY KEY CHECK (network_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text NOT NULL CHECK (name <> ''),
  -- which adapter speaks to it: a folder of server/networks
  kind text NOT NULL,
  -- the adapter's own settings, as its schema reads them; secrets are named here, not kept
  settings jsonb NOT NULL DEFAULT '{}',
  -- over all processes together; null: as fast as it answers
  requests_per_second integer CHECK (requests_per_second > 0),
  -- of one process
  max_in_flight integer NOT NULL DEFAULT 64 CHECK (max_in_flight BETWEEN 1 AND 10000),
  timeout_ms integer NOT NULL DEFAULT 10000 CHECK (timeout_ms BETWEEN 10 AND 600000),
  -- the first one and its repetitions
  max_attempts smallint NOT NULL DEFAULT 3 CHECK (max_attempts BETWEEN 1 AND 10),
  -- what it left open is looked up after this: longer than a request can still be on its way to it
  ask_after_ms integer NOT NULL DEFAULT 2000 CHECK (ask_after_ms BETWEEN 10 AND 600000),
  updated_at timestamptz NOT NULL
);

-- Which network carries SIMs of an origin and a type: a row for each pair, so that a plain join finds it.
CREATE TABLE network_routes (
  origin_id smallint NOT NULL REFERENCES origins,
  sim_type_id smallint NOT NULL REFERENCES sim_types,
  network_id text COLLATE "C" NOT NULL REFERENCES networks,
  PRIMARY KEY (origin_id, sim_type_id)
);

-- The rate shared by all processes: when the next request may go out. Whoever has requests reserves the next moments for them.
CREATE TABLE network_slots (
  network_id text COLLATE "C" PRIMARY KEY REFERENCES networks ON DELETE CASCADE,
  next_free_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 10);

-- Calls by minute, added to by each process every few seconds.
CREATE TABLE network_minutes (
  network_id text COLLATE "C" NOT NULL REFERENCES networks ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  calls integer NOT NULL DEFAULT 0 CHECK (calls >= 0),
  failures integer NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND calls),
  PRIMARY KEY (network_id, minute)
);

-- The verdict over those minutes, as specification section 4: 0 closed, 1 ok, 2 warning.
CREATE TABLE network_health (
  network_id text COLLATE "C" PRIMARY KEY REFERENCES networks ON DELETE CASCADE,
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 0 AND 2),
  failure_percent smallint NOT NULL DEFAULT 0 CHECK (failure_percent BETWEEN 0 AND 100),
  since timestamptz NOT NULL,
  last_success_at timestamptz,
  -- of the failures that no success has followed, the first
  failing_since timestamptz,
  -- what an administrator says instead of the verdict, and why
  override_status smallint CHECK (override_status BETWEEN 0 AND 2),
  override_text text NOT NULL DEFAULT ''
);

-- Events of networks that were taken in: one that comes again does nothing. Kept some hours, longer than any network repeats.
CREATE TABLE network_events_seen (
  network_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (network_id, event_id)
);
CREATE INDEX network_events_seen_at ON network_events_seen USING brin (seen_at);

-- Until when the bytes of a session are counted: a message that was overtaken by a later one is told from a counter that began anew.
ALTER TABLE data_sessions ADD COLUMN counted_at timestamptz;
-- what the network's counter said then; data_bytes goes on when it begins anew (null: the same as data_bytes)
ALTER TABLE data_sessions ADD COLUMN counter_bytes bigint CHECK (counter_bytes >= 0);
ALTER TABLE data_sessions ADD COLUMN end_cause text NOT NULL DEFAULT '';

-- For taking old sessions out of the timelines.
CREATE INDEX sim_events_sessions ON sim_events USING brin (at) WHERE kind IN ('session_started', 'session_stopped');

-- The embedded network. It is a world of its own that happens to be in the same database: nothing outside
-- server/networks/simulated reads or writes this schema, no key leads out of it.
CREATE SCHEMA simulated_network;

-- The devices' time: seconds that somebody ran the network. It stands still while nobody does.
CREATE TABLE simulated_network.clock (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
  seconds double precision NOT NULL DEFAULT 0,
  ticked_at timestamptz NOT NULL,
  -- how far the list of subscribers has been read, and when it is to be read again
  taken_in_to text COLLATE "C" NOT NULL DEFAULT '',
  take_in_at double precision NOT NULL DEFAULT 0
) WITH (fillfactor = 10);

-- Subscriptions with their devices and their open or last data session.
CREATE TABLE simulated_network.sims (
  iccid text COLLATE "C" PRIMARY KEY,
  network_id text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('inactive', 'active', 'data_cut', 'suspended', 'terminated')),
  state_since timestamptz NOT NULL,
  -- what was accepted and is not carried out yet
  pending jsonb,
  pending_due_at timestamptz,
  -- a reset that waits for the next attach
  waiting_reset jsonb,
  imei text NOT NULL,
  apn text NOT NULL,
  device text NOT NULL,
  usual_day_bytes bigint NOT NULL,
  mood text NOT NULL DEFAULT 'well' CHECK (mood IN ('well', 'runaway', 'silent')),
  mood_until double precision NOT NULL DEFAULT 0,
  is_registered boolean NOT NULL,
  serving_network text NOT NULL,
  home_network text NOT NULL,
  radio_technology text NOT NULL,
  seen_at timestamptz,
  latitude double precision,
  longitude double precision,
  -- around which a vehicle moves
  home_latitude double precision,
  home_longitude double precision,
  -- null: never had one
  session_key text,
  session_started_at timestamptz,
  session_stopped_at timestamptz,
  session_bytes bigint NOT NULL DEFAULT 0,
  -- network seconds up to which the session's bytes are counted
  session_counted_to double precision NOT NULL DEFAULT 0,
  session_ip text NOT NULL DEFAULT '',
  session_sgsn_ip text NOT NULL DEFAULT '',
  session_ggsn_ip text NOT NULL DEFAULT '',
  session_end_cause text,
  -- network seconds at which the device does its next thing; null: it does nothing
  wake_at double precision,
  CHECK ((pending IS NULL) = (pending_due_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX sims_wake_at ON simulated_network.sims (network_id, wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX sims_pending_due_at ON simulated_network.sims (pending_due_at) WHERE pending_due_at IS NOT NULL;

-- Commands as they arrived: the memory for repetitions, and a witness for tests.
CREATE TABLE simulated_network.commands (
  iccid text COLLATE "C" NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  -- what it said; of a command that got lost on its way, that it did
  answer jsonb NOT NULL,
  -- how often it arrived
  times integer NOT NULL DEFAULT 1,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (iccid, request_id)
);
CREATE INDEX commands_received_at ON simulated_network.commands USING brin (received_at);

-- What took effect, once for each time that it did: two rows of a request are a fault of whoever sent it twice.
CREATE TABLE simulated_network.effects (
  iccid text COLLATE "C" NOT NULL,
  effect_id bigint GENERATED ALWAYS AS IDENTITY,
  request_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (iccid, effect_id)
);
CREATE INDEX effects_at ON simulated_network.effects USING brin (at);

-- Messages to devices that have not arrived yet.
CREATE TABLE simulated_network.messages (
  iccid text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  segments smallint NOT NULL,
  expires_at timestamptz NOT NULL,
  -- when the next try is due
  due_at timestamptz NOT NULL,
  PRIMARY KEY (iccid, reference)
);
CREATE INDEX messages_due_at ON simulated_network.messages (due_at);

-- Events on their way to whoever listens; gone when they were taken.
CREATE TABLE simulated_network.events (
  event_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id text COLLATE "C" NOT NULL,
  event json NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX events_due_at ON simulated_network.events (network_id, due_at, event_key);
