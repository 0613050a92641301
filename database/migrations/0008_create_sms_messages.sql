-- Short messages to and from devices, each with what became of it. The thread of a chat, and what reports of messages are made of.

CREATE TABLE sms_messages (
  -- the SIM's when it was sent or received; it stays there when the SIM moves
  company_id integer NOT NULL REFERENCES companies,
  iccid text COLLATE "C" NOT NULL,
  message_id bigint GENERATED ALWAYS AS IDENTITY,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  text text NOT NULL,
  segments smallint NOT NULL CHECK (segments > 0),
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'delivered', 'failed', 'expired', 'unknown', 'cancelled', 'received')),
  -- why it failed: a kind of the network port's
  cause text NOT NULL DEFAULT '',
  -- what it came in by
  platform text NOT NULL DEFAULT '' CHECK (platform IN ('', 'portal', 'api', 'rule')),
  user_id integer REFERENCES users ON DELETE SET NULL,
  -- who sent it; '' for the device
  actor text NOT NULL DEFAULT '',
  -- out: our name for it at the network; in: the network's for the event
  reference text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  -- out: no word of its delivery by then, and nobody will know any more
  expires_at timestamptz,
  settled_at timestamptz,
  -- in: when somebody said that it was read
  read_at timestamptz,
  PRIMARY KEY (company_id, iccid, message_id),
  UNIQUE (company_id, iccid, reference),
  CHECK ((direction = 'in') = (state = 'received'))
);
-- what a network's report of a message is matched with, whoever has the SIM now
CREATE INDEX sms_messages_reference ON sms_messages (iccid, reference);
CREATE INDEX sms_messages_open ON sms_messages (expires_at) WHERE state IN ('queued', 'sent');
CREATE INDEX sms_messages_unread ON sms_messages (company_id, iccid) WHERE direction = 'in' AND read_at IS NULL;

-- The SIM is meant for the device of its IMEI alone.
ALTER TABLE sims ADD COLUMN imei_lock boolean NOT NULL DEFAULT false;
