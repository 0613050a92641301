-- in each cell
-- Tags that the SIMs of a group, and of those inside it, have because of it.
CREATE TABLE group_tags (
  company_id integer NOT NULL,
  group_id integer NOT NULL,
  tag_id integer NOT NULL,
  PRIMARY KEY (company_id, group_id, tag_id),
  FOREIGN KEY (company_id, group_id) REFERENCES tags ON DELETE CASCADE,
  FOREIGN KEY (company_id, tag_id) REFERENCES tags ON DELETE CASCADE
);
CREATE INDEX group_tags_tag ON group_tags (company_id, tag_id);
-- the tag is there because of a group, and goes when the SIM leaves it
ALTER TABLE sim_tags ADD COLUMN by_group boolean NOT NULL DEFAULT false;
-- of a group: what it gives its SIMs has changed, and they do not all have it yet
ALTER TABLE tags ADD COLUMN is_spreading boolean NOT NULL DEFAULT false;
