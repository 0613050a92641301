-- The kind came with the rules, and could not be turned off since.
ALTER TABLE bells DROP CONSTRAINT bells_off_kinds_check;
ALTER TABLE bells ADD CONSTRAINT bells_off_kinds_check
  CHECK (off_kinds <@ ARRAY['alarms', 'rules', 'locks', 'operations', 'invoices', 'incidents', 'requests', 'conversations']) NOT VALID;
