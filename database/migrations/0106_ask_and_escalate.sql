-- in each cell
-- A rule may ask a person before it acts, and write to others when what it found is not acknowledged in time.
ALTER TABLE rule_firings
  -- by a person who answered what it asked, or said to have seen it
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN acknowledged_by text NOT NULL DEFAULT '',
  -- when others are written to, unless it is acknowledged before; null: never
  ADD COLUMN escalate_at timestamptz,
  ADD COLUMN escalated_at timestamptz,
  -- 'asked': a person is asked first; 'declined': and does not want it; 'lapsed': the rule was changed or deleted before an answer
  DROP CONSTRAINT rule_firings_operation_check,
  ADD CONSTRAINT rule_firings_operation_check
    CHECK (operation IN ('none', 'asked', 'due', 'started', 'refused', 'declined', 'lapsed')) NOT VALID,
  ADD CONSTRAINT rule_firings_acknowledged_check CHECK ((acknowledged_at IS NULL) = (acknowledged_by = '')) NOT VALID;
CREATE INDEX rule_firings_asked ON rule_firings (company_id, rule_id) WHERE operation = 'asked';
CREATE INDEX rule_firings_escalation ON rule_firings (escalate_at)
  WHERE escalate_at IS NOT NULL AND escalated_at IS NULL AND acknowledged_at IS NULL;
