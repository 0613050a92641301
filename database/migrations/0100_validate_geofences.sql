-- in each cell
-- Apart from 0099, whose changes of tables hold locks that this long reading would keep.
ALTER TABLE sim_locks VALIDATE CONSTRAINT sim_locks_geofences_check;
ALTER TABLE lock_breaches VALIDATE CONSTRAINT lock_breaches_kind_check;
ALTER TABLE lock_breaches VALIDATE CONSTRAINT lock_breaches_location_check;
ALTER TABLE lock_hours VALIDATE CONSTRAINT lock_hours_kind_check;
