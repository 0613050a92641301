import type { ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import styles from './fields.module.css'

export interface SimField {
  readonly label: string
  /** compared to detect a change */
  readonly value: string | number | null
  /** formatted value; the value itself by default */
  readonly shown?: ReactNode
  /** tabular figures */
  readonly isDigits?: boolean
  /** shows a button that copies the value */
  readonly canCopy?: boolean
}

const isEmpty = (value: SimField['value']): boolean => value === null || value === ''

/** The properties of a SIM by name. An empty one shows a dash. */
export function FieldList({ fields, isNarrow = false }: { fields: readonly SimField[]; isNarrow?: boolean }) {
  return (
    <dl className={classes(styles.fields, !isNarrow && styles.columns)}>
      {fields.map(({ label, value, shown, isDigits = false, canCopy = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={isDigits ? 'tabular-numbers' : undefined}>
            <HighlightOnChange value={value}>
              {isEmpty(value) ? <span className="text-tertiary">—</span> : (shown ?? value)}
            </HighlightOnChange>
            {canCopy && !isEmpty(value) ? <CopyButton text={String(value)} what={label} onHover /> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
