-- in each cell
ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (
  kind IN ('activate', 'hibernate', 'reactivate', 'restoreData', 'terminate', 'restart', 'sms', 'custom', 'assign', 'diagnose', 'plan',
    'tag', 'group', 'lock')
) NOT VALID;
