-- What writes a SIM writes its copies in the same statement (server/records/sim-copies.ts), so that the tables can live in a schema
-- that is placed on another machine, where triggers do not find their neighbours.
DROP TRIGGER add_texts ON sims;
DROP TRIGGER change_texts ON sims;
DROP TRIGGER drop_texts ON sims;
DROP TRIGGER copy_kinds ON sims;
DROP TRIGGER move_texts ON companies;
DROP FUNCTION add_sim_texts();
DROP FUNCTION change_sim_texts();
DROP FUNCTION drop_sim_texts();
DROP FUNCTION copy_sim_kinds();
DROP FUNCTION move_sim_texts();
DROP VIEW sim_texts_due;
ALTER TABLE sim_texts ADD FOREIGN KEY (company_id, iccid) REFERENCES sims ON DELETE CASCADE;
