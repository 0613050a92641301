import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { classes } from '#web/lib/classes.ts'
import type { Order } from '../lib/define-search.ts'
import styles from './sort-head.module.css'

interface SortHeadProps<S extends string> {
  readonly name: S
  readonly children: string
  readonly order: Order<S>
  /** the first press sorts descending */
  readonly fromTop?: boolean
  onOrder(order: Order<S>): void
}

/** A column's head that sorts the table by it; a second press reverses the order. */
export function SortHead<S extends string>({ name, children, order, fromTop = false, onOrder }: SortHeadProps<S>) {
  const isOn = order.sort === name
  const descending = isOn ? order.descending : fromTop
  const Icon = descending ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes(styles.sortHead, isOn && styles.isOn)}
      onClick={() => onOrder({ sort: name, descending: isOn ? !order.descending : fromTop })}
    >
      <span className="ellipsis">{children}</span>
      <Icon className="icon icon-14" aria-hidden="true" />
    </button>
  )
}

/** aria-sort of the head's cell. */
export function sortedAs<S extends string>(name: S, { sort, descending }: Order<S>): 'ascending' | 'descending' | undefined {
  if (sort !== name) return undefined
  return descending ? 'descending' : 'ascending'
}
