-- What a gateway retransmits may reach another process. A record is found again by its fingerprint in usage_records; this is the same
-- for the restart of an access server, the last of each in each cell: a restart is counted in all of them.
CREATE TABLE source_resets (
  schema_name text NOT NULL,
  client_id smallint NOT NULL,
  nas text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (schema_name, client_id, nas)
) WITH (fillfactor = 50);

-- The process that works on a request, by its advisory lock: once it has died, the next request with the key takes over.
ALTER TABLE idempotency_keys ADD COLUMN worker_id integer;

-- Files of imports in parts, so that any process checks them. Unlogged as the staged lines are: after a crash of the database the file
-- is uploaded again.
CREATE UNLOGGED TABLE import_parts (
  company_id integer NOT NULL,
  import_id integer NOT NULL,
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (company_id, import_id, part),
  FOREIGN KEY (company_id, import_id) REFERENCES imports ON DELETE CASCADE
);
-- a spreadsheet is compressed already
ALTER TABLE import_parts ALTER COLUMN content SET STORAGE EXTERNAL;
