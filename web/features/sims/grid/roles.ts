/**
 * Roles of a grid whose rows are drawn only while they are seen. Table elements can't be laid out so without losing what
 * they mean to screen readers; these say it again.
 */
export const GRID = { role: 'grid' } as const
export const ROW_GROUP = { role: 'rowgroup' } as const
export const ROW = { role: 'row' } as const
export const CELL = { role: 'gridcell' } as const
export const COLUMN_HEADER = { role: 'columnheader' } as const
