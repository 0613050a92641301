-- in each cell
-- an operation with lines in several cells is finished when the last of them is: see finishIfDone
ALTER TABLE operations ADD COLUMN spans_cells boolean NOT NULL DEFAULT false;
