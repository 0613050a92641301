import { type ReactNode, useId } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './field.module.css'
import { Problem } from './problem.tsx'

/** What ties a control to its label, its problem and its hint. */
export interface FramedControl {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FrameProps {
  readonly label: ReactNode
  /** of the control; without it one is made */
  readonly id?: string | undefined
  readonly className?: string | undefined
  /** shown under the control and announced with it */
  readonly problem?: string | undefined
  /** after the problem, such as a retry button */
  readonly wayOut?: ReactNode
  readonly hint?: ReactNode
  children(control: FramedControl): ReactNode
}

/** The frame of a field: its label, its control, its problem and its hint. */
export function FieldFrame({ label, id, className, problem, wayOut, hint, children }: FrameProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const describedBy = classes(problem && `${fieldId}-error`, Boolean(hint) && `${fieldId}-hint`)
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={fieldId}>{label}</label>
      {children({ id: fieldId, 'aria-invalid': problem ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <Problem id={`${fieldId}-error`} wayOut={wayOut}>
        {problem}
      </Problem>
      {hint ? (
        <p className={styles.hint} id={`${fieldId}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
