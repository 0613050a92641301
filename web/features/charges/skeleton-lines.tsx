import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './drill.module.css'

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '44%'] as const

/** Grey rows of a column that is still coming, of the true height. */
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
