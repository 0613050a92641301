import { type CSSProperties, memo, useMemo, useRef } from 'react'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { classes } from '#web/lib/classes.ts'
import { formatPercent, formatUsedMb } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LastSeen } from '#web/ui/last-seen.tsx'
import { usageTone } from '#web/ui/usage-bar.tsx'
import type { SimRow } from '../sims.api.ts'
import type { CellContext } from './cell-context.tsx'
import { CellInput } from './cell-input.tsx'
import type { GridColumn } from './columns.tsx'
import styles from './grid.module.css'
import { isOwnField, type OwnField } from './own-fields.ts'
import { CELL, EDITABLE_CELL, ROW } from './roles.ts'
import { useFreshMarks } from './use-fresh-marks.ts'
import type { OwnFieldActions } from './use-own-fields.ts'

/** A shown column with the shared properties of its cells. */
export interface RenderedColumn extends GridColumn {
  readonly className: string
  readonly style: CSSProperties
}

export interface RowProps {
  readonly index: number
  /** px from the top of the element */
  readonly y: number
  /** undefined while it loads */
  readonly row: SimRow | undefined
  readonly isSelected: boolean
  readonly isCursor: boolean
  readonly isOpen: boolean
  /** its active cell */
  readonly active: OwnField | undefined
  /** its cell that is edited */
  readonly edited: OwnField | undefined
  readonly own: OwnFieldActions
  readonly columns: readonly RenderedColumn[]
  readonly context: CellContext
}

export const rowId = (index: number): string => `sim-row-${index}`
export const cellId = (index: number, field: OwnField): string => `${rowId(index)}-${field}`

const labelOf = (row: SimRow): string => row.customField1 || row.icc

function rowClass({ row, isSelected, isCursor, isOpen }: RowProps): string {
  return classes(
    styles.row,
    !row && styles.wait,
    isSelected && styles.selected,
    isCursor && styles.cursorRow,
    isOpen && styles.open,
  )
}

function rowAttributes(props: RowProps) {
  const { index, y, row, isSelected } = props
  return {
    ...ROW,
    id: rowId(index),
    className: rowClass(props),
    style: { transform: `translateY(${y}px)` },
    'data-index': index,
    // the head is row 1
    'aria-rowindex': index + 2,
    'aria-selected': isSelected,
    'aria-busy': row ? undefined : true,
  }
}

/**
 * The SIM in the row's element. A row that loads hides its previous content behind placeholders (`wait`): no elements
 * are created or removed while scrolling fast, and the next SIM only changes texts.
 */
function useLastRow(row: SimRow | undefined): SimRow | undefined {
  const held = useRef(row)
  if (row) held.current = row
  return held.current
}

function Tick({ row, isSelected, context }: Pick<RowProps, 'row' | 'isSelected' | 'context'>) {
  return (
    <div {...CELL} className={`${styles.cell} ${styles.tick}`} data-tick="">
      {row ? <Checkbox readOnly checked={isSelected} tabIndex={-1} aria-label={context.selectLabel(labelOf(row))} /> : null}
    </div>
  )
}

interface OwnCellProps extends Pick<RowProps, 'index' | 'active' | 'edited' | 'own' | 'context'> {
  readonly row: SimRow | undefined
  readonly column: RenderedColumn
  readonly field: OwnField
}

/** A cell that can be edited in place. */
function OwnCell({ index, active, edited, own, context, row, column, field }: OwnCellProps) {
  const isEdited = edited === field && row !== undefined
  return (
    <div
      {...EDITABLE_CELL}
      id={cellId(index, field)}
      className={classes(column.className, styles.ownCell, (isEdited || active === field) && styles.activeCell)}
      style={column.style}
      data-field={field}
    >
      {isEdited ? (
        <CellInput
          value={row[field]}
          label={context.fieldLabel(field, labelOf(row))}
          onEnd={(text, end) => own.end({ icc: row.icc, field }, text, end)}
          onCells={(cells) => own.paste(index, field, cells)}
        />
      ) : row ? (
        <>
          {column.cell(row, context)}
          <button type="button" className={styles.edit} tabIndex={-1} aria-label={context.editLabel} data-edit="" />
        </>
      ) : null}
    </div>
  )
}

/** A row of the table. */
export const SimTableRow = memo(function SimTableRow(props: RowProps) {
  const { index, columns, context, isSelected, active, edited, own } = props
  const row = useLastRow(props.row)
  const cells = useMemo(
    () =>
      columns.map((column) =>
        isOwnField(column.id) ? (
          <OwnCell key={column.id} {...{ index, active, edited, own, context, row, column }} field={column.id} />
        ) : (
          <div key={column.id} {...CELL} className={column.className} style={column.style}>
            {row ? column.cell(row, context) : null}
          </div>
        ),
      ),
    [row, columns, context, index, active, edited, own],
  )
  const element = useFreshMarks(row, ({ children }, id) => {
    const place = columns.findIndex((column) => column.id === id)
    // the box that selects it comes first
    return place < 0 ? null : children[place + 1]
  })
  return (
    <div {...rowAttributes(props)} ref={element}>
      <Tick row={row} isSelected={isSelected} context={context} />
      {cells}
    </div>
  )
})

/** A SIM on a phone: its main facts, and below them its whole ICC and, where the list has several companies, its own. */
export const SimCardRow = memo(function SimCardRow(props: RowProps) {
  const { context, isSelected } = props
  const row = useLastRow(props.row)
  const element = useFreshMarks(row, (card) => card.querySelector(`.${styles.meta}`))
  return (
    <div {...rowAttributes(props)} ref={element}>
      <Tick row={row} isSelected={isSelected} context={context} />
      <div {...CELL} className={`${styles.cell} ${styles.cardCell}`}>
        {row ? <CardFacts row={row} context={context} /> : null}
      </div>
    </div>
  )
})

interface CardProps {
  readonly row: SimRow
  readonly context: CellContext
}

/** Below the data used, of how much it is: the bar of a wide screen in a figure. */
function PlanUse({ row: { consumptionMonthlyData, planMb }, context }: CardProps) {
  if (planMb === 0 || consumptionMonthlyData === 0) return null
  const percent = consumptionPercent(consumptionMonthlyData, planMb)
  const tone = usageTone(percent)
  return (
    <span className={`${styles.planUse} tabular-numbers ${tone === 'ink' ? 'text-tertiary' : `text-${tone} medium`}`}>
      {formatPercent(percent)}
      <span className="visually-hidden"> {context.ofPlan}</span>
    </span>
  )
}

function CardFacts({ row, context }: CardProps) {
  return (
    <>
      <a className="medium ellipsis" href={`/sims?sim=${row.icc}`} tabIndex={-1}>
        {row.customField1 || <Icc value={row.icc} />}
      </a>
      <span className={`numeric medium${row.consumptionMonthlyData === 0 ? ' text-tertiary' : ''}`}>
        {formatUsedMb(row.consumptionMonthlyData)}
      </span>
      <span className={styles.meta}>
        {context.status(row.simAdministrativeStatusId)}
        {row.gprsStatus === GPRS_STATUS.activated ? (
          context.session(row.gprsStatus)
        ) : (
          <LastSeen at={row.lastSeen} status={row.simAdministrativeStatusId} />
        )}
        <PlanUse row={row} context={context} />
      </span>
      <span className={`${styles.whose} text-small text-tertiary`}>
        {row.customField1 ? <Icc value={row.icc} /> : null}
        {context.showsCompany(row.companyId) ? <span className="ellipsis">{context.names.company(row.companyId)}</span> : null}
      </span>
    </>
  )
}
