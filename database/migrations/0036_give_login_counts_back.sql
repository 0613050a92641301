-- An attempt counts as failed before it is judged; a right one is taken back, down to none.
ALTER TABLE login_failures DROP CONSTRAINT login_failures_failures_check;
ALTER TABLE login_failures ADD CONSTRAINT login_failures_failures_check CHECK (failures >= 0);
