-- What a company calls the two own fields of its SIMs; '' as the company above it does, and at the top by the portal's own names.
ALTER TABLE companies ADD COLUMN custom_field_1_name text DEFAULT '' NOT NULL;
ALTER TABLE companies ADD COLUMN custom_field_2_name text DEFAULT '' NOT NULL;
ALTER TABLE companies ADD CONSTRAINT companies_custom_field_1_name_check
  CHECK (length(custom_field_1_name) <= 30 AND custom_field_1_name = btrim(custom_field_1_name)) NOT VALID;
ALTER TABLE companies ADD CONSTRAINT companies_custom_field_2_name_check
  CHECK (length(custom_field_2_name) <= 30 AND custom_field_2_name = btrim(custom_field_2_name)) NOT VALID;
