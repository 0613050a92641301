-- An endpoint is told of what a person may see: whoever set last where it goes and of what it is told. With that person's right it ends.
ALTER TABLE webhook_endpoints ADD COLUMN vouched_by integer REFERENCES users (user_id) ON DELETE SET NULL;
CREATE INDEX webhook_endpoints_vouched_by ON webhook_endpoints (vouched_by);
-- rights: whoever vouched for it may not see any more what it is told of
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_off_reason_check;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_off_reason_check
  CHECK (off_reason IN ('', 'person', 'gone', 'failing', 'rights'));

UPDATE webhook_endpoints e SET vouched_by = (
  SELECT u.user_id FROM audit_log a JOIN users u ON u.user_id = a.user_id
  WHERE a.entity = 'webhook' AND a.entity_id = e.endpoint_id::text AND a.action IN ('webhook.created', 'webhook.changed')
  ORDER BY a.audit_id DESC LIMIT 1
);
UPDATE webhook_endpoints SET is_active = false, off_reason = 'rights' WHERE is_active AND vouched_by IS NULL;
