-- Short messages over SMPP 3.4: how a network's message centre is reached, and what of its messages is under way.

CREATE TABLE smpp_links (
  network_id text COLLATE "C" PRIMARY KEY REFERENCES networks ON DELETE CASCADE,
  host text NOT NULL CHECK (host <> ''),
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  is_encrypted boolean NOT NULL DEFAULT false,
  system_id text NOT NULL CHECK (length(system_id) BETWEEN 1 AND 15),
  -- sealed with a key that is not in the database
  sealed_password text NOT NULL,
  system_type text NOT NULL DEFAULT '' CHECK (length(system_type) <= 12),
  -- who messages are from; '' where the centre knows
  source text NOT NULL DEFAULT '' CHECK (length(source) <= 20),
  -- by what the centre calls SIMs
  addressing text NOT NULL DEFAULT 'msisdn' CHECK (addressing IN ('msisdn', 'iccid')),
  window_size smallint NOT NULL DEFAULT 10 CHECK (window_size BETWEEN 1 AND 1000),
  -- of one process; null: as fast as they are answered
  submits_per_second integer CHECK (submits_per_second > 0),
  wants_interim boolean NOT NULL DEFAULT true,
  updated_at timestamptz NOT NULL
);

-- Parts of messages that a centre took, to find by a receipt, and to know when all of a message has arrived. Kept some days.
CREATE TABLE smpp_parts (
  network_id text COLLATE "C" NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- the portal's name of the whole message
  reference text COLLATE "C" NOT NULL,
  part smallint NOT NULL,
  parts smallint NOT NULL CHECK (part BETWEEN 1 AND parts),
  user_reference integer NOT NULL,
  -- the centre's name of the part; null: it was never told
  smsc_id text COLLATE "C",
  state text NOT NULL CHECK (state IN ('sent', 'buffered', 'delivered', 'failed')),
  cause text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (network_id, iccid, reference, part)
);
CREATE INDEX smpp_parts_smsc_id ON smpp_parts (network_id, smsc_id);
CREATE INDEX smpp_parts_updated_at ON smpp_parts USING brin (updated_at);

-- Messages of devices as they came, to know one that is delivered again, and to put parts together. Kept some days.
CREATE TABLE smpp_received (
  received_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id text COLLATE "C" NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  -- the connection that it came over
  bind text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  -- of a part, until its text is whole
  octets bytea,
  data_coding smallint NOT NULL,
  -- what parts of a text have in common, how many they are, and which this one is
  joint integer,
  parts smallint,
  part smallint
);
CREATE INDEX smpp_received_fingerprint ON smpp_received (network_id, fingerprint, received_id);
CREATE INDEX smpp_received_parts ON smpp_received (network_id, iccid, joint) WHERE octets IS NOT NULL;
CREATE INDEX smpp_received_at ON smpp_received USING brin (at);

-- A message may wait at the network for its device.
ALTER TABLE sms_messages DROP CONSTRAINT sms_messages_state_check;
ALTER TABLE sms_messages ADD CONSTRAINT sms_messages_state_check CHECK (
  state IN ('queued', 'sent', 'buffered', 'delivered', 'failed', 'expired', 'unknown', 'cancelled', 'received')
);
DROP INDEX sms_messages_open;
CREATE INDEX sms_messages_open ON sms_messages (expires_at) WHERE state IN ('queued', 'sent', 'buffered');

-- The report, newest first: of a company and of all, by what became of a message, and by who sent it.
CREATE INDEX sms_messages_report ON sms_messages (company_id, at DESC, message_id DESC);
CREATE INDEX sms_messages_report_all ON sms_messages (at DESC, message_id DESC);
CREATE INDEX sms_messages_state ON sms_messages (company_id, state, at DESC, message_id DESC);
CREATE INDEX sms_messages_state_all ON sms_messages (state, at DESC, message_id DESC);
CREATE INDEX sms_messages_user ON sms_messages (user_id, at DESC, message_id DESC) WHERE user_id IS NOT NULL;

-- the sender was told that it waits
ALTER TABLE simulated_network.messages ADD COLUMN is_told boolean NOT NULL DEFAULT false;
