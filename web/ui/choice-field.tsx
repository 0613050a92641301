import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import styles from './choice-field.module.css'
import fieldStyles from './field.module.css'
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
  /** after the error, such as a retry button */
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
  const id = useId()
  return (
    <div className={`${fieldStyles.field} ${styles.choice}`}>
      <label htmlFor={id}>{label}</label>
      <Select
        isField
        id={id}
        className={problem ? styles.invalid : ''}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : hint ? `${id}-hint` : undefined}
        {...rest}
        {...(isAutoFocused ? { 'data-autofocus': true } : {})}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {children}
      </Select>
      {problem ? (
        <p className={fieldStyles.message} id={`${id}-error`}>
          <IconAlertCircle className="icon" aria-hidden="true" />
          <span>{problem}</span>
          {wayOut}
        </p>
      ) : null}
      {hint ? (
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
