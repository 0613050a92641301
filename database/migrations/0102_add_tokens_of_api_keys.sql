-- A company's API key takes tokens too, within scopes of CAMARA (grant_type=client_credentials). Beside those of agents: one table, one
-- token endpoint. They end with their key, which is looked at each time.
ALTER TABLE agent_tokens
  ALTER COLUMN agent_id DROP NOT NULL,
  ADD COLUMN api_key_id integer,
  -- of a key's token; an agent has its scopes by its consent
  ADD COLUMN scopes text[],
  ADD CONSTRAINT agent_tokens_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT agent_tokens_owner_check CHECK ((agent_id IS NULL) <> (api_key_id IS NULL)) NOT VALID,
  ADD CONSTRAINT agent_tokens_of_key_check CHECK (
    (api_key_id IS NULL) = (scopes IS NULL) AND (api_key_id IS NULL OR kind = 'access') AND cardinality(scopes) <> 0
  ) NOT VALID;
CREATE INDEX agent_tokens_api_key ON agent_tokens (api_key_id) WHERE api_key_id IS NOT NULL;
