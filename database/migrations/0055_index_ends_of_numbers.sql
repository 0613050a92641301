-- in each cell
-- The last four digits of each SIM's numbers, for the header's search: people read them from a card. Four digits anywhere are a hundred
-- patterns of sim_texts_search; at the end they are one key. An i, m or e before them says which number it is.
-- Sessions by their address while they are open: it does not change meanwhile, so that counting usage does not touch this index.
CREATE INDEX sim_texts_ends ON sim_texts USING gin (lineage, (ARRAY[
  'i' || right(iccid, 4),
  'm' || right(split_part(identifiers, E'\n', 2), 4),
  'e' || right(split_part(identifiers, E'\n', 3), 4)
])) WITH (fastupdate = off);
CREATE INDEX data_sessions_ip ON data_sessions (ip) WHERE stopped_at IS NULL;
