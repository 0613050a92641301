-- What walks over the SIMs of a network at Soracom have told so far, so that the next one tells what is new. The network has no
-- stream of events, and its usage comes in steps that are not of one session: without a memory that outlives the process,
-- something would be counted twice or never.
CREATE TABLE soracom_sims (
  network_id text COLLATE "C" NOT NULL REFERENCES networks ON DELETE CASCADE,
  iccid text COLLATE "C" NOT NULL,
  memory jsonb NOT NULL,
  PRIMARY KEY (network_id, iccid)
);

-- Whose turn it is: a process that walks holds the next one off until it has ended, or has been silent for minutes.
CREATE TABLE soracom_walks (
  network_id text COLLATE "C" PRIMARY KEY REFERENCES networks ON DELETE CASCADE,
  due_at timestamptz NOT NULL
);
