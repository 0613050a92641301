-- Sessions that ended long ago are taken out by when they ended: docs/decisions/0028.
CREATE INDEX data_sessions_ended ON data_sessions (stopped_at) WHERE stopped_at IS NOT NULL;

-- Tells whether a report says of a session's circumstances what the last one said; 0: look.
ALTER TABLE data_sessions ADD COLUMN facts_print bigint NOT NULL DEFAULT 0;
