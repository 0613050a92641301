-- in each cell
-- Apart from 0063, whose change of the tables holds a lock that this long reading would keep.
ALTER TABLE operations VALIDATE CONSTRAINT operations_kind_check;
ALTER TABLE charge_lines VALIDATE CONSTRAINT charge_lines_kind_check;
