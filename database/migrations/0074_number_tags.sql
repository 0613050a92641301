-- Numbers of tags: of all cells together, so that a company that moves to another cell keeps them.
CREATE SEQUENCE tags_tag_id_seq AS integer;
