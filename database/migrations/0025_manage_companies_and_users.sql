-- Companies with all that people keep of them, users that are invited, and the portal as somebody else sees it.

-- What a search for a name compares: small letters without accents, whatever the server's locale knows of letters.
CREATE FUNCTION plain_letters(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN translate(lower(name), 'ÁÀÂÄÃÅáàâäãåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç', 'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuunncc');

ALTER TABLE companies
  ADD COLUMN activity text NOT NULL DEFAULT '' CHECK (length(activity) <= 200),
  ADD COLUMN representative text NOT NULL DEFAULT '' CHECK (length(representative) <= 120),
  ADD COLUMN billing_contact text NOT NULL DEFAULT '' CHECK (length(billing_contact) <= 120),
  ADD COLUMN billing_email text NOT NULL DEFAULT '' CHECK (length(billing_email) <= 254),
  ADD COLUMN phones text NOT NULL DEFAULT '' CHECK (length(phones) <= 120),
  ADD COLUMN address text NOT NULL DEFAULT '' CHECK (length(address) <= 200),
  ADD COLUMN city text NOT NULL DEFAULT '' CHECK (length(city) <= 120),
  ADD COLUMN postal_code text NOT NULL DEFAULT '' CHECK (length(postal_code) <= 20),
  ADD COLUMN website text NOT NULL DEFAULT '' CHECK (length(website) <= 200),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  -- the tax id as it is written and its bare letters and digits
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS
    (plain_letters(business_name || ' ' || fantasy_name || ' ' || tin || ' ' || translate(tin, '.-/ ', ''))) STORED,
  ADD CHECK (length(business_name) <= 200),
  ADD CHECK (length(fantasy_name) <= 200),
  ADD CHECK (tin = btrim(tin) AND length(tin) <= 30),
  ADD CHECK (currency ~ '^[A-Z]{3}$'),
  -- an unknown zone raises an error: it would break each list that is shown in local time
  ADD CHECK ((timestamptz '2026-01-01 00:00:00+00' AT TIME ZONE time_zone) IS NOT NULL),
  -- nobody would be left to lift it
  ADD CHECK (parent_id IS NOT NULL OR blocked_at IS NULL);
CREATE INDEX companies_children ON companies (parent_id, plain_letters(business_name), company_id);
CREATE INDEX companies_search ON companies USING gin (search_text gin_trgm_ops);

ALTER TABLE users
  ADD COLUMN tin text NOT NULL DEFAULT '' CHECK (length(tin) <= 30),
  -- when the last invitation was sent; who has none was made in another way
  ADD COLUMN invited_at timestamptz,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (plain_letters(name || ' ' || last_name || ' ' || email || ' ' || tin)) STORED;
CREATE INDEX users_admins ON users (user_id) WHERE is_admin;

-- An administrator looks at the portal as this user sees it: the session reads with the user's rights and changes nothing.
-- It ends with the user, or it would become the administrator's own again.
ALTER TABLE login_sessions
  ADD COLUMN seen_as_user_id integer REFERENCES users ON DELETE CASCADE,
  ADD CHECK (seen_as_user_id <> user_id);
CREATE INDEX login_sessions_seen_as ON login_sessions (seen_as_user_id) WHERE seen_as_user_id IS NOT NULL;
