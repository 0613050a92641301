-- What hourly limits count by: an IPv4 address, or the /64 of an IPv6 one. '' in older rows, which are not counted.
ALTER TABLE password_restores ADD COLUMN address_block text NOT NULL DEFAULT '';
ALTER TABLE agent_clients ADD COLUMN address_block text NOT NULL DEFAULT '';
ALTER TABLE device_logins ADD COLUMN address_block text NOT NULL DEFAULT '';
DROP INDEX password_restores_address;
CREATE INDEX password_restores_block ON password_restores (address_block, asked_at);

-- Who brought in a client that describes itself; null for one that registered.
ALTER TABLE agent_clients ADD COLUMN user_id integer REFERENCES users ON DELETE SET NULL;
