-- in each cell
-- Groups in the order in which a list by them goes: each is followed by those inside it, because chr(1) sorts before whatever is in a name.
CREATE INDEX tags_group_order ON tags (company_id, translate(key, '|', chr(1))) WHERE is_group AND rule IS NULL;
CREATE INDEX tags_group_order_all ON tags (translate(key, '|', chr(1)), company_id) WHERE is_group AND rule IS NULL;
