import { type CSSProperties, memo, type ReactNode } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CellContext } from './cell-context.tsx'
import type { Column } from './columns.tsx'
import { CELL, ROW } from './roles.ts'
import type { SimRow } from './sims.api.ts'

/** A shown column with what its cells share. */
export interface DrawnColumn extends Column {
  readonly className: string
  readonly style: CSSProperties
}

export interface RowProps {
  readonly index: number
  /** px from the top of the element */
  readonly y: number
  /** undefined while it is still coming */
  readonly row: SimRow | undefined
  readonly isSelected: boolean
  readonly isCursor: boolean
  readonly isOpen: boolean
  readonly columns: readonly DrawnColumn[]
  readonly context: CellContext
}

export const rowId = (index: number): string => `sim-row-${index}`

const BAR: ReactNode = <Skeleton width="62%" />

function rowClass({ isSelected, isCursor, isOpen }: RowProps): string {
  return `gr${isSelected ? ' sel' : ''}${isCursor ? ' cur-row' : ''}${isOpen ? ' open' : ''}`
}

const nameOf = (row: SimRow): string => row.customField1 || row.icc

function Tick({ row, isSelected, context }: RowProps) {
  return (
    <div {...CELL} className="gc gc-tick" data-tick="">
      {row ? <Checkbox readOnly checked={isSelected} tabIndex={-1} aria-label={context.selectLabel(nameOf(row))} /> : null}
    </div>
  )
}

function rowAttributes(props: RowProps) {
  const { index, y, isSelected } = props
  return {
    ...ROW,
    id: rowId(index),
    className: rowClass(props),
    style: { transform: `translateY(${y}px)` },
    'data-index': index,
    // The head is row 1.
    'aria-rowindex': index + 2,
    'aria-selected': isSelected,
  }
}

/** A row of the table; without its SIM a skeleton of the same height. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { row, columns, context } = props
  return (
    <div {...rowAttributes(props)} aria-busy={row ? undefined : true}>
      <Tick {...props} />
      {columns.map((column) => (
        <div key={column.id} {...CELL} className={column.className} style={column.style}>
          {row ? column.cell(row, context) : BAR}
        </div>
      ))}
    </div>
  )
})

/** A SIM on a phone: the three facts that matter, in two lines. */
export const CardRow = memo(function CardRow(props: RowProps) {
  const { row, context } = props
  return (
    <div {...rowAttributes(props)} aria-busy={row ? undefined : true}>
      <Tick {...props} />
      <div {...CELL} className="card-cell">
        {row ? <CardFacts row={row} context={context} /> : <CardBars />}
      </div>
    </div>
  )
})

function CardFacts({ row, context }: { row: SimRow; context: CellContext }) {
  return (
    <>
      <a className="b" href={`/sims?sim=${row.icc}`} tabIndex={-1}>
        <Icc value={row.icc} />
      </a>
      <span className={`num b${row.consumptionMonthlyData === 0 ? ' t3' : ''}`}>{formatBytes(row.consumptionMonthlyData)}</span>
      <span className="card-meta">
        {context.status(row.simAdministrativeStatusId)}
        {context.session(row.gprsStatus)}
        <span className="t3 ell">{row.customField1 || context.noLabel}</span>
      </span>
    </>
  )
}

function CardBars() {
  return (
    <>
      <Skeleton width={184} />
      <Skeleton width={48} />
      <Skeleton width={132} />
    </>
  )
}
