-- in each cell
-- Places of a company, drawn on the map: a circle, or a polygon.
CREATE TABLE geofences (
  company_id integer NOT NULL REFERENCES companies,
  geofence_id uuid NOT NULL,
  -- which of the company's hundred it is: the limit
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 100),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60 AND name = btrim(name) AND name !~ '[\x01-\x1f\x7f]'),
  -- by which two names are the same
  key text NOT NULL,
  -- metres; null: a polygon
  radius_m integer CHECK (radius_m BETWEEN 10 AND 1000000),
  -- degrees of WGS 84: of the centre, or of the corners in their order
  latitudes float8[] NOT NULL CHECK (array_position(latitudes, NULL) IS NULL AND -85 <= ALL (latitudes) AND 85 >= ALL (latitudes)),
  longitudes float8[] NOT NULL CHECK (array_position(longitudes, NULL) IS NULL AND -180 <= ALL (longitudes) AND 180 >= ALL (longitudes)),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, geofence_id),
  CONSTRAINT geofences_corners_check CHECK (
    cardinality(latitudes) = cardinality(longitudes)
      AND CASE WHEN radius_m IS NULL THEN cardinality(latitudes) BETWEEN 3 AND 100 ELSE cardinality(latitudes) = 1 END
  )
);
CREATE UNIQUE INDEX geofences_key ON geofences (company_id, key);
CREATE UNIQUE INDEX geofences_place ON geofences (company_id, place);

-- A lock also says in which of its company's geofences its SIM may be; none: anywhere.
ALTER TABLE sim_locks ADD COLUMN geofences uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE sim_locks ADD CONSTRAINT sim_locks_geofences_check CHECK (
  array_position(geofences, NULL) IS NULL AND cardinality(geofences) <= 20
) NOT VALID;
-- which locks name a geofence
CREATE INDEX sim_locks_geofences ON sim_locks USING gin (geofences) WHERE geofences <> '{}';

-- of a breach of kind geofence: where the SIM was when it was outside of all of them
ALTER TABLE lock_breaches ADD COLUMN latitude float8;
ALTER TABLE lock_breaches ADD COLUMN longitude float8;
ALTER TABLE lock_breaches DROP CONSTRAINT lock_breaches_kind_check;
ALTER TABLE lock_breaches ADD CONSTRAINT lock_breaches_kind_check CHECK (kind IN ('device', 'area', 'geofence')) NOT VALID;
ALTER TABLE lock_breaches ADD CONSTRAINT lock_breaches_location_check CHECK (
  (kind = 'geofence') = (latitude IS NOT NULL) AND (latitude IS NULL) = (longitude IS NULL)
) NOT VALID;

ALTER TABLE lock_hours DROP CONSTRAINT lock_hours_kind_check;
ALTER TABLE lock_hours ADD CONSTRAINT lock_hours_kind_check CHECK (kind IN ('device', 'area', 'geofence')) NOT VALID;
