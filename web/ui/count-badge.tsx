import styles from './count-badge.module.css'

/** Class of the button that a badge sits on. */
export const BADGE_HOST = styles.host

interface CountBadgeProps {
  readonly count: number
  /** larger counts are shown as this one and a plus sign */
  readonly most: number
}

/** How many things wait, on the icon of a button; the button's label says it, too. Nothing for none. */
export const CountBadge = ({ count, most }: CountBadgeProps) =>
  count === 0 ? null : (
    <span className={`${styles.badge} tabular-numbers`} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
