-- in each cell
-- two kinds more: a diagnosis of many SIMs, and the end of alarms' data cuts
ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (
  kind IN ('activate', 'hibernate', 'reactivate', 'restoreData', 'terminate', 'restart', 'sms', 'custom', 'assign', 'diagnose')
) NOT VALID;
