-- in each cell
-- The endpoint of webhooks by which a rule writes to a chat: its own, which no list of webhooks shows. Its address is sealed.
ALTER TABLE rules ADD COLUMN chat_endpoint_id integer;
