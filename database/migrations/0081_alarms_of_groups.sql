-- in each cell
-- An alarm can be for the SIMs of a group, those of the groups inside it included: tags.tag_id. null: all SIMs of the company.
ALTER TABLE alarms ADD COLUMN group_id integer;
ALTER TABLE alarms ADD CONSTRAINT alarms_group_fkey FOREIGN KEY (company_id, group_id) REFERENCES tags NOT VALID;
CREATE INDEX alarms_group ON alarms (company_id, group_id) WHERE group_id IS NOT NULL;
ALTER TABLE deleted_alarms ADD COLUMN group_id integer;
