-- in each cell
-- A firing may keep its SIM's data cut, with the same states as a notice of an alarm and a breach of a lock.
ALTER TABLE rule_firings
  ADD COLUMN action text NOT NULL DEFAULT 'none',
  ADD COLUMN action_due_at timestamptz,
  ADD COLUMN action_since timestamptz,
  ADD COLUMN changed_at timestamptz,
  -- the person or the rule that restored the data
  ADD COLUMN released_by text NOT NULL DEFAULT '',
  ADD CONSTRAINT rule_firings_action_check
    CHECK (action IN ('none', 'due', 'ordered', 'cut', 'failed', 'skipped', 'restoring', 'restored')) NOT VALID,
  ADD CONSTRAINT rule_firings_due_check
    CHECK ((action IN ('due', 'ordered', 'restoring')) = (action_due_at IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT rule_firings_since_check CHECK ((action = 'none') = (action_since IS NULL)) NOT VALID;
CREATE INDEX rule_firings_action_due ON rule_firings (action_due_at) WHERE action_due_at IS NOT NULL;
CREATE INDEX rule_firings_holding ON rule_firings (company_id, iccid) WHERE action <> 'none';

-- SMS and voice as networks report them, for trials of rules: usage_days has only the sums. Old ones are deleted.
CREATE TABLE usage_events (
  company_id integer NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- the local day to which it counts
  day date NOT NULL,
  received_at timestamptz NOT NULL,
  voice_seconds integer NOT NULL CHECK (voice_seconds >= 0),
  sms integer NOT NULL CHECK (sms >= 0),
  PRIMARY KEY (company_id, iccid, day, received_at)
);
CREATE INDEX usage_events_received ON usage_events USING brin (received_at);

-- Rows with a day are SMS and voice, the others reports of data sessions.
ALTER TABLE rule_facts
  ADD COLUMN day date,
  ADD COLUMN voice_seconds integer NOT NULL DEFAULT 0,
  ADD COLUMN sms integer NOT NULL DEFAULT 0;

-- Rules of before have no plan and no message, and their states other names.
UPDATE rules SET version = version + 1,
  definition = jsonb_set(definition, '{actions}', definition -> 'actions' || '{"plan": "", "message": ""}')
WHERE NOT definition -> 'actions' ? 'plan';
