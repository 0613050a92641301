-- in each cell
-- The plans that SIMs of a group, or of one inside it, get when they are activated: one for each origin and type, which a plan has.
CREATE TABLE group_activation_plans (
  company_id integer NOT NULL,
  group_id integer NOT NULL,
  plan_code text COLLATE "C" NOT NULL REFERENCES plans ON UPDATE CASCADE,
  PRIMARY KEY (company_id, group_id, plan_code),
  FOREIGN KEY (company_id, group_id) REFERENCES tags ON DELETE CASCADE
);
CREATE INDEX group_activation_plans_plan ON group_activation_plans (plan_code);
