-- in each cell
-- What people sort their SIMs by: a name and a colour, of the company that has the SIMs.
CREATE TABLE tags (
  company_id integer NOT NULL REFERENCES companies,
  tag_id integer NOT NULL DEFAULT nextval('tags_tag_id_seq'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40 AND name = btrim(name) AND name !~ '[\x01-\x1f\x7f,;|]'),
  -- the name in lower case, as the portal lowers it: a database's own way depends on its locale
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 120),
  colour text NOT NULL CHECK (colour IN ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet')),
  -- how many SIMs have it: counting a million takes a second
  sims integer NOT NULL DEFAULT 0 CHECK (sims >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, tag_id)
);
CREATE UNIQUE INDEX tags_key ON tags (company_id, key);
CREATE INDEX tags_key_all ON tags (key);

-- The tags of a SIM, each in one of its places: a SIM has fifty.
CREATE TABLE sim_tags (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 50),
  tag_id integer NOT NULL,
  -- without the tag: the planner would look for one tag among all of a SIM instead of in the other index, which takes four times as long
  PRIMARY KEY (company_id, iccid, place),
  FOREIGN KEY (company_id, iccid) REFERENCES sims ON DELETE CASCADE,
  FOREIGN KEY (company_id, tag_id) REFERENCES tags
);
CREATE UNIQUE INDEX sim_tags_sim ON sim_tags (company_id, tag_id, iccid);

ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (
  kind IN ('activate', 'hibernate', 'reactivate', 'restoreData', 'terminate', 'restart', 'sms', 'custom', 'assign', 'diagnose', 'plan',
    'tag')
) NOT VALID;
