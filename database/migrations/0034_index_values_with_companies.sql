-- What actions and types a reader's companies have is found by leaps between them and those that have each: for a reseller of 10 000
-- and 52 actions, 117 looks into the index (1.7 ms) where asking each company took 400 000 (3.8 s). 17 MB of 2 million entries.
CREATE INDEX audit_log_action_company ON audit_log (action, company_id);
CREATE INDEX hardware_items_type_company ON hardware_items (product_type, company_id);
