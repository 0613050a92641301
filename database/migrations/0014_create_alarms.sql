-- Alarms: what customers want to hear of their SIMs' usage, what was said, and what became of it.

CREATE TABLE alarms (
  company_id integer NOT NULL REFERENCES companies,
  alarm_id bigint GENERATED ALWAYS AS IDENTITY,
  -- null: every plan of the company
  plan_code text COLLATE "C" REFERENCES plans,
  -- megabytes of 1024² bytes in a billing cycle
  limit_mb integer NOT NULL CHECK (limit_mb BETWEEN 1 AND 1048576),
  emails text[] NOT NULL CHECK (cardinality(emails) BETWEEN 1 AND 10 AND array_position(emails, NULL) IS NULL),
  -- of its mails: that of whoever saved it last
  language text NOT NULL CHECK (language IN ('es', 'en')),
  is_active boolean NOT NULL,
  -- whether it cuts a SIM's data at the limit
  cuts_data boolean NOT NULL,
  -- false: it was saved, and SIMs that were over its limit by then are still to be found
  is_judged boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, alarm_id)
);
CREATE INDEX alarms_id ON alarms (alarm_id);
CREATE INDEX alarms_unjudged ON alarms (alarm_id) WHERE NOT is_judged AND is_active;

-- Grows with each change of an alarm: whoever has them all in memory sees whether they are still true.
CREATE TABLE alarm_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO alarm_version (version) VALUES (1);

-- What an alarm said of a SIM, with what becomes of the mail and of the data. It outlives the alarm: no foreign keys on purpose.
CREATE TABLE alarm_notices (
  company_id integer NOT NULL,
  notice_id bigint GENERATED ALWAYS AS IDENTITY,
  alarm_id bigint NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  cycle_start date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('warning', 'limit')),
  -- the alarm as it was then; null: every plan
  plan_code text COLLATE "C",
  limit_mb integer NOT NULL CHECK (limit_mb > 0),
  -- of the cycle, when it was judged
  used_bytes bigint NOT NULL CHECK (used_bytes >= 0),
  at timestamptz NOT NULL,
  -- null: it waits for its company's next mail
  mailed_at timestamptz,
  mail_ids bigint[] NOT NULL DEFAULT '{}',
  -- none: the alarm does not cut; due: to be asked for; ordered: asked of the network; cut; failed: the network did not do it;
  -- skipped: the SIM was not active; restoring: asked back; restored
  action text NOT NULL CHECK (action IN ('none', 'due', 'ordered', 'cut', 'failed', 'skipped', 'restoring', 'restored')),
  -- when somebody looks at it next
  action_due_at timestamptz,
  action_since timestamptz NOT NULL,
  restored_at timestamptz,
  -- somebody restored the data: the alarm leaves this SIM alone until the cycle ends
  muted_at timestamptz,
  muted_by text NOT NULL DEFAULT '',
  -- the alarm no longer says so, and may say it again in the same cycle: its limit was raised, or it was off
  rearmed_at timestamptz,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, notice_id),
  CHECK ((action IN ('due', 'ordered', 'restoring')) = (action_due_at IS NOT NULL))
) WITH (fillfactor = 80);
-- once for each alarm, SIM and cycle, whoever judges at the same time
CREATE UNIQUE INDEX alarm_notices_once ON alarm_notices (company_id, alarm_id, iccid, cycle_start, kind) WHERE rearmed_at IS NULL;
CREATE INDEX alarm_notices_at ON alarm_notices (company_id, at DESC, notice_id DESC);
CREATE INDEX alarm_notices_at_all ON alarm_notices (at DESC, notice_id DESC);
CREATE INDEX alarm_notices_sim ON alarm_notices (company_id, iccid);
CREATE INDEX alarm_notices_due ON alarm_notices (action_due_at) WHERE action_due_at IS NOT NULL;
CREATE INDEX alarm_notices_unmailed ON alarm_notices (company_id) WHERE mailed_at IS NULL;
CREATE INDEX alarm_notices_changed ON alarm_notices (changed_at);

-- When a company was last told by mail.
CREATE TABLE alarm_digests (
  company_id integer PRIMARY KEY REFERENCES companies,
  sent_at timestamptz NOT NULL
);

-- devices of the embedded network that send all they can
ALTER TABLE simulated_network.sims DROP CONSTRAINT sims_mood_check;
ALTER TABLE simulated_network.sims ADD CONSTRAINT sims_mood_check CHECK (mood IN ('well', 'runaway', 'flood', 'silent'));

-- cutData: cut a SIM's data, and call it deactivated by alarm
ALTER TABLE network_orders DROP CONSTRAINT network_orders_goal_check;
ALTER TABLE network_orders ADD CONSTRAINT network_orders_goal_check
  CHECK (goal IN ('settle', 'adopt', 'push', 'restoreData', 'cutData'));
