-- in each cell
-- Apart from 0086, whose change of the table holds a lock that this long reading would keep.
ALTER TABLE operations VALIDATE CONSTRAINT operations_kind_check;
