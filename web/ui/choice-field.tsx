import type { ReactNode } from 'react'
import styles from './choice-field.module.css'
import { FieldFrame } from './field-frame.tsx'
import { Select } from './select.tsx'

interface ChoiceFieldProps {
  readonly label: string
  readonly value: string
  /** error message, shown below it and announced with it */
  readonly problem: string | undefined
  readonly hint?: string
  readonly isAutoFocused?: boolean
  readonly disabled?: boolean
  readonly autoComplete?: string
  /** after the problem, such as a retry button */
  readonly wayOut?: ReactNode
  onChoose(value: string): void
  readonly children: ReactNode
}

/** A select as a field of a form. */
export function ChoiceField({
  label,
  value,
  problem,
  hint,
  isAutoFocused,
  wayOut,
  onChoose,
  children,
  ...rest
}: ChoiceFieldProps) {
  return (
    <FieldFrame label={label} className={styles.choice} problem={problem} wayOut={wayOut} hint={hint}>
      {(control) => (
        <Select
          isField
          className={problem ? styles.invalid : ''}
          value={value}
          {...control}
          {...rest}
          {...(isAutoFocused ? { 'data-autofocus': true } : {})}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {children}
        </Select>
      )}
    </FieldFrame>
  )
}
