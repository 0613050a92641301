import { type InputHTMLAttributes, useId } from 'react'
import './checkbox.css'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** some of what it stands for is chosen */
  mixed?: boolean
}

export function Checkbox({ mixed = false, className = '', ...input }: CheckboxProps) {
  const mark = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = mixed
  }
  return <input type="checkbox" ref={mark} className={`cb ${className}`} {...input} />
}

/** A box with what it stands for beside it; both take the press. `label` is the class of the whole. */
export function CheckLine({ label, children, ...checkbox }: CheckboxProps & { label: string }) {
  const id = useId()
  return (
    <label htmlFor={id} className={label}>
      <Checkbox id={id} {...checkbox} />
      {children}
    </label>
  )
}
