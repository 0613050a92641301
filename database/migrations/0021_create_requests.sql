-- Requests for SIMs and hardware, from the cart to their end.

-- Every step that there is. A request's steps are a chain through this table, so a state that was not come to rightly can't be written.
CREATE TABLE request_moves (
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO request_moves VALUES
  ('draft', 'submitted'), ('submitted', 'cancelled'), ('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'preparing'),
  ('preparing', 'shipped'), ('shipped', 'delivered'), ('delivered', 'closed');

CREATE TABLE requests (
  company_id integer NOT NULL REFERENCES companies,
  request_id integer GENERATED ALWAYS AS IDENTITY,
  -- who asks
  user_id integer NOT NULL,
  requester text NOT NULL,
  -- of the mails to whoever asks
  language text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'en')),
  state text NOT NULL DEFAULT 'draft',
  -- the step that led to the state
  step_no smallint NOT NULL DEFAULT 1,
  type text NOT NULL DEFAULT 'sims' CHECK (type IN ('sims', 'hardware', 'both')),
  -- of all lines, known when it is submitted
  sim_quantity integer NOT NULL DEFAULT 0 CHECK (sim_quantity >= 0),
  delivery_address text NOT NULL DEFAULT '' CHECK (length(delivery_address) <= 500),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  -- how it was shipped
  carrier text NOT NULL DEFAULT '' CHECK (length(carrier) <= 120),
  tracking text NOT NULL DEFAULT '' CHECK (length(tracking) <= 120),
  created_at timestamptz NOT NULL,
  submitted_at timestamptz,
  resolved_at timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, request_id),
  CHECK ((state = 'draft') = (submitted_at IS NULL)),
  CHECK ((state IN ('rejected', 'cancelled', 'closed')) = (resolved_at IS NOT NULL))
);
-- a person has one cart
CREATE UNIQUE INDEX requests_cart ON requests (company_id, user_id) WHERE state = 'draft';
CREATE INDEX requests_newest_all ON requests (request_id DESC) WHERE state <> 'draft';

CREATE TABLE request_steps (
  company_id integer NOT NULL,
  request_id integer NOT NULL,
  step_no smallint NOT NULL CHECK (step_no > 0),
  from_state text,
  to_state text NOT NULL,
  at timestamptz NOT NULL,
  user_id integer,
  actor text NOT NULL,
  -- why it was rejected, or whatever was to be said
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  previous_no smallint GENERATED ALWAYS AS (CASE WHEN step_no > 1 THEN step_no - 1 END) STORED,
  PRIMARY KEY (company_id, request_id, step_no),
  UNIQUE (company_id, request_id, step_no, to_state),
  FOREIGN KEY (company_id, request_id) REFERENCES requests ON DELETE CASCADE,
  FOREIGN KEY (from_state, to_state) REFERENCES request_moves,
  FOREIGN KEY (company_id, request_id, previous_no, from_state) REFERENCES request_steps (company_id, request_id, step_no, to_state),
  CHECK ((step_no = 1) = (from_state IS NULL)),
  CHECK (step_no > 1 OR to_state = 'draft'),
  CHECK (to_state <> 'rejected' OR note <> '')
);
ALTER TABLE requests ADD CONSTRAINT requests_came_to_state FOREIGN KEY (company_id, request_id, step_no, state)
  REFERENCES request_steps (company_id, request_id, step_no, to_state) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE request_lines (
  company_id integer NOT NULL,
  request_id integer NOT NULL,
  line_no smallint NOT NULL,
  -- SIMs on a plan, or a product
  plan_code text COLLATE "C" REFERENCES plans ON UPDATE CASCADE,
  product_id integer REFERENCES products,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 100000),
  -- as they were at submission; null in a cart, which shows what holds now
  name text,
  unit_minor bigint CHECK (unit_minor >= 0),
  currency char(3),
  PRIMARY KEY (company_id, request_id, line_no),
  FOREIGN KEY (company_id, request_id) REFERENCES requests ON DELETE CASCADE,
  CHECK ((plan_code IS NULL) <> (product_id IS NULL)),
  CHECK ((unit_minor IS NULL) = (currency IS NULL) AND (unit_minor IS NULL) = (name IS NULL))
);
CREATE UNIQUE INDEX request_lines_plan ON request_lines (company_id, request_id, plan_code) WHERE plan_code IS NOT NULL;
CREATE UNIQUE INDEX request_lines_product ON request_lines (company_id, request_id, product_id) WHERE product_id IS NOT NULL;

-- The SIMs with which a request was filled.
CREATE TABLE request_sims (
  company_id integer NOT NULL,
  request_id integer NOT NULL,
  request_sim_id bigint GENERATED ALWAYS AS IDENTITY,
  line_no smallint NOT NULL,
  iccid text COLLATE "C" NOT NULL,
  assigned_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, request_id, request_sim_id),
  UNIQUE (company_id, request_id, iccid),
  FOREIGN KEY (company_id, request_id, line_no) REFERENCES request_lines
);
