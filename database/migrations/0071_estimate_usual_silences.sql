-- in each cell
-- How long a SIM is usually silent at most, estimated whenever it is seen again, and from when its present silence is longer than that:
-- domain/silence.ts. Null until a SIM is seen. One index for all companies: those of an unusual silence are few.
ALTER TABLE sim_live ADD COLUMN usual_silence_seconds double precision CHECK (usual_silence_seconds > 0);
ALTER TABLE sim_live ADD COLUMN unusual_from timestamptz;
CREATE INDEX sim_live_unusual ON sim_live (unusual_from, company_id, iccid)
  INCLUDE (registered_at, gprs_status, administrative_status, origin_id, sim_type_id, plan_code, apn_id, cycle_data_bytes, plan_percent)
  WHERE unusual_from IS NOT NULL;
