-- in each cell
-- Apart from 0079, whose changes of tables hold locks that this long reading would keep.
ALTER TABLE tags VALIDATE CONSTRAINT tags_group_key;
ALTER TABLE tags VALIDATE CONSTRAINT tags_name_check;
ALTER TABLE tags VALIDATE CONSTRAINT tags_key_check;
ALTER TABLE sim_tags VALIDATE CONSTRAINT sim_tags_place_check;
ALTER TABLE operations VALIDATE CONSTRAINT operations_kind_check;
