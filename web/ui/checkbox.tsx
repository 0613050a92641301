import type { InputHTMLAttributes } from 'react'
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
