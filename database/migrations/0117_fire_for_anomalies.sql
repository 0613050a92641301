-- in each cell
-- Rules fire for anomalies, in each hour in which one is the case: the beginnings of these hours; empty before they were kept.
ALTER TABLE anomalies ADD COLUMN seen_at timestamptz[] NOT NULL DEFAULT '{}';
-- The model for which a rule fired; '' for a SIM, a pool and a company.
ALTER TABLE rule_firings ADD COLUMN device text COLLATE "C" NOT NULL DEFAULT '';
