-- Numbers of what programs prepare for people to confirm, unique among all cells.
CREATE SEQUENCE drafts_draft_id_seq;
