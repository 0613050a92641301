-- Numbers of anomalies, unique among all cells.
CREATE SEQUENCE anomalies_anomaly_id_seq;
