-- in each cell
-- Administrators look for the mails of a person or of a day.
CREATE INDEX mails_address ON mails (lower(address) text_pattern_ops, mail_id DESC);
CREATE INDEX mails_created ON mails (created_at);
