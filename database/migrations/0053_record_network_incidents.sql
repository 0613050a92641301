-- When a network's verdict left 'ok' and when it came back, for its status page: network_health has the present only.
CREATE TABLE network_incidents (
  incident_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id text COLLATE "C" NOT NULL REFERENCES networks ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at >= started_at),
  -- as network_health.status: 0 closed at some time, 2 never worse than a warning
  worst_status smallint NOT NULL CHECK (worst_status IN (0, 2)),
  worst_failure_percent smallint NOT NULL CHECK (worst_failure_percent BETWEEN 0 AND 100)
);
CREATE UNIQUE INDEX network_incidents_open ON network_incidents (network_id) WHERE ended_at IS NULL;
CREATE INDEX network_incidents_latest ON network_incidents (network_id, started_at);
INSERT INTO network_incidents (network_id, started_at, worst_status, worst_failure_percent)
SELECT h.network_id, h.since, h.status, h.failure_percent FROM network_health h
JOIN networks n ON n.network_id = h.network_id WHERE n.enabled AND h.status <> 1;
