import { isScreen, print, styled } from './screen.ts'
import { type ScreenColumn, type TableLayout, tableLine } from './table.ts'

export async function printHeadings(columns: readonly ScreenColumn[], layout: TableLayout): Promise<void> {
  const headings = columns.map(({ heading }) => heading)
  await print(`${styled(tableLine(headings, columns, layout, isScreen()), 'bold')}\n`)
}

export const printLines = (rows: readonly string[][], columns: readonly ScreenColumn[], layout: TableLayout): Promise<void> =>
  print(rows.map((row) => `${tableLine(row, columns, layout, isScreen())}\n`).join(''))
