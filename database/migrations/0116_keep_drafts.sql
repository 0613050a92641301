-- in each cell
-- A rule or an alarm that a program prepared: the body of the call that makes it, which a person makes by confirming. It changes nothing before.
CREATE TABLE drafts (
  company_id integer NOT NULL REFERENCES companies,
  draft_id bigint NOT NULL DEFAULT nextval('drafts_draft_id_seq'),
  kind text NOT NULL CHECK (kind IN ('rule', 'alarm')),
  -- of the call, as it was judged; a rule of a draft has no chat, whose address is a secret
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object'),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 300),
  -- for whom the program works
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- the program, as histories name it
  actor text NOT NULL,
  created_at timestamptz NOT NULL,
  -- waiting for longer than a day is expired
  state text NOT NULL CHECK (state IN ('waiting', 'confirmed', 'discarded')),
  answered_at timestamptz,
  answered_by text,
  -- the rule or the alarm that came of it
  made_id bigint,
  PRIMARY KEY (company_id, draft_id),
  CHECK ((state = 'waiting') = (answered_at IS NULL) AND (state = 'waiting') = (answered_by IS NULL)),
  CHECK ((state = 'confirmed') = (made_id IS NOT NULL))
);
CREATE INDEX drafts_waiting ON drafts (company_id, draft_id) WHERE state = 'waiting';
-- the bell of each person, and how many a person has
CREATE INDEX drafts_of_person ON drafts (user_id, created_at) WHERE state = 'waiting';
CREATE INDEX drafts_old ON drafts (created_at);
