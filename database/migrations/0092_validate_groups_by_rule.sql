-- in each cell
-- Apart from 0091, whose changes of tables hold locks that this long reading would keep.
ALTER TABLE tags VALIDATE CONSTRAINT tags_rule_check;
ALTER TABLE sim_tags VALIDATE CONSTRAINT sim_tags_place_check;
