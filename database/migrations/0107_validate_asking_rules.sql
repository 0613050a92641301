-- in each cell
-- Validated apart from being added: writers go on meanwhile.
ALTER TABLE rule_firings VALIDATE CONSTRAINT rule_firings_operation_check;
ALTER TABLE rule_firings VALIDATE CONSTRAINT rule_firings_acknowledged_check;
