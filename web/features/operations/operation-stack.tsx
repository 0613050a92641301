import type { HTMLAttributes } from 'react'
import type { ItemCounts } from '#domain/operations.ts'
import { ITEM_ORDER } from './operation-look.ts'
import styles from './operation-progress.module.css'

/** Lines by state, side by side. Beside it the numbers stand in words. */
export function OperationStack({ counts, ...rest }: { counts: ItemCounts } & HTMLAttributes<HTMLDivElement>) {
  return (
    <div className={styles.stack} {...rest}>
      {ITEM_ORDER.map((state) =>
        counts[state] > 0 ? <i key={state} className={styles[state]} style={{ flexGrow: counts[state] }} /> : null,
      )}
    </div>
  )
}
