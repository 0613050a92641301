import './states.css'

/** A grey bar in place of a text that is still coming, 10 px high. `width` in px or %. */
export function Skeleton({ width, height }: { width: number | string; height?: number }) {
  return <span className="sk" style={{ width, ...(height ? { height } : {}) }} />
}

/** Widths that look like words of unequal length, the same at each visit. */
const widthOf = (row: number, column: number): string => `${45 + ((row * 37 + column * 53) % 40)}%`

const upTo = (count: number): number[] => [...Array(count).keys()]

/** Rows of a table that is still coming, of the true row height, to be put into a tbody. Mark the table aria-busy. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return upTo(rows).map((row) => (
    <tr key={row}>
      {upTo(columns).map((column) => (
        <td key={column}>
          <Skeleton width={widthOf(row, column)} />
        </td>
      ))}
    </tr>
  ))
}
