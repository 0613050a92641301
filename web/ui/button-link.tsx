import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './button.module.css'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly isSmall?: boolean
  readonly isPrimary?: boolean
  /** without a frame, as at the head of a card */
  readonly isGhost?: boolean
  readonly ref?: Ref<HTMLAnchorElement>
}

function Anchor({ isSmall = false, isPrimary = false, isGhost = false, className, children, ...anchor }: AnchorProps) {
  return (
    <a
      {...anchor}
      className={classes(
        isGhost ? styles.ghost : styles.button,
        isSmall && styles.small,
        isPrimary && styles.primary,
        className,
      )}
    >
      {children}
    </a>
  )
}

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(Anchor)
