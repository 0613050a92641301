/** Rows below the head of a sheet: programs open 1 048 576 with it (a limit of theirs, not of ECMA-376). */
export const SHEET_ROWS = 1_048_575
/** Characters of a cell; programs refuse a file with a longer one. */
export const CELL_CHARACTERS = 32_767
