-- in each cell
-- A group by rule holds the SIMs that match a filter of the SIM list. They have it in the place of its number, which is below zero and another for
-- each rule of a company: a SIM can be in all of them, beside the group in place 0 and the tags above.
ALTER TABLE tags ADD COLUMN rule jsonb;
ALTER TABLE tags ADD COLUMN rule_place smallint;
-- when its SIMs are next compared with the rule
ALTER TABLE tags ADD COLUMN rule_due_at timestamptz;
ALTER TABLE tags ADD CONSTRAINT tags_rule_check CHECK (
  (rule IS NULL) = (rule_place IS NULL) AND (rule IS NULL) = (rule_due_at IS NULL)
    AND (rule IS NULL OR is_group AND jsonb_typeof(rule) = 'object' AND rule_place BETWEEN -50 AND -1 AND name !~ '/')
) NOT VALID;
CREATE UNIQUE INDEX tags_rule_place ON tags (company_id, rule_place) WHERE rule_place IS NOT NULL;
CREATE INDEX tags_rule_due ON tags (rule_due_at) WHERE rule_due_at IS NOT NULL;
ALTER TABLE sim_tags DROP CONSTRAINT sim_tags_place_check;
ALTER TABLE sim_tags ADD CONSTRAINT sim_tags_place_check CHECK (place BETWEEN -50 AND 50) NOT VALID;
