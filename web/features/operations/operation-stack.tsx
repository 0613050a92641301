import type { HTMLAttributes } from 'react'
import type { ItemCounts } from '#domain/operations.ts'
import styles from './operation-progress.module.css'
import { ITEM_ORDER } from './operation-style.ts'

/** Stacked bar of lines by state. The numbers are beside it as text. */
export function OperationStack({ counts, ...rest }: { counts: ItemCounts } & HTMLAttributes<HTMLDivElement>) {
  return (
    <div className={styles.stack} {...rest}>
      {ITEM_ORDER.map((state) =>
        counts[state] > 0 ? <i key={state} className={styles[state]} style={{ flexGrow: counts[state] }} /> : null,
      )}
    </div>
  )
}
