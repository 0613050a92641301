-- since when a change of live rows waits: figures that are read from them are true as of then
ALTER TABLE live_changes ADD COLUMN kept_at timestamptz NOT NULL DEFAULT now();

-- Messages that came in by something rare are not looked for among all others.
CREATE INDEX sms_messages_platform ON sms_messages (company_id, platform, at DESC, message_id DESC) WHERE platform IN ('api', 'rule');
CREATE INDEX sms_messages_platform_all ON sms_messages (platform, at DESC, message_id DESC) WHERE platform IN ('api', 'rule');
