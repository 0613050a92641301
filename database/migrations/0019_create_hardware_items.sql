-- Devices and services that go with SIMs: one row for each that a company has. Rows are made when an order is delivered.
CREATE TABLE hardware_items (
  company_id integer NOT NULL REFERENCES companies,
  item_id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('device', 'service')),
  -- names as they were when it was acquired: the catalogue may change, what somebody has does not
  product_type text NOT NULL CHECK (product_type <> ''),
  product text NOT NULL CHECK (product <> ''),
  -- 15 digits, '' while nobody wrote it down; a service has none
  imei text COLLATE "C" NOT NULL DEFAULT '',
  -- the SIM in it; it may have gone to another company since
  iccid text COLLATE "C",
  custom_field_1 text NOT NULL DEFAULT '',
  custom_field_2 text NOT NULL DEFAULT '',
  acquired_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (
    lower(imei || E'\n' || coalesce(iccid, '') || E'\n' || product || E'\n' || custom_field_1 || E'\n' || custom_field_2)
  ) STORED,
  PRIMARY KEY (company_id, item_id),
  CHECK (kind = 'device' OR imei = '')
);
-- whose is this one? A call names it alone
CREATE INDEX hardware_items_id ON hardware_items (item_id);
CREATE UNIQUE INDEX hardware_items_imei ON hardware_items (company_id, imei) WHERE imei <> '';
CREATE INDEX hardware_items_newest ON hardware_items (company_id, acquired_at DESC, item_id DESC);
CREATE INDEX hardware_items_newest_all ON hardware_items (acquired_at DESC, item_id DESC);
CREATE INDEX hardware_items_type ON hardware_items (company_id, product_type, acquired_at DESC, item_id DESC);
CREATE INDEX hardware_items_type_all ON hardware_items (product_type, acquired_at DESC, item_id DESC);
CREATE INDEX hardware_items_search ON hardware_items USING gin (company_id, search_text gin_trgm_ops);

-- A plan that is not offered any more keeps its SIMs; nobody can order it.
ALTER TABLE plans ADD COLUMN is_offered boolean NOT NULL DEFAULT true;
