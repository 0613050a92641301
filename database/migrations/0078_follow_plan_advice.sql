-- in each cell
-- The operations that change plans as an advice says, and what it saved in the first whole cycle after them.
CREATE TABLE plan_advice_operations (
  company_id integer NOT NULL,
  advice_id uuid NOT NULL,
  -- an operation is of the company of who began it
  operation_company_id integer NOT NULL,
  operation_id integer NOT NULL,
  PRIMARY KEY (company_id, advice_id, operation_company_id, operation_id),
  FOREIGN KEY (company_id, advice_id) REFERENCES plan_advices ON DELETE CASCADE
);
ALTER TABLE plan_advices ADD COLUMN outcome jsonb;
