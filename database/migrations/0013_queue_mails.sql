-- Mails, a row for each person who gets one: on their way, sent, or kept to be read here where there is no mail server.

CREATE TABLE mails (
  mail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- what it is about: a template of server/mail
  kind text NOT NULL,
  language text NOT NULL CHECK (language IN ('es', 'en')),
  -- whose news it tells; null: nobody's in particular
  company_id integer REFERENCES companies,
  address text NOT NULL CHECK (address <> ''),
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  -- kept: there was no mail server; unknown: perhaps it was sent, and nobody knows
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'kept', 'failed', 'unknown')),
  attempts smallint NOT NULL DEFAULT 0,
  -- what the mail server said last, '' when nothing
  problem text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- queued: when it is to be sent; sending: since when
  due_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX mails_open ON mails (due_at) WHERE state IN ('queued', 'sending');
CREATE INDEX mails_state ON mails (state, mail_id DESC);
