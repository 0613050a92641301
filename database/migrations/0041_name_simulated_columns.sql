-- The embedded network's columns in plain terms: behaviour of a device, its next action, and how far subscribers were enrolled.
ALTER TABLE simulated_network.sims RENAME COLUMN mood TO behaviour;
ALTER TABLE simulated_network.sims RENAME COLUMN mood_until TO behaviour_until;
ALTER TABLE simulated_network.sims RENAME COLUMN wake_at TO next_action_at;
ALTER TABLE simulated_network.sims RENAME CONSTRAINT sims_mood_check TO sims_behaviour_check;
ALTER INDEX simulated_network.sims_wake_at RENAME TO sims_next_action_at;
ALTER TABLE simulated_network.messages RENAME COLUMN is_told TO is_reported;
ALTER TABLE simulated_network.clock RENAME COLUMN taken_in_to TO enrolled_to;
ALTER TABLE simulated_network.clock RENAME COLUMN take_in_at TO enrol_at;
