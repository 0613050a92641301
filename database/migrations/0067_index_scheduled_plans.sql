-- in each cell
-- a SIM's change of plan that waits for the next cycle: a later one replaces it
CREATE INDEX operation_items_next_cycle ON operation_items (sim_company_id, iccid) WHERE state = 'pending' AND code = 'next_cycle';
