-- in each cell
-- Apart from 0118, whose changes of tables hold locks that this long reading would keep.
ALTER TABLE anomalies VALIDATE CONSTRAINT anomalies_kind_check;
ALTER TABLE anomalies VALIDATE CONSTRAINT anomalies_measure_check;
ALTER TABLE anomaly_profiles VALIDATE CONSTRAINT anomaly_profiles_messaged_check;
