-- in each cell
-- Apart from 0122, whose change of the table holds locks that this reading would keep.
ALTER TABLE drafts VALIDATE CONSTRAINT drafts_changed_check;
