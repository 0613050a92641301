-- in each cell
-- What people write about a SIM. A note stays with the company that had the SIM then, wherever the SIM goes.
CREATE TABLE sim_notes (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  note_id uuid NOT NULL,
  at timestamptz NOT NULL,
  author text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  PRIMARY KEY (company_id, iccid, note_id)
);
