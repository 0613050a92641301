-- in each cell
-- The lock to a device that a network is to hold a SIM by, and the one that it holds. A row is deleted when nothing is held and nothing is to be sent.
CREATE TABLE network_locks (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- the network that holds, or may hold, a lock of ours; '' for none
  network_id text COLLATE "C" NOT NULL DEFAULT '',
  -- to which it was last seen to hold the SIM; '' for none
  imei text NOT NULL DEFAULT '' CHECK (imei ~ '^([0-9]{15})?$'),
  -- another one with each change: what comes of an earlier one is void
  order_id uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  -- null: both sides agree, or it failed
  due_at timestamptz,
  -- a process asks the network meanwhile, and no other does
  claimed_until timestamptz,
  -- commands sent, and the number of the request that may not have arrived
  sends smallint NOT NULL DEFAULT 0,
  run smallint NOT NULL DEFAULT 1,
  -- why it failed, as of sim_drifts
  problem text NOT NULL DEFAULT '',
  PRIMARY KEY (company_id, iccid),
  CHECK (problem = '' OR due_at IS NULL),
  CHECK (imei = '' OR network_id <> '')
) WITH (fillfactor = 80);
CREATE INDEX network_locks_due ON network_locks (due_at) WHERE due_at IS NOT NULL;

-- locks that stand already are told as well
INSERT INTO network_locks (company_id, iccid, order_id, requested_at, due_at)
SELECT company_id, iccid, lock_id, now(), now() FROM sim_locks
WHERE device_mode IN ('imei', 'learn') AND cardinality(device_values) = 1;
