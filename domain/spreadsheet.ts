/** Rows below the head of a sheet: programs open 1 048 576 with it (a limit of theirs, not of ECMA-376). */
export const SHEET_ROWS = 1_048_575
