-- in each cell
-- The lock of a company’s SIMs, or of those in one of its groups, as long as they have none of their own.
CREATE TABLE lock_policies (
  company_id integer NOT NULL REFERENCES companies,
  policy_id uuid NOT NULL,
  -- null: of the whole company
  group_id integer,
  -- counts its changes: a SIM that has an earlier version has to follow
  version integer NOT NULL CHECK (version > 0),
  -- as of sim_locks
  device_mode text NOT NULL CHECK (device_mode IN ('off', 'learn', 'imei', 'tac')),
  device_values text[] NOT NULL,
  area_values text[] NOT NULL,
  geofences uuid[] NOT NULL,
  emails text[] NOT NULL CHECK (cardinality(emails) <= 10 AND array_position(emails, NULL) IS NULL),
  language text NOT NULL CHECK (language IN ('es', 'en')),
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  -- its SIMs lose it; the row goes after them
  is_removed boolean NOT NULL DEFAULT false,
  -- when the SIMs of its company are compared with it next
  due_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, policy_id),
  FOREIGN KEY (company_id, group_id) REFERENCES tags (company_id, tag_id),
  CONSTRAINT lock_policies_device_check CHECK (
    array_position(device_values, NULL) IS NULL AND CASE device_mode
      -- each SIM holds a device of its own
      WHEN 'off' THEN cardinality(device_values) = 0
      WHEN 'learn' THEN cardinality(device_values) = 0
      WHEN 'imei' THEN cardinality(device_values) BETWEEN 1 AND 20 AND array_to_string(device_values, ',') ~ '^[0-9]{15}(,[0-9]{15})*$'
      ELSE cardinality(device_values) BETWEEN 1 AND 20 AND array_to_string(device_values, ',') ~ '^[0-9]{8}(,[0-9]{8})*$'
    END),
  CONSTRAINT lock_policies_area_check CHECK (
    array_position(area_values, NULL) IS NULL AND cardinality(area_values) <= 100
      AND array_to_string(area_values, ',') ~ '^(([A-Z]{2}|[0-9]{3}-[0-9]{2,3})(,|$))*$'),
  CONSTRAINT lock_policies_geofences_check CHECK (array_position(geofences, NULL) IS NULL AND cardinality(geofences) <= 20)
);
CREATE UNIQUE INDEX lock_policies_group ON lock_policies (company_id, group_id) NULLS NOT DISTINCT;
CREATE INDEX lock_policies_due ON lock_policies (due_at);

-- the policy from which a SIM has its lock; null: its own
ALTER TABLE sim_locks ADD COLUMN policy_id uuid;
ALTER TABLE sim_locks ADD COLUMN policy_version integer;
ALTER TABLE sim_locks ADD CONSTRAINT sim_locks_policy_check CHECK ((policy_id IS NULL) = (policy_version IS NULL)) NOT VALID;
CREATE INDEX sim_locks_policy ON sim_locks (company_id, policy_id) WHERE policy_id IS NOT NULL;
-- a lock that allows everything keeps a policy off its SIM from now on: those that were taken off before are none
DELETE FROM sim_locks WHERE device_mode = 'off' AND area_values = '{}' AND geofences = '{}';
