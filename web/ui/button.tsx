import type { Icon } from '@tabler/icons-react'
import type { AriaRole, ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
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
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(VARIANT_CLASS[variant], SIZE_CLASS[size], full && styles.full, square && styles.square, className)}
      {...(blocked ? { 'aria-disabled': true } : {})}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'square' | 'children'> {
  Icon: Icon
  /** names the button for screen readers */
  label: string
  /** of the icon, such as its size */
  iconClass?: string | undefined
}

/** A square button that is an icon alone. */
export function IconButton({ Icon, label, iconClass, variant = 'ghost', size = 'sm', ...button }: IconButtonProps) {
  return (
    <Button variant={variant} size={size} square aria-label={label} {...button}>
      <Icon className={classes('icon', iconClass)} aria-hidden="true" />
    </Button>
  )
}
