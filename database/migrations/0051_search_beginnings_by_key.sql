-- in each cell
-- The first four digits of an ICC begin no pair: country and issuer are the same for many SIMs, whose list is read from the table's
-- key instead ('89560300' are 90 000 of a million, and were in the list of '560300' beside a few in the midst of other numbers).
-- The table and its indexes are written anew, in a minute for a million SIMs.
DROP INDEX sim_texts_search;
ALTER TABLE sim_texts DROP COLUMN id_pairs;
ALTER TABLE sim_texts ADD COLUMN id_pairs text GENERATED ALWAYS AS (
  digit_pairs(substr(translate(identifiers, E'\n', '') || '000', 5)) || ' ' || digit_pairs(substr(translate(identifiers, E'\n', '') || '000', 6))
) STORED;
CREATE INDEX sim_texts_search ON sim_texts USING gin (lineage, id_pairs gin_trgm_ops, labels gin_trgm_ops) WITH (fastupdate = off);
