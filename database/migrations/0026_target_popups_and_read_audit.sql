-- Popups for several companies, and an audit log that is read at ten million rows.

ALTER TABLE popups
  -- otherwise for the companies of popup_targets: nobody, when none is left
  ADD COLUMN for_everyone boolean NOT NULL DEFAULT true,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  -- who wrote it
  ADD COLUMN actor text NOT NULL DEFAULT '',
  ADD CONSTRAINT popups_ends_after_start CHECK (ends_at >= starts_at);

CREATE TABLE popup_targets (
  popup_name text NOT NULL REFERENCES popups ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies ON DELETE CASCADE,
  with_below boolean NOT NULL DEFAULT true,
  PRIMARY KEY (popup_name, company_id)
);
UPDATE popups SET for_everyone = company_id IS NULL;
INSERT INTO popup_targets (popup_name, company_id) SELECT name, company_id FROM popups WHERE company_id IS NOT NULL;
ALTER TABLE popups DROP COLUMN company_id;

-- company_id is whose row it is: of the company that was looked at or whose thing was changed, where that is another than the
-- person's own; then this is the person's.
ALTER TABLE audit_log ADD COLUMN actor_company_id integer;

-- Newest first, for whatever it is filtered by.
DROP INDEX audit_log_at;
CREATE INDEX audit_log_newest ON audit_log (at DESC, audit_id DESC);
CREATE INDEX audit_log_company ON audit_log (company_id, at DESC, audit_id DESC);
CREATE INDEX audit_log_company_action ON audit_log (company_id, action, at DESC, audit_id DESC);
CREATE INDEX audit_log_action ON audit_log (action, at DESC, audit_id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor, at DESC, audit_id DESC);
CREATE INDEX audit_log_entity ON audit_log (entity, at DESC, audit_id DESC);
CREATE INDEX audit_log_thing ON audit_log (entity_id, at DESC, audit_id DESC);

-- Who looks at another company's data is noted once an hour for each kind of data, whichever process answers.
CREATE UNIQUE INDEX audit_log_reads ON audit_log (company_id, user_id, entity, date_trunc('hour', at AT TIME ZONE 'UTC'))
  WHERE action = 'data.read';
