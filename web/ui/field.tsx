import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './field.module.css'
import { Problem } from './problem.tsx'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** error message, shown under the field and announced with it */
  error?: string | undefined
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** a control inside the field's right end */
  aside?: ReactNode
  /** a link at the label's right, reached after the field */
  beside?: ReactNode
}

const joined = (...ids: (string | false)[]) => ids.filter(Boolean).join(' ') || undefined

/** A labelled text field with its error and hint. */
export function Field({ label, error, hint, aside, beside, id, className = '', readOnly, ...input }: FieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const boxClass = classes(styles.input, error && styles.invalid, readOnly && styles.still)
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={boxClass}>
        <input
          id={fieldId}
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={joined(Boolean(error) && `${fieldId}-error`, Boolean(hint) && `${fieldId}-hint`)}
          {...input}
        />
        {aside}
      </div>
      {beside ? <div className={styles.beside}>{beside}</div> : null}
      <Problem id={`${fieldId}-error`}>{error}</Problem>
      {hint ? (
        <p className={styles.hint} id={`${fieldId}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
