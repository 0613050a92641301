-- in each cell
-- Apart from 0113, whose changes of tables hold locks that this long reading would keep.
ALTER TABLE sim_locks VALIDATE CONSTRAINT sim_locks_policy_check;
