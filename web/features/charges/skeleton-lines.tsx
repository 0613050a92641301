import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './drill.module.css'

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '44%'] as const

/** Placeholder rows of a column that loads, of the final height. */
export function SkeletonLines() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
