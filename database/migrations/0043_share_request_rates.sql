-- The rate of people is shared by all processes as that of API keys is. What was claimed of this minute is worth nothing in the next.
DROP TABLE api_key_windows;
CREATE UNLOGGED TABLE request_windows (
  client_kind text NOT NULL CHECK (client_kind IN ('api-key', 'person')),
  client_id integer NOT NULL,
  window_start timestamptz NOT NULL,
  taken integer NOT NULL,
  -- of them, by the process that asked last
  granted integer NOT NULL,
  PRIMARY KEY (client_kind, client_id)
) WITH (fillfactor = 50);
