-- in each cell
-- The operation that puts SIMs on another plan, and invoice lines of a SIM that had several plans in a cycle.
ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (
  kind IN ('activate', 'hibernate', 'reactivate', 'restoreData', 'terminate', 'restart', 'sms', 'custom', 'assign', 'diagnose', 'plan')
) NOT VALID;
-- the days of the cycle on which the SIM had the plan, half-open; null: all of them
ALTER TABLE charge_lines ADD COLUMN days_from date;
ALTER TABLE charge_lines ADD COLUMN days_to date;
ALTER TABLE charge_lines DROP CONSTRAINT charge_lines_kind_check;
ALTER TABLE charge_lines ADD CONSTRAINT charge_lines_kind_check CHECK (
  kind IN ('price', 'price_days', 'hibernation', 'data_overage', 'sms', 'voice', 'pool_overage', 'data_adjustment', 'sms_adjustment',
    'voice_adjustment', 'pool_adjustment')
) NOT VALID;
