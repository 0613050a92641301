-- What administrators set and see of networks, and what the portal has to settle with them one SIM at a time.

-- false: nothing is asked of it; what it says by itself is still taken in
ALTER TABLE networks ADD COLUMN enabled boolean NOT NULL DEFAULT true;

-- calls by how long they took; the bounds stand in server/networks/latency.ts
ALTER TABLE network_minutes ADD COLUMN latencies integer[] NOT NULL DEFAULT '{}';

-- while the breaker of any process is open: when its next trial is due. Nobody takes it back: it passes by itself
ALTER TABLE network_health ADD COLUMN breaker_until timestamptz;

-- The last calls that failed, those alike within some seconds in one row.
CREATE TABLE network_faults (
  network_id text COLLATE "C" NOT NULL REFERENCES networks ON DELETE CASCADE,
  fault_id bigint GENERATED ALWAYS AS IDENTITY,
  -- when the last one of them failed
  at timestamptz NOT NULL,
  -- what was asked
  call text NOT NULL,
  cause text NOT NULL,
  text text NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  PRIMARY KEY (network_id, fault_id)
);

-- what an administrator says of the operator; '' for nothing
ALTER TABLE origins ADD COLUMN operator_status_text text NOT NULL DEFAULT '';

-- One SIM that is to be settled with its network, in the background, until it is: asked about, told, or believed.
CREATE TABLE network_orders (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- names the requests to the network
  order_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- settle: a status under way of which no operation knows; adopt: take what the network says; push: bring the network to what
  -- the portal says; restoreData: end a cut of data, and call the SIM active
  goal text NOT NULL CHECK (goal IN ('settle', 'adopt', 'push', 'restoreData')),
  actor text NOT NULL,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 300),
  requested_at timestamptz NOT NULL,
  -- when it is looked at next; while somebody does, when it counts as left behind
  due_at timestamptz NOT NULL,
  -- without an answer until then it has failed
  expires_at timestamptz NOT NULL,
  -- commands that were sent, and which of them surely came to nothing
  sends smallint NOT NULL DEFAULT 0,
  run smallint NOT NULL DEFAULT 1,
  reference text,
  PRIMARY KEY (company_id, iccid)
) WITH (fillfactor = 70);
CREATE INDEX network_orders_due ON network_orders (due_at);

-- why an administrator's attempt to settle it came to nothing
ALTER TABLE sim_drifts ADD COLUMN problem text NOT NULL DEFAULT '';
ALTER TABLE sim_drifts ADD COLUMN problem_text text NOT NULL DEFAULT '';
-- '': by itself, the two agree again
ALTER TABLE sim_drifts ADD COLUMN settled_by text NOT NULL DEFAULT '';
CREATE INDEX sim_drifts_open ON sim_drifts (found_at, company_id, iccid) WHERE settled_at IS NULL;
