import { type TextareaHTMLAttributes, useId } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './area-field.module.css'
import fieldStyles from './field.module.css'
import { Problem } from './problem.tsx'

interface AreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** error message, shown under it and announced with it */
  error?: string | undefined
  hint?: string | undefined
}

/** A labelled field for a text of several lines. */
export function AreaField({ label, error, hint, className = '', ...area }: AreaFieldProps) {
  const id = useId()
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={classes(fieldStyles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.area}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        {...area}
      />
      <Problem id={`${id}-error`}>{error}</Problem>
      {hint ? (
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
