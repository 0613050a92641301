-- What only a network and the portal may know, by its name in the adapter's settings: each sealed with a key that is not in the
-- database, and bound to the network and the name.
ALTER TABLE networks ADD COLUMN sealed_secrets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(sealed_secrets) = 'object');
