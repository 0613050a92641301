-- in each cell
-- Comparisons of all SIMs with their networks: after the database was restored to an earlier moment, and when an administrator asks.
-- How far one has come is in its row; the look-ups themselves are orders.
CREATE TABLE network_comparisons (
  started_at timestamptz PRIMARY KEY,
  actor text NOT NULL,
  total integer NOT NULL,
  ordered integer NOT NULL DEFAULT 0,
  after_company_id integer NOT NULL DEFAULT 0,
  after_iccid text COLLATE "C" NOT NULL DEFAULT '',
  finished_at timestamptz
);
-- one at a time
CREATE UNIQUE INDEX network_comparisons_open ON network_comparisons ((finished_at IS NULL)) WHERE finished_at IS NULL;

ALTER TABLE network_orders DROP CONSTRAINT network_orders_goal_check;
ALTER TABLE network_orders ADD CONSTRAINT network_orders_goal_check
  CHECK (goal IN ('settle', 'adopt', 'push', 'restoreData', 'cutData', 'compare'));
