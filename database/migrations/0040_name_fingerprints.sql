-- The columns that recognise a repeated record and unchanged session facts are called what they are.
ALTER TABLE usage_records RENAME COLUMN print TO fingerprint;
ALTER TABLE data_sessions RENAME COLUMN facts_print TO facts_fingerprint;
