/**
 * ARIA roles of a grid whose rows are rendered only while visible. Table elements with that layout lose their
 * semantics; these roles restore them.
 */
export const GRID = { role: 'grid' } as const
export const ROW_GROUP = { role: 'rowgroup' } as const
export const ROW = { role: 'row' } as const
export const CELL = { role: 'gridcell' } as const
export const EDITABLE_CELL = { ...CELL, 'aria-readonly': false } as const
export const COLUMN_HEADER = { role: 'columnheader' } as const
