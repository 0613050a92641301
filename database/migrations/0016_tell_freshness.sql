-- since when a change of live rows waits: figures that are read from them are true as of then
ALTER TABLE live_changes ADD COLUMN kept_at timestamptz NOT NULL DEFAULT now();
