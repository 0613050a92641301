-- in each cell
-- Messages are compared as sessions are.
ALTER TABLE anomalies DROP CONSTRAINT anomalies_kind_check;
ALTER TABLE anomalies ADD CONSTRAINT anomalies_kind_check CHECK (kind IN ('data', 'sessions', 'messages', 'silence', 'storm')) NOT VALID;
ALTER TABLE anomalies DROP CONSTRAINT anomalies_measure_check;
ALTER TABLE anomalies ADD CONSTRAINT anomalies_measure_check CHECK (measure IN ('data', 'sessions', 'messages')) NOT VALID;
-- had an SMS; of those the median of how many, in parts as they are charged
ALTER TABLE anomaly_profiles ADD COLUMN messaged integer NOT NULL DEFAULT 0;
ALTER TABLE anomaly_profiles ADD COLUMN messages double precision NOT NULL DEFAULT 0;
ALTER TABLE anomaly_profiles ADD CONSTRAINT anomaly_profiles_messaged_check CHECK (messaged BETWEEN 0 AND sims) NOT VALID;
