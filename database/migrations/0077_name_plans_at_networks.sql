-- What a plan's network calls it, such as a speed class: a change to the plan gives it to the SIM there. '': nothing changes there.
ALTER TABLE plans ADD COLUMN network_profile text NOT NULL DEFAULT '' CHECK (length(network_profile) <= 40);
