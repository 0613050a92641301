-- in each cell
-- Advice on a company's plans: asked for, computed in the background, and kept to be read again and acted on.
CREATE TABLE plan_advices (
  company_id integer NOT NULL REFERENCES companies,
  advice_id uuid NOT NULL DEFAULT gen_random_uuid(),
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  asked_at timestamptz NOT NULL,
  actor text NOT NULL,
  options jsonb NOT NULL,
  percent smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  -- a process that computes it prolongs this; afterwards another one begins anew
  due_at timestamptz NOT NULL,
  -- how often it was begun: only the last one writes
  attempts smallint NOT NULL DEFAULT 0,
  -- all but the moves
  result jsonb,
  PRIMARY KEY (company_id, advice_id),
  CHECK ((state = 'done') = (result IS NOT NULL))
);
CREATE UNIQUE INDEX plan_advices_running ON plan_advices (company_id) WHERE state = 'running';

-- The SIMs that an advice moves, by target plan, those that save most first.
CREATE TABLE plan_advice_moves (
  company_id integer NOT NULL,
  advice_id uuid NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  place integer NOT NULL CHECK (place > 0),
  iccid text COLLATE "C" NOT NULL,
  from_plan text COLLATE "C" NOT NULL,
  -- in all cycles without the overage of pools
  today_minor bigint NOT NULL,
  advised_minor bigint NOT NULL,
  PRIMARY KEY (company_id, advice_id, plan_code, place),
  FOREIGN KEY (company_id, advice_id) REFERENCES plan_advices ON DELETE CASCADE
);
