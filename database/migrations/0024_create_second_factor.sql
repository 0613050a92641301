-- The second factor, sign-on at a company's own identity provider, and login sessions that a person can tell apart.

-- users of the company (not those of companies below it) must have a second factor to log in
ALTER TABLE companies ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

ALTER TABLE login_sessions
  -- names the session where the person ends it; the hash stays inside
  ADD COLUMN login_session_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- the first factor: who signs on at their company's provider may have no password
  ADD COLUMN method text NOT NULL DEFAULT 'password' CHECK (method IN ('password', 'sign_on'));

-- A person's app that makes codes (TOTP, RFC 6238). It counts once it was confirmed by a code.
CREATE TABLE second_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  -- of the recovery codes' Argon2id hashes
  recovery_salt bytea NOT NULL CHECK (length(recovery_salt) = 16),
  confirmed_at timestamptz NOT NULL,
  -- the 30 s step of the last code that was taken: none of it or before it is taken again
  last_step bigint NOT NULL
);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- An app that is being set up: its secret was shown, no code of it has come yet. One for each person.
CREATE TABLE second_factor_drafts (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Who has proved the first factor and not yet the second. It opens nothing but the second step; the cookie carries the token.
CREATE TABLE pending_logins (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  method text NOT NULL CHECK (method IN ('password', 'sign_on')),
  created_at timestamptz NOT NULL
);
CREATE INDEX pending_logins_user ON pending_logins (user_id);

-- Where a company's people sign on (OpenID Connect).
CREATE TABLE company_sign_on (
  company_id integer PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  client_id text NOT NULL CHECK (length(client_id) BETWEEN 1 AND 300),
  sealed_client_secret text NOT NULL,
  -- whether people of the domains may still log in by password
  password_login boolean NOT NULL DEFAULT true,
  updated_at timestamptz NOT NULL
);

-- A domain of e-mail addresses belongs to one company.
CREATE TABLE sign_on_domains (
  domain text PRIMARY KEY CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 253),
  company_id integer NOT NULL REFERENCES company_sign_on ON DELETE CASCADE
);
CREATE INDEX sign_on_domains_company ON sign_on_domains (company_id);

-- Who a provider's account is here, since the first sign-on by it: an e-mail address may go to another person there.
CREATE TABLE sign_on_identities (
  issuer text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (issuer, user_id)
);
