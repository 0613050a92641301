-- in each cell
-- Where SIMs were: a row each time that a network located a SIM farther from its row before than a cell's location is uncertain. Kept 30 days.
CREATE TABLE sim_positions (
  company_id integer NOT NULL REFERENCES companies,
  iccid text COLLATE "C" NOT NULL,
  -- when the network located it
  at timestamptz NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  PRIMARY KEY (company_id, iccid, at)
);
-- rows come nearly in the order of time: what is old is found by blocks
CREATE INDEX sim_positions_at ON sim_positions USING brin (at);
