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

UPDATE rules SET definition = jsonb_set(definition, '{actions,plan}', '""') WHERE NOT definition -> 'actions' ? 'plan';
