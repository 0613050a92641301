-- An issued document names whom it named on the day of its issue, and terms by which a cycle was rated stay as they are.

-- who is billed and who bills; null until it is issued: an estimate shows what companies are called now
ALTER TABLE charges ADD COLUMN customer_name text;
ALTER TABLE charges ADD COLUMN customer_tin text;
-- ISO 3166-1; null also when it is not known
ALTER TABLE charges ADD COLUMN customer_country char(2);
ALTER TABLE charges ADD COLUMN issuer_name text;
ALTER TABLE charges ADD COLUMN issuer_tin text;
ALTER TABLE charges ADD COLUMN issuer_country char(2);
-- the day of issue by the customer's calendar
ALTER TABLE charges ADD COLUMN issued_on date;

-- With the number, whoever gives it. A credit note names whom its invoice names.
CREATE FUNCTION freeze_parties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT co.business_name, co.tin, n.iso2, o.business_name, o.tin, m.iso2, (NEW.issued_at AT TIME ZONE co.time_zone)::date
  INTO NEW.customer_name, NEW.customer_tin, NEW.customer_country, NEW.issuer_name, NEW.issuer_tin, NEW.issuer_country, NEW.issued_on
  FROM companies co JOIN companies o ON o.company_id = co.lineage[1]
  LEFT JOIN countries n ON n.country_id = co.country_id LEFT JOIN countries m ON m.country_id = o.country_id
  WHERE co.company_id = NEW.company_id;
  IF NEW.kind = 'credit_note' THEN
    SELECT i.customer_name, i.customer_tin, i.customer_country, i.issuer_name, i.issuer_tin, i.issuer_country
    INTO NEW.customer_name, NEW.customer_tin, NEW.customer_country, NEW.issuer_name, NEW.issuer_tin, NEW.issuer_country
    FROM charges i WHERE i.company_id = NEW.company_id AND i.document_id = NEW.credited_document_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER freeze_parties BEFORE INSERT OR UPDATE ON charges FOR EACH ROW
  WHEN (NEW.document_number IS NOT NULL AND NEW.customer_name IS NULL) EXECUTE FUNCTION freeze_parties();

-- documents that were issued before names were kept have those of now
ALTER TABLE charges DISABLE TRIGGER keep_issued;
UPDATE charges SET customer_name = NULL WHERE document_number IS NOT NULL AND kind = 'invoice';
UPDATE charges SET customer_name = NULL WHERE document_number IS NOT NULL AND kind = 'credit_note';
ALTER TABLE charges ENABLE TRIGGER keep_issued;
ALTER TABLE charges ADD CONSTRAINT charges_parties CHECK (
  (document_number IS NOT NULL) = (customer_name IS NOT NULL AND customer_tin IS NOT NULL AND issuer_name IS NOT NULL AND issuer_tin IS NOT NULL));

-- Terms by which a cycle was rated, issued or not, hold for ever; nor can others be put before that cycle afterwards.
CREATE INDEX charge_terms_plan ON charge_terms (plan_code, usage_cycle);
CREATE FUNCTION keep_rated_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM charge_terms t
    WHERE t.plan_code = OLD.plan_code AND t.usage_cycle >= OLD.valid_from
      OR t.plan_code = NEW.plan_code AND t.usage_cycle >= NEW.valid_from)
  THEN
    RAISE EXCEPTION 'a cycle of plan % was rated by its terms from %', coalesce(OLD.plan_code, NEW.plan_code),
      coalesce(OLD.valid_from, NEW.valid_from) USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER keep_rated BEFORE INSERT OR UPDATE OR DELETE ON plan_terms FOR EACH ROW EXECUTE FUNCTION keep_rated_terms();
