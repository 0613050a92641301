-- Apart from 0102, whose change of the table holds a lock that this reading would keep.
ALTER TABLE agent_tokens VALIDATE CONSTRAINT agent_tokens_api_key_id_fkey;
ALTER TABLE agent_tokens VALIDATE CONSTRAINT agent_tokens_owner_check;
ALTER TABLE agent_tokens VALIDATE CONSTRAINT agent_tokens_of_key_check;
