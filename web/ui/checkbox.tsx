import { type InputHTMLAttributes, useId } from 'react'
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

/** A checkbox with its label; a click on either toggles it. `labelClass` is the class of the whole. */
export function CheckLine({ labelClass, children, ...checkbox }: CheckboxProps & { labelClass: string | undefined }) {
  const id = useId()
  return (
    <label htmlFor={id} className={classes(styles.labelled, labelClass)}>
      <Checkbox id={id} {...checkbox} />
      {children}
    </label>
  )
}

interface ExplainedCheckProps extends CheckboxProps {
  readonly label: string
  readonly hint: string
}

/** A checkbox of a form, with a hint below its label. `className` is the class of the whole. */
export function ExplainedCheck({ label, hint, className, ...checkbox }: ExplainedCheckProps) {
  return (
    <CheckLine labelClass={classes(styles.explained, className)} {...checkbox}>
      <span>
        <span className="block medium">{label}</span>
        <span className="block text-tertiary text-small">{hint}</span>
      </span>
    </CheckLine>
  )
}
