import type { HTMLAttributes } from 'react'
import type { ItemCounts } from '#domain/operations.ts'
import { ITEM_ORDER } from './operation-look.ts'

/** Lines by state, side by side. Beside it the numbers stand in words. */
export function OperationStack({ counts, ...rest }: { counts: ItemCounts } & HTMLAttributes<HTMLDivElement>) {
  return (
    <div className="op-stack" {...rest}>
      {ITEM_ORDER.map((state) =>
        counts[state] > 0 ? <i key={state} className={state} style={{ flexGrow: counts[state] }} /> : null,
      )}
    </div>
  )
}
