-- in each cell
-- A person's operations are of several companies, since people work in one company below their own at a time.
CREATE INDEX operations_ended_of_person ON operations (user_id, finished_at)
  WHERE state = 'finished' AND (source <> 'single' OR failed > 0);
DROP INDEX operations_ended;
