-- in each cell
-- The bell shows a person what their agents have drafted; drafts of the page itself live for moments and are not listed.
CREATE INDEX operations_drafts_of_agents ON operations (user_id, created_at) WHERE state = 'draft' AND actor LIKE 'agent:%';
