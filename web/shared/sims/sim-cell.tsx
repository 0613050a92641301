import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holds, useSession } from '#web/lib/session.ts'
import { Icc } from '#web/ui/icc.tsx'
import type { ListColumn } from '#web/ui/list/list.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import styles from './sim-cell.module.css'

/** A SIM by its ICC, as a link for those who may see it. */
export function SimLink({ icc }: { icc: string }) {
  if (!holds(useSession(), 'sims')) return <Icc value={icc} />
  return (
    <Link to="/sims/$icc" params={{ icc }}>
      <Icc value={icc} />
    </Link>
  )
}

interface SimCellProps {
  readonly icc: string
  /** the company's name for it; '' without one */
  readonly label: string
  /** without a link, where the cell is a part of a button */
  readonly isPlain?: boolean
  /** the ICC beside the label, where the rows of a list have nothing else to say */
  readonly isOneLine?: boolean
}

/** A SIM in a list: its label, with the ICC below; without a label the ICC only, in the size in which its column has room for it. */
export function SimCell({ icc, label, isPlain = false, isOneLine = false }: SimCellProps) {
  const number = isPlain ? <Icc value={icc} /> : <SimLink icc={icc} />
  if (isOneLine && label !== '') {
    return (
      <span className={styles.oneLine}>
        <span className="ellipsis medium" title={label}>
          {label}
        </span>
        <span className="text-tertiary text-small">{number}</span>
      </span>
    )
  }
  const cell = label === '' ? <span className="text-small">{number}</span> : <TwoLines isStrong first={label} second={number} />
  return isPlain ? <span data-sim={icc}>{cell}</span> : cell
}

/** The column of the SIM that a row is about. */
export const simColumn = <Row extends { readonly icc: string }>(cell: (row: Row) => ReactNode): ListColumn<Row> => ({
  id: 'icc',
  head: 'SIM',
  width: 196,
  phone: 'head',
  isRowHead: true,
  cell,
})
