-- in each cell
-- How far below and above its estimate a running cycle may end. Differences, so that a process of the version before, which renews
-- the estimate alone, leaves the total within them.
ALTER TABLE charges ADD COLUMN below_minor bigint, ADD COLUMN above_minor bigint;
ALTER TABLE charges ADD CONSTRAINT charges_band CHECK ((below_minor IS NULL) = (above_minor IS NULL) AND below_minor >= 0 AND above_minor >= 0) NOT VALID;
