import type { AriaRole, ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** gets the focus when a dialog opens */
  'data-autofocus'?: boolean
  /** `primary` is the one orange button in view; `ghost` has no border; `danger` has red text; `destroy` is filled red */
  variant?: 'default' | 'primary' | 'ghost' | 'danger' | 'destroy'
  /** 28, 32 or 40 px high */
  size?: 'sm' | 'md' | 'lg'
  full?: boolean
  /** Square, for a lone icon; give it an aria-label */
  square?: boolean
  /**
   * True while the button does nothing. It stays focusable and is announced as disabled; show the reason in a tip too.
   */
  blocked?: boolean
  role?: AriaRole
  children: ReactNode
}

const VARIANT_CLASS = {
  default: styles.button,
  primary: `${styles.button} ${styles.primary}`,
  danger: `${styles.button} ${styles.danger}`,
  destroy: `${styles.button} ${styles.destroy}`,
  ghost: styles.ghost,
} as const
const SIZE_CLASS = { sm: styles.small, md: '', lg: styles.large } as const

export function Button({
  variant = 'default',
  size = 'md',
  full = false,
  square = false,
  blocked = false,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  const names = [VARIANT_CLASS[variant], SIZE_CLASS[size], full ? styles.full : '', square ? styles.square : '', className]
  return (
    <button
      type="button"
      className={names.filter(Boolean).join(' ')}
      {...(blocked ? { 'aria-disabled': true } : {})}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}
