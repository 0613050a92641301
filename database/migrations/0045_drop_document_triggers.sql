-- What issues a document keeps its parties (server/records/document-parties.ts), a plan is inserted with its first terms, and issued
-- documents and rated terms are kept by the conditions of the commands: a schema that is placed on another machine has no triggers.
DROP TRIGGER keep_issued ON charge_lines;
DROP TRIGGER refuse_late ON charge_lines;
DROP TRIGGER keep_issued ON charge_sums;
DROP TRIGGER refuse_late ON charge_sums;
DROP TRIGGER keep_issued ON charge_terms;
DROP TRIGGER refuse_late ON charge_terms;
DROP TRIGGER freeze_parties ON charges;
DROP TRIGGER keep_issued ON charges;
DROP TRIGGER keep_rated ON plan_terms;
DROP TRIGGER add_first_terms ON plans;
DROP FUNCTION keep_issued_heads();
DROP FUNCTION keep_issued_parts();
DROP FUNCTION refuse_late_parts();
DROP FUNCTION freeze_parties();
DROP FUNCTION keep_rated_terms();
DROP FUNCTION add_first_terms();
