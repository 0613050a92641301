-- Which schema has the rows of which company: docs/decisions/0100-cells.md.
CREATE TABLE cells (
  cell_id integer PRIMARY KEY CHECK (cell_id BETWEEN 1 AND 40),
  schema_name text NOT NULL UNIQUE CHECK (schema_name ~ '^[a-z][a-z0-9_]{0,40}$'),
  made_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO cells (cell_id, schema_name) VALUES (1, 'public');

-- a whole customer tree lives in one cell
ALTER TABLE companies ADD COLUMN cell_id integer NOT NULL DEFAULT 1 REFERENCES cells;

-- Where a SIM is, and that its numbers are unique among all cells. Empty while there is one cell: its sim_registry says both.
CREATE TABLE sim_places (
  iccid text COLLATE "C" PRIMARY KEY,
  imsi text COLLATE "C" UNIQUE,
  msisdn text COLLATE "C" UNIQUE,
  cell_id integer NOT NULL REFERENCES cells
);
