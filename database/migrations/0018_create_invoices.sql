-- Invoices: what a company owes for a cycle, line by line. A document that was issued never changes.

-- `charges` has the heads. A company that has plans in two currencies has two documents for a cycle.
ALTER TABLE charges DROP CONSTRAINT charges_pkey;
ALTER TABLE charges DROP CONSTRAINT charges_total_minor_check;
ALTER TABLE charges ADD COLUMN document_id bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE charges ADD PRIMARY KEY (company_id, document_id);
-- a credit note takes an invoice back: its total is the invoice's below zero, its lines are the invoice's
ALTER TABLE charges ADD COLUMN kind text NOT NULL DEFAULT 'invoice' CHECK (kind IN ('invoice', 'credit_note'));
ALTER TABLE charges ADD COLUMN credited_document_id bigint;
-- given when it is issued, one after the other without a gap; null until then
ALTER TABLE charges ADD COLUMN document_number text COLLATE "C";
-- of issued documents how many lines there are; their SIMs
ALTER TABLE charges ADD COLUMN lines integer NOT NULL DEFAULT 0 CHECK (lines >= 0);
ALTER TABLE charges ADD COLUMN sims integer NOT NULL DEFAULT 0 CHECK (sims >= 0);
-- as of when the total is true: of an open or closing cycle it is an estimate of the whole cycle
ALTER TABLE charges ADD COLUMN totalled_at timestamptz;
-- what an administrator wrote: how it was paid, why it was credited
ALTER TABLE charges ADD COLUMN payment_reference text NOT NULL DEFAULT '' CHECK (length(payment_reference) <= 120);
ALTER TABLE charges ADD COLUMN reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500);

-- The last number given of each series: F invoices, NC credit notes.
CREATE TABLE document_series (
  series text COLLATE "C" PRIMARY KEY,
  last_number bigint NOT NULL CHECK (last_number >= 0)
);
-- documents that were issued before there were numbers
UPDATE charges c SET document_number = 'F-' || lpad(n.number::text, 8, '0'), totalled_at = c.issued_at
FROM (SELECT document_id, row_number() OVER (ORDER BY issued_at, document_id) AS number FROM charges
  WHERE state IN ('issued', 'paid', 'void')) n WHERE n.document_id = c.document_id;
INSERT INTO document_series VALUES ('F', (SELECT count(*) FROM charges WHERE document_number IS NOT NULL)), ('NC', 0);

ALTER TABLE charges ADD CHECK ((state IN ('issued', 'paid', 'void')) = (document_number IS NOT NULL));
ALTER TABLE charges ADD CHECK ((kind = 'credit_note') = (credited_document_id IS NOT NULL));
CREATE UNIQUE INDEX charges_number ON charges (document_number);
CREATE UNIQUE INDEX charges_document ON charges (document_id);
CREATE UNIQUE INDEX charges_cycle ON charges (company_id, cycle_start, currency) WHERE kind = 'invoice';
CREATE UNIQUE INDEX charges_credited ON charges (company_id, credited_document_id) WHERE credited_document_id IS NOT NULL;
CREATE INDEX charges_cycle_all ON charges (cycle_start DESC, document_id DESC);

-- The terms by which a document's lines were rated, as they were then.
CREATE TABLE charge_terms (
  company_id integer NOT NULL,
  document_id bigint NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  -- the cycle that the usage is of: an earlier one for what came late
  usage_cycle date NOT NULL,
  plan_name text NOT NULL,
  pooled boolean NOT NULL,
  data_mb integer NOT NULL,
  included_sms integer NOT NULL,
  included_voice_seconds integer NOT NULL,
  price_minor bigint NOT NULL,
  hibernation_fee_minor bigint NOT NULL,
  overage_unit_mb integer NOT NULL,
  overage_price_minor bigint NOT NULL,
  sms_price_minor bigint NOT NULL,
  voice_price_minor bigint NOT NULL,
  PRIMARY KEY (company_id, document_id, plan_code, usage_cycle)
);

-- A million a cycle: no references, and no column that can be looked up in charge_terms.
CREATE TABLE charge_lines (
  company_id integer NOT NULL,
  document_id bigint NOT NULL,
  -- '' for what is charged for a whole plan: pools
  iccid text COLLATE "C" NOT NULL,
  line_no smallint NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('price', 'hibernation', 'data_overage', 'sms', 'voice', 'pool_overage',
    'data_adjustment', 'sms_adjustment', 'voice_adjustment', 'pool_adjustment')),
  usage_cycle date NOT NULL,
  -- in bytes, messages or seconds: of a price line the data of the SIM and the plan's allowance; of an adjustment what came late and
  -- what was left of the allowance
  used bigint NOT NULL,
  included bigint NOT NULL,
  -- in SIMs, units of data, messages or begun minutes
  quantity bigint NOT NULL,
  unit_minor bigint NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (company_id, document_id, iccid, line_no),
  CHECK (amount_minor = quantity * unit_minor)
);

-- What a document's lines sum up to, by plan and kind.
CREATE TABLE charge_sums (
  company_id integer NOT NULL,
  document_id bigint NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  lines integer NOT NULL,
  quantity bigint NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (company_id, document_id, plan_code, kind)
);

-- How far a company is billed.
CREATE TABLE billing_calendars (
  company_id integer PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  -- the first day of the first cycle that is not issued
  next_cycle date NOT NULL,
  -- usage of days before this one is noted as late when it is counted: the books of their cycles are closed
  late_before date NOT NULL,
  -- when the cycles that are not issued were estimated last
  estimated_at timestamptz
);

-- Usage that was counted after its cycle's books were closed. It is in usage_days too.
CREATE TABLE late_usage (
  company_id integer NOT NULL,
  late_id bigint GENERATED ALWAYS AS IDENTITY,
  iccid text COLLATE "C" NOT NULL,
  day date NOT NULL,
  data_bytes bigint NOT NULL,
  voice_seconds integer NOT NULL,
  sms integer NOT NULL,
  -- the cycle in whose document it is charged; null: it waits for the next one
  billed_cycle date,
  PRIMARY KEY (company_id, late_id)
);
CREATE INDEX late_usage_billed ON late_usage (company_id, billed_cycle);
CREATE INDEX late_usage_day ON late_usage (company_id, iccid, day);

-- What changed a SIM's status, plan or company, by time: what it was in a cycle is worked out from what it is now.
CREATE INDEX sim_events_billing ON sim_events (company_id, at) WHERE from_status IS NOT NULL OR kind IN ('company_changed', 'edited');

-- An issued document can be paid or voided, and nothing else.
CREATE FUNCTION keep_issued_heads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.document_number IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'document % was issued', OLD.document_number USING ERRCODE = 'restrict_violation'; END IF;
  IF (to_jsonb(NEW) - ARRAY['state', 'paid_at', 'payment_reference']) <> (to_jsonb(OLD) - ARRAY['state', 'paid_at', 'payment_reference'])
    OR NOT (NEW.state = OLD.state OR (OLD.state, NEW.state) IN (('issued', 'paid'), ('issued', 'void'), ('paid', 'void')))
    OR OLD.state <> 'issued' AND (NEW.paid_at, NEW.payment_reference) IS DISTINCT FROM (OLD.paid_at, OLD.payment_reference)
  THEN
    RAISE EXCEPTION 'document % was issued', OLD.document_number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_issued BEFORE UPDATE OR DELETE ON charges FOR EACH ROW EXECUTE FUNCTION keep_issued_heads();

CREATE FUNCTION keep_issued_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM charges c WHERE c.company_id = OLD.company_id AND c.document_id = OLD.document_id AND c.document_number IS NOT NULL)
  THEN
    RAISE EXCEPTION 'the document was issued' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER keep_issued BEFORE UPDATE OR DELETE ON charge_lines FOR EACH ROW EXECUTE FUNCTION keep_issued_parts();
CREATE TRIGGER keep_issued BEFORE UPDATE OR DELETE ON charge_sums FOR EACH ROW EXECUTE FUNCTION keep_issued_parts();
CREATE TRIGGER keep_issued BEFORE UPDATE OR DELETE ON charge_terms FOR EACH ROW EXECUTE FUNCTION keep_issued_parts();

-- Once for all lines that a statement writes: a look for each of a million takes longer than the lines.
CREATE FUNCTION refuse_late_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, document_id FROM written) w
    JOIN charges c ON c.company_id = w.company_id AND c.document_id = w.document_id WHERE c.document_number IS NOT NULL)
  THEN
    RAISE EXCEPTION 'the document was issued' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refuse_late AFTER INSERT ON charge_lines REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_parts();
CREATE TRIGGER refuse_late AFTER INSERT ON charge_sums REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_parts();
CREATE TRIGGER refuse_late AFTER INSERT ON charge_terms REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_parts();
