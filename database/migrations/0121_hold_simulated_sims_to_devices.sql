-- The embedded network: the IMEI to which it holds a SIM, '' for none.
ALTER TABLE simulated_network.sims ADD COLUMN device_lock text NOT NULL DEFAULT '';
