-- A person's bell: what was read, and what is not to be shown.
CREATE TABLE bells (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- all that happened until then is read; null: never said
  read_to timestamptz,
  -- newer lines that were opened one by one: key of the line, and when what it tells had happened
  opened jsonb NOT NULL DEFAULT '{}',
  off_kinds text[] NOT NULL DEFAULT '{}'
    CHECK (off_kinds <@ ARRAY['alarms', 'operations', 'invoices', 'incidents', 'requests', 'conversations'])
);
