import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './field.module.css'
import { FieldFrame } from './field-frame.tsx'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** error message, shown under the field and announced with it */
  problem?: string | undefined
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** a control inside the field's right end */
  aside?: ReactNode
  /** a link at the label's right, reached after the field */
  beside?: ReactNode
}

/** A labelled text field with its problem and hint. */
export function Field({ label, problem, hint, aside, beside, id, className, readOnly, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} id={id} className={className} problem={problem} hint={hint}>
      {(control) => (
        <>
          <div className={classes(styles.input, problem && styles.invalid, readOnly && styles.still)}>
            <input readOnly={readOnly} {...control} {...input} />
            {aside}
          </div>
          {beside ? <div className={styles.beside}>{beside}</div> : null}
        </>
      )}
    </FieldFrame>
  )
}
