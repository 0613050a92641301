import { cutText, padText, textWidth } from './text-width.ts'

export interface ScreenColumn {
  readonly heading: string
  readonly isRight?: boolean
  /** an identifier or a number: never cut */
  readonly isWhole?: boolean
}

export interface TableLayout {
  readonly widths: readonly number[]
  /** columns on the right for which there is no place */
  readonly hidden: number
}

const GAP = 2
/** Texts are cut to this before columns are left out. */
const SHORTEST = 16

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, 0) + GAP * Math.max(0, widths.length - 1)

/** Takes from the widest texts first, as much as is too wide. */
function narrowed(widths: readonly number[], columns: readonly ScreenColumn[], width: number): number[] {
  const all = [...widths]
  for (let over = sum(all) - width; over > 0; over--) {
    const candidates = all.map((its, index) => (columns[index]?.isWhole || its <= SHORTEST ? 0 : its))
    const widest = candidates.indexOf(Math.max(...candidates))
    if (!candidates[widest]) break
    all[widest] = (all[widest] ?? 0) - 1
  }
  return all
}

/** How wide each column is so that all fit a screen; the last ones are left out where even cut texts do not fit. */
export function layOutTable(
  columns: readonly ScreenColumn[],
  rows: readonly (readonly string[])[],
  width?: number,
): TableLayout {
  const natural = columns.map(({ heading }, index) =>
    Math.max(textWidth(heading), ...rows.map((row) => textWidth(row[index] ?? ''))),
  )
  if (width === undefined) return { widths: natural, hidden: 0 }
  for (let count = columns.length; count > 1; count--) {
    const widths = narrowed(natural.slice(0, count), columns, width)
    if (sum(widths) <= width) return { widths, hidden: columns.length - count }
  }
  return { widths: natural.slice(0, 1), hidden: columns.length - 1 }
}

/** One line of a table; the last cell has no blanks behind it. A cell that is wider than its column is cut, an identifier is not. */
export function tableLine(
  cells: readonly string[],
  columns: readonly ScreenColumn[],
  { widths }: TableLayout,
  isScreen = true,
): string {
  const parts = widths.map((width, index) => {
    const { isRight = false, isWhole = false } = columns[index] ?? {}
    const cell = cells[index] ?? ''
    return padText(isWhole || !isScreen ? cell : cutText(cell, width), width, isRight)
  })
  return parts.join(' '.repeat(GAP)).trimEnd()
}
