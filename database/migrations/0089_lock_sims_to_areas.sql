-- in each cell
-- A lock also says in which countries and networks its SIM may be.
-- countries by ISO 3166-1 alpha-2, networks by MCC-MNC (ITU-T E.212); none: anywhere
ALTER TABLE sim_locks ADD COLUMN area_values text[] NOT NULL DEFAULT '{}';
ALTER TABLE sim_locks ADD CONSTRAINT sim_locks_area_check CHECK (
  array_position(area_values, NULL) IS NULL AND cardinality(area_values) <= 100
    AND array_to_string(area_values, ',') ~ '^(([A-Z]{2}|[0-9]{3}-[0-9]{2,3})(,|$))*$'
) NOT VALID;

-- of a breach of kind area: MCC-MNC of the network that broke the lock
ALTER TABLE lock_breaches ADD COLUMN network text NOT NULL DEFAULT '';
ALTER TABLE lock_breaches DROP CONSTRAINT lock_breaches_kind_check;
ALTER TABLE lock_breaches ADD CONSTRAINT lock_breaches_kind_check CHECK (kind IN ('device', 'area')) NOT VALID;
ALTER TABLE lock_breaches ADD CONSTRAINT lock_breaches_network_check CHECK (
  (kind = 'area') = (network <> '') AND network ~ '^([0-9]{3}-[0-9]{2,3})?$'
) NOT VALID;

ALTER TABLE lock_hours DROP CONSTRAINT lock_hours_kind_check;
ALTER TABLE lock_hours ADD CONSTRAINT lock_hours_kind_check CHECK (kind IN ('device', 'area')) NOT VALID;

-- when serving_network was reported last; an older report of a network is not judged
ALTER TABLE sim_live ADD COLUMN network_at timestamptz;
