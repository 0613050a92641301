-- in each cell
-- A rule: when something is reported of a SIM, if the SIM and the moment are those that are meant, something is done.
CREATE TABLE rules (
  company_id integer NOT NULL REFERENCES companies,
  rule_id bigint NOT NULL DEFAULT nextval('rules_rule_id_seq'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60 AND name = btrim(name) AND name !~ '[\x01-\x1f\x7f]'),
  -- trigger, conditions, actions and limits, see domain/rules.ts
  definition jsonb NOT NULL CHECK (
    jsonb_typeof(definition -> 'trigger') = 'object' AND jsonb_typeof(definition -> 'conditions') = 'object'
      AND jsonb_typeof(definition -> 'actions') = 'object' AND jsonb_typeof(definition -> 'limits') = 'object'
  ),
  is_active boolean NOT NULL,
  -- what is kept of SIMs for another version is not true for this one
  version integer NOT NULL,
  -- it acts on what is received from then on
  since timestamptz NOT NULL,
  -- a rule that waits for silence first reads all SIMs, in the order of their ICCs; the last one; null: all were
  watched_to text COLLATE "C",
  -- who saved it last: it acts with that person's rights, and no longer when the person is gone
  user_id integer REFERENCES users ON DELETE SET NULL,
  language text NOT NULL CHECK (language IN ('es', 'en')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, rule_id)
);
CREATE INDEX rules_active ON rules (company_id) WHERE is_active;
CREATE INDEX rules_watching ON rules (rule_id) WHERE watched_to IS NOT NULL;
CREATE INDEX rules_user ON rules (user_id);

-- Companies that have stopped all their rules.
CREATE TABLE rule_stops (
  company_id integer PRIMARY KEY REFERENCES companies,
  stopped_at timestamptz NOT NULL
);

-- Reports that rules have yet to judge, in the order in which they were counted.
CREATE TABLE rule_facts (
  company_id integer NOT NULL,
  fact_id bigint NOT NULL DEFAULT nextval('rule_facts_fact_id_seq'),
  iccid text COLLATE "C" NOT NULL,
  received_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  bytes bigint NOT NULL,
  -- the session began with it
  begins boolean NOT NULL,
  imei text NOT NULL,
  network text NOT NULL,
  PRIMARY KEY (company_id, fact_id)
);
CREATE INDEX rule_facts_order ON rule_facts (fact_id);

-- What a rule keeps of a SIM.
CREATE TABLE rule_states (
  company_id integer NOT NULL,
  rule_id bigint NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  state jsonb NOT NULL CHECK (jsonb_typeof(state) = 'object'),
  timer_at timestamptz,
  PRIMARY KEY (company_id, rule_id, iccid),
  FOREIGN KEY (company_id, rule_id) REFERENCES rules ON DELETE CASCADE
);
CREATE INDEX rule_states_timer ON rule_states (timer_at) WHERE timer_at IS NOT NULL;

-- What rules did. They stay when the rule is deleted.
CREATE TABLE rule_firings (
  company_id integer NOT NULL REFERENCES companies,
  firing_id bigint NOT NULL DEFAULT nextval('rule_firings_firing_id_seq'),
  rule_id bigint NOT NULL,
  rule_name text NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  trigger text NOT NULL,
  -- bytes, hours, sessions, the device or the network
  value text NOT NULL,
  -- what is asked of the operations: none, due, started, or refused, because who saved the rule may no longer ask for it
  operation text NOT NULL CHECK (operation IN ('none', 'due', 'started', 'refused')),
  tag text NOT NULL CHECK (tag IN ('none', 'due', 'started', 'refused')),
  -- the operation that was started; of one that only tags nothing is kept
  operation_id integer,
  -- null: its mail waits
  mailed_at timestamptz,
  PRIMARY KEY (company_id, firing_id)
);
CREATE INDEX rule_firings_newest ON rule_firings (company_id, at DESC, firing_id DESC);
CREATE INDEX rule_firings_due ON rule_firings (company_id, rule_id) WHERE operation = 'due' OR tag = 'due';
CREATE INDEX rule_firings_unsent ON rule_firings (company_id, rule_id) WHERE mailed_at IS NULL;
CREATE INDEX rule_firings_rule ON rule_firings (company_id, rule_id, at DESC);

-- How often rules fired in an hour, for the bell.
CREATE TABLE rule_hours (
  company_id integer NOT NULL,
  rule_id bigint NOT NULL,
  hour timestamptz NOT NULL,
  at timestamptz NOT NULL,
  rule_name text NOT NULL,
  iccid text NOT NULL,
  sims integer NOT NULL CHECK (sims > 0),
  PRIMARY KEY (company_id, rule_id, hour)
);
CREATE INDEX rule_hours_newest ON rule_hours (company_id, at DESC);
