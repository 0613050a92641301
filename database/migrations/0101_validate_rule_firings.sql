-- in each cell
-- Apart from 0097, whose change of the table holds a lock that this reading would keep.
ALTER TABLE rule_firings VALIDATE CONSTRAINT rule_firings_action_check;
ALTER TABLE rule_firings VALIDATE CONSTRAINT rule_firings_due_check;
ALTER TABLE rule_firings VALIDATE CONSTRAINT rule_firings_since_check;
