-- in each cell
-- The header's search finds SIMs by the beginning of an address, which tenants have in common: each company's own are a range of this.
CREATE INDEX data_sessions_ip_of_company ON data_sessions (company_id, ip, iccid) WHERE stopped_at IS NULL;
-- An administrator names an operation by its number alone; the newest of many SIMs are searched by kind, state and reason.
CREATE INDEX operations_number ON operations (operation_id);
CREATE INDEX operations_of_many ON operations (company_id, operation_id) WHERE source <> 'single' AND state <> 'draft';
CREATE INDEX operations_of_many_all ON operations (operation_id) WHERE source <> 'single' AND state <> 'draft';
