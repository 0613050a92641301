-- Terminals that wait for a person to let them in (RFC 8628). Not tenant tables, like api_keys. Rows live for an hour.
CREATE TABLE device_logins (
  -- of the key that the terminal has made; it is not known otherwise
  key_hash bytea PRIMARY KEY CHECK (length(key_hash) = 32),
  -- how the key begins
  hint text NOT NULL CHECK (length(hint) = 10),
  user_code text NOT NULL UNIQUE CHECK (user_code ~ '^[B-Z]{4}-[B-Z]{4}$'),
  machine text NOT NULL CHECK (length(machine) BETWEEN 1 AND 50),
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  -- null: nobody has answered
  is_approved boolean
);
CREATE INDEX device_logins_created ON device_logins (created_at);
