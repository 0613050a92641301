-- Passwords that a person sets by a link in a mail, once: a forgotten one anew, or the first one after an invitation.

CREATE TABLE one_time_links (
  -- the mail carries the token, the table only its SHA-256: a copy of the table opens nothing
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('restore', 'invitation')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- set for all links of a person as soon as one of them was used
  used_at timestamptz
);
CREATE INDEX one_time_links_user ON one_time_links (user_id);

-- Who asked for a link to restore a password, whether or not there is such a user: the answer does not depend on it, and what
-- is made of it is made later. Also counts how often somebody has asked.
CREATE TABLE password_restores (
  restore_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  language text NOT NULL CHECK (language IN ('es', 'en')),
  address text NOT NULL,
  request_id text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- null: nobody has looked yet whose it is
  done_at timestamptz
);
CREATE INDEX password_restores_email ON password_restores (email, asked_at);
CREATE INDEX password_restores_address ON password_restores (address, asked_at);
CREATE INDEX password_restores_open ON password_restores (restore_id) WHERE done_at IS NULL;

-- null: an invited person who has not set one yet
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

-- What only its reader may see, such as the token of a link: its place in the texts is held by dots until it is sent, then it is forgotten.
ALTER TABLE mails ADD COLUMN sealed_secret text;
