import styles from './states.module.css'

/** A grey bar in place of a text that loads, 10 px high. `width` in px or %; without it CSS sets it. */
export function Skeleton({ width, height }: { width?: number | string; height?: number }) {
  return <span className={styles.skeleton} style={{ ...(width ? { width } : {}), ...(height ? { height } : {}) }} />
}

/** Pseudo-random widths, the same at each visit. */
const widthOf = (row: number, column: number): string => `${45 + ((row * 37 + column * 53) % 40)}%`

const upTo = (count: number): number[] => [...Array(count).keys()]

/** Placeholder rows of a table of the final row height, by the class names of its columns. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: readonly (string | undefined)[] }) {
  return upTo(rows).map((row) => (
    <tr key={row}>
      {upTo(columns.length).map((column) => (
        <td key={column} className={columns[column]}>
          <Skeleton width={widthOf(row, column)} />
        </td>
      ))}
    </tr>
  ))
}

/** Placeholder fields of a form. */
export function FormSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.form} aria-busy="true">
      {upTo(lines).map((line) => (
        <Skeleton key={line} height={40} />
      ))}
    </div>
  )
}
