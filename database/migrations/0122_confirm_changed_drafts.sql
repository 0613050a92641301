-- in each cell
-- A person may change what a program drafted before it is made: the draft stays as it was drafted, and says so.
ALTER TABLE drafts ADD COLUMN is_changed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT drafts_changed_check CHECK (NOT is_changed OR state = 'confirmed') NOT VALID;
