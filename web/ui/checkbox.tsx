import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** some of its items are checked */
  mixed?: boolean
}

export function Checkbox({ mixed = false, className = '', ...input }: CheckboxProps) {
  const mark = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = mixed
  }
  return <input type="checkbox" ref={mark} className={classes(styles.checkbox, className)} {...input} />
}

interface CheckLineProps extends CheckboxProps {
  labelClass: string | undefined
}

/** A checkbox with its label; a click on either toggles it. `labelClass` is the class of the whole. */
export function CheckLine({ labelClass, children, ...checkbox }: CheckLineProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={classes(styles.labelled, labelClass)}>
      <Checkbox id={id} {...checkbox} />
      {children}
    </label>
  )
}

/** A checkbox with its label and, below it, what that means. */
export function CheckWithHint({ hint, labelClass, children, ...checkbox }: CheckLineProps & { hint?: ReactNode }) {
  return (
    <CheckLine labelClass={classes(styles.hinted, labelClass)} {...checkbox}>
      <span>
        <span className="medium">{children}</span>
        {hint ? <span className="text-tertiary text-small">{hint}</span> : null}
      </span>
    </CheckLine>
  )
}
