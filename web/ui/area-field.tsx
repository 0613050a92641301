import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import styles from './area-field.module.css'
import { FieldFrame } from './field-frame.tsx'

interface AreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** error message, shown under it and announced with it */
  problem?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLTextAreaElement>
}

/** A labelled field for a text of several lines. */
export function AreaField({ label, problem, hint, className, ...area }: AreaFieldProps) {
  return (
    <FieldFrame label={label} className={className} problem={problem} hint={hint}>
      {(control) => <textarea className={styles.area} {...control} {...area} />}
    </FieldFrame>
  )
}
