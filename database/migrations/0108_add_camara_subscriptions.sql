-- in each cell
-- Subscriptions to events of a SIM (CAMARA). A row is beside its SIM, whose changes are judged by it; whose API key it is says owner_id, which is
-- the SIM's company or one above it.
CREATE TABLE camara_subscriptions (
  company_id integer NOT NULL REFERENCES companies,
  subscription_id uuid NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  -- of one that follows the number, which another SIM may get; '' for others
  msisdn text COLLATE "C" NOT NULL DEFAULT '',
  owner_id integer NOT NULL REFERENCES companies,
  api_key_id integer NOT NULL,
  -- of webhooks: the sink, which several may share; it has the credential
  endpoint_id integer NOT NULL,
  -- names of domain/camara-events.ts
  api text NOT NULL,
  type text NOT NULL,
  -- where it was asked for: the source of its events
  source text NOT NULL,
  sink text NOT NULL,
  -- what its events and answers say of their subject: a device, a number, an area
  subject jsonb NOT NULL CHECK (jsonb_typeof(subject) = 'object'),
  -- what was asked for beside it
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  -- what was the case when the SIM was judged last; '' for not known
  level text NOT NULL,
  events integer NOT NULL DEFAULT 0 CHECK (events >= 0),
  max_events integer CHECK (max_events > 0 AND events <= max_events),
  created_at timestamptz NOT NULL,
  -- null: it has no end of its own
  ends_at timestamptz,
  ends_by text NOT NULL DEFAULT '',
  ended_at timestamptz,
  -- TerminationReason of the documents
  end_reason text NOT NULL DEFAULT '',
  PRIMARY KEY (company_id, subscription_id),
  CHECK ((ends_at IS NULL) = (ends_by = '')),
  CHECK ((ended_at IS NULL) = (end_reason = ''))
);
CREATE INDEX camara_subscriptions_sim ON camara_subscriptions (company_id, iccid) WHERE ended_at IS NULL;
CREATE INDEX camara_subscriptions_number ON camara_subscriptions (company_id, msisdn) WHERE ended_at IS NULL AND msisdn <> '';
CREATE INDEX camara_subscriptions_key ON camara_subscriptions (api_key_id);
CREATE INDEX camara_subscriptions_sink ON camara_subscriptions (owner_id, endpoint_id) WHERE ended_at IS NULL;
CREATE INDEX camara_subscriptions_due ON camara_subscriptions (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX camara_subscriptions_ended ON camara_subscriptions (ended_at) WHERE ended_at IS NOT NULL;
