import { Skeleton } from '#web/ui/skeleton.tsx'

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '44%'] as const

/** Grey rows of a column that is still coming, of the true height. */
export function SkeletonLines() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className="drill-row">
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
