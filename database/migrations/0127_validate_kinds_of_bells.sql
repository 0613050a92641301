-- The table is small, and the check is known to hold: every kind that was allowed still is.
ALTER TABLE bells VALIDATE CONSTRAINT bells_off_kinds_check;
