-- Which schema has the rows of which company: docs/decisions/0100-cells.md.
CREATE TABLE cells (
  cell_id integer PRIMARY KEY CHECK (cell_id BETWEEN 1 AND 40),
  schema_name text NOT NULL UNIQUE CHECK (schema_name ~ '^[a-z][a-z0-9_]{0,40}$'),
  -- whether new customers go there
  takes_new boolean NOT NULL DEFAULT true,
  made_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO cells (cell_id, schema_name) VALUES (1, 'public');

-- a whole customer tree lives in one cell
ALTER TABLE companies ADD COLUMN cell_id integer NOT NULL DEFAULT 1 REFERENCES cells;

-- Where a SIM is, by its numbers; '' for unknown ones. Empty while there is one cell.
CREATE TABLE sim_places (
  iccid text COLLATE "C" PRIMARY KEY,
  imsi text COLLATE "C" NOT NULL,
  msisdn text COLLATE "C" NOT NULL,
  cell_id integer NOT NULL REFERENCES cells
);
CREATE INDEX sim_places_imsi ON sim_places (imsi) WHERE imsi <> '';
CREATE INDEX sim_places_msisdn ON sim_places (msisdn) WHERE msisdn <> '';
