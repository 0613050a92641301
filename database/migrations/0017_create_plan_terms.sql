-- What a plan gives and costs, from a cycle on. A cycle is billed by the row with the greatest valid_from that is not after its first
-- day; a change is a new row, so what past cycles were billed by stays as it was.
CREATE TABLE plan_terms (
  plan_code text COLLATE "C" NOT NULL REFERENCES plans ON UPDATE CASCADE ON DELETE CASCADE,
  valid_from date NOT NULL,
  data_mb integer NOT NULL CHECK (data_mb >= 0),
  included_sms integer NOT NULL DEFAULT 0 CHECK (included_sms >= 0),
  included_voice_seconds integer NOT NULL DEFAULT 0 CHECK (included_voice_seconds >= 0),
  -- for a SIM that was active at any time of the cycle
  price_minor bigint NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
  -- for a SIM that was hibernated all through the cycle
  hibernation_fee_minor bigint NOT NULL DEFAULT 0 CHECK (hibernation_fee_minor >= 0),
  -- data over the allowance is counted in units of so many MB, each begun one in full
  overage_unit_mb integer NOT NULL DEFAULT 1 CHECK (overage_unit_mb BETWEEN 1 AND 1048576),
  overage_price_minor bigint NOT NULL DEFAULT 0 CHECK (overage_price_minor >= 0),
  -- each message over the included ones
  sms_price_minor bigint NOT NULL DEFAULT 0 CHECK (sms_price_minor >= 0),
  -- each begun minute over the included seconds
  voice_price_minor bigint NOT NULL DEFAULT 0 CHECK (voice_price_minor >= 0),
  PRIMARY KEY (plan_code, valid_from)
);

INSERT INTO plan_terms (plan_code, valid_from, data_mb, included_sms, included_voice_seconds, price_minor)
SELECT plan_code, '1970-01-01', data_mb, included_sms, included_voice_seconds, price_minor FROM plans;

-- No plan without terms: a new one begins with what it says of itself, for every cycle.
CREATE FUNCTION add_first_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plan_terms (plan_code, valid_from, data_mb, included_sms, included_voice_seconds, price_minor)
  SELECT plan_code, '1970-01-01', data_mb, included_sms, included_voice_seconds, price_minor FROM written
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER add_first_terms AFTER INSERT ON plans REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION add_first_terms();
