import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { HighlightOnChange } from '#web/ui/glow.tsx'
import styles from './fields.module.css'

export interface Field {
  readonly label: string
  /** what the value is told by: the same text means that nothing has changed */
  readonly value: string | number | null
  /** how it is shown; without it the value as it is */
  readonly shown?: ReactNode
  /** figures stand in columns */
  readonly isDigits?: boolean
  /** whether the value can be copied, as it is */
  readonly canCopy?: boolean
}

const isEmpty = (value: Field['value']): boolean => value === null || value === ''

/** The properties of a SIM by name. What is empty shows a dash. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className={styles.fields}>
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
