-- Being logged out at a company's identity provider ends the sessions here (OpenID Connect Back-Channel Logout 1.0).

-- The provider's own session, as '<company of the provider>:<sid>'; null where it names none, and for passwords.
ALTER TABLE login_sessions ADD COLUMN provider_session text CHECK (length(provider_session) <= 300);
CREATE INDEX login_sessions_provider ON login_sessions (provider_session) WHERE provider_session IS NOT NULL;
ALTER TABLE pending_logins ADD COLUMN provider_session text CHECK (length(provider_session) <= 300);

-- Logout tokens that were taken, so that none is taken twice; kept for longer than one is believed.
CREATE TABLE sign_on_logouts (
  company_id integer NOT NULL REFERENCES companies ON DELETE CASCADE,
  token_id text NOT NULL CHECK (length(token_id) BETWEEN 1 AND 300),
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, token_id)
);
CREATE INDEX sign_on_logouts_taken ON sign_on_logouts (taken_at);
