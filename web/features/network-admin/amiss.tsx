import { IconAlertTriangle } from '@tabler/icons-react'
import { formatNumber } from '#web/lib/format.ts'
import styles from './networks.module.css'

/** How many of what should not be: marked, or quiet where there are none. */
export function Amiss({ count }: { count: number }) {
  if (count === 0) return <span className="hide-on-phone text-tertiary">{formatNumber(count)}</span>
  return (
    <span className="text-warning">
      <IconAlertTriangle className={`icon icon-14 icon-warning ${styles.found}`} aria-hidden="true" />
      {formatNumber(count)}
    </span>
  )
}
