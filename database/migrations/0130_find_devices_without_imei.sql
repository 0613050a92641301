-- in each cell
-- Few devices lack their IMEI: without these the newest of them are found by reading all the others.
CREATE INDEX hardware_items_without_imei ON hardware_items (company_id, acquired_at DESC, item_id DESC)
  WHERE kind = 'device' AND imei = '';
CREATE INDEX hardware_items_without_imei_all ON hardware_items (acquired_at DESC, item_id DESC) WHERE kind = 'device' AND imei = '';
