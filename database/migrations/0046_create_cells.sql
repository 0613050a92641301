-- Which schema has the rows of which company: docs/decisions/0100-cells.md.
CREATE TABLE cells (
  cell_id integer PRIMARY KEY CHECK (cell_id BETWEEN 1 AND 40),
  schema_name text NOT NULL UNIQUE CHECK (schema_name ~ '^[a-z][a-z0-9_]{0,40}$'),
  -- whether new customers go there
  takes_new boolean NOT NULL DEFAULT true,
  made_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO cells (cell_id, schema_name) VALUES (1, 'public');

-- a whole customer tree lives in one cell
ALTER TABLE companies ADD COLUMN cell_id integer NOT NULL DEFAULT 1 REFERENCES cells;

-- Where a SIM is, by its numbers; '' for unknown ones. Empty while there is one cell.
CREATE TABLE sim_places (
  iccid text COLLATE "C" PRIMARY KEY,
  imsi text COLLATE "C" NOT NULL,
  msisdn text COLLATE "C" NOT NULL,
  cell_id integer NOT NULL REFERENCES cells
);
CREATE INDEX sim_places_imsi ON sim_places (imsi) WHERE imsi <> '';
CREATE INDEX sim_places_msisdn ON sim_places (msisdn) WHERE msisdn <> '';

-- Numbers of all cells come from the same sequences: one names one row, and a later one is greater.
DO $$
DECLARE
  numbered record;
  next_number bigint;
BEGIN
  FOR numbered IN SELECT * FROM (VALUES
    ('alarm_notices', 'notice_id'),
    ('alarms', 'alarm_id'),
    ('audit_log', 'audit_id'),
    ('charges', 'document_id'),
    ('hardware_items', 'item_id'),
    ('late_usage', 'late_id'),
    ('live_changes', 'change_id'),
    ('mails', 'mail_id'),
    ('network_orders', 'order_id'),
    ('operation_files', 'file_id'),
    ('operations', 'operation_id'),
    ('request_sims', 'request_sim_id'),
    ('requests', 'request_id'),
    ('sim_events', 'event_id'),
    ('sms_messages', 'message_id'),
    ('support_conversations', 'conversation_id'),
    ('usage_batches', 'batch_id'),
    ('usage_differences', 'difference_id'),
    ('webhook_attempts', 'attempt_id'),
    ('webhook_endpoints', 'endpoint_id'),
    ('webhook_messages', 'message_id')
  ) AS t(table_name, column_name) LOOP
    EXECUTE format('SELECT nextval(%L)', numbered.table_name || '_' || numbered.column_name || '_seq') INTO next_number;
    EXECUTE format('ALTER TABLE %I ALTER %I DROP IDENTITY', numbered.table_name, numbered.column_name);
    EXECUTE format('CREATE SEQUENCE %I AS %s START %s', numbered.table_name || '_' || numbered.column_name || '_seq',
      (SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = numbered.table_name::regclass AND attname = numbered.column_name),
      next_number);
    EXECUTE format('ALTER TABLE %I ALTER %I SET DEFAULT nextval(%L)', numbered.table_name, numbered.column_name,
      numbered.table_name || '_' || numbered.column_name || '_seq');
  END LOOP;
END
$$;

-- Its moments are the database's clock, in the statement that reserves: Citus plans a table without references to the catalogue as
-- PostgreSQL does. Removing a network removes its row.
ALTER TABLE network_slots DROP CONSTRAINT network_slots_network_id_fkey;
