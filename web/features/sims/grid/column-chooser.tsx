import { IconChevronDown, IconChevronUp, IconColumns3, IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimColumn } from '#contract/sims/sim-words.ts'
import type { ColumnState } from '#domain/table-state.ts'
import styles from '#web/features/sims/filters/filters.module.css'
import { classes } from '#web/lib/classes.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
import type { Columns } from './column-state.ts'

/** change of width by one arrow key, px */
const WIDTH_STEP = 16

export function ColumnChooser({ columns }: { columns: Columns }) {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('sims.columns')}
      align="end"
      className={styles.columnPopup}
      trigger={(trigger) => (
        <Button size="sm" {...trigger}>
          <IconColumns3 className="icon icon-14" aria-hidden="true" />
          {t('sims.columns')}
        </Button>
      )}
    >
      {() => <ColumnList columns={columns} hint={t('sims.columnsHint')} />}
    </Popup>
  )
}

/** Visibility, order and width of the columns: by dragging, buttons, or keyboard. */
export function ColumnList({ columns, hint }: { columns: Columns; hint: string }) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string>()
  return (
    <>
      <p className={`${styles.columnsHint} text-tertiary text-small`} id="columns-hint">
        {hint}
      </p>
      <ul className={popupStyles.list}>
        {columns.state.map((column) => (
          <ColumnItem
            key={column.id}
            column={column}
            columns={columns}
            isDragged={dragged === column.id}
            onDrag={setDragged}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged && dragged !== column.id) columns.move(dragged, column.id)
            }}
          />
        ))}
      </ul>
      <div className={popupStyles.foot}>
        <Button size="sm" onClick={columns.reset}>
          {t('sims.columnsReset')}
        </Button>
      </div>
    </>
  )
}

interface ItemProps {
  readonly column: ColumnState
  readonly columns: Columns
  readonly isDragged: boolean
  onDrag(id: string | undefined): void
  onDragOver(event: DragEvent): void
}

function ColumnItem({ column, columns, isDragged, onDrag, onDragOver }: ItemProps) {
  const { t } = useTranslation()
  const name = t(`sims.field.${column.id as SimColumn}`)
  return (
    <li
      className={classes(`${popupStyles.item} ${styles.columnItem}`, isDragged && styles.dragged)}
      draggable
      onDragStart={() => onDrag(column.id)}
      onDragOver={onDragOver}
      onDragEnd={() => onDrag(undefined)}
    >
      <Grip column={column} columns={columns} name={name} />
      <CheckLine labelClass="row grow" checked={!column.hidden} onChange={() => columns.setHidden(column.id, !column.hidden)}>
        <span className="ellipsis">{name}</span>
      </CheckLine>
      <Steps column={column} columns={columns} name={name} />
      <IconButton
        Icon={column.pinned ? IconPinFilled : IconPin}
        iconClass={classes('icon-14', column.pinned && styles.isOn)}
        aria-pressed={column.pinned}
        label={t('sims.pin', { column: name })}
        onClick={() => columns.setPinned(column.id, !column.pinned)}
      />
    </li>
  )
}

interface MoverProps extends Pick<ItemProps, 'column' | 'columns'> {
  readonly name: string
}

/** Moves of the column by one position; none past the ends, nor between the pinned ones and the others. */
function useMoves({ column, columns, name }: MoverProps) {
  const { t } = useTranslation()
  const { state } = columns
  const place = state.findIndex(({ id }) => id === column.id)
  const neighbour = (by: -1 | 1) => {
    const other = state[place + by]
    return other?.pinned === column.pinned ? other : undefined
  }
  const moveBy = (by: -1 | 1) => {
    const other = neighbour(by)
    if (!other) return
    columns.move(column.id, other.id)
    announce(t('sims.moved', { column: name, place: place + by + 1, count: state.length }))
  }
  return { canMove: (by: -1 | 1) => neighbour(by) !== undefined, moveBy }
}

/** The handle: up and down arrows move the column, left and right change its width. */
function Grip(props: MoverProps) {
  const { t } = useTranslation()
  const { column, columns, name } = props
  const { moveBy } = useMoves(props)
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') moveBy(-1)
    else if (event.key === 'ArrowDown') moveBy(1)
    else if (event.key === 'ArrowLeft') columns.setWidth(column.id, column.width - WIDTH_STEP)
    else if (event.key === 'ArrowRight') columns.setWidth(column.id, column.width + WIDTH_STEP)
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      className={styles.columnGrip}
      aria-label={t('sims.move', { column: name })}
      aria-describedby="columns-hint"
      onKeyDown={pressed}
    >
      <IconGripVertical className="icon icon-14" aria-hidden="true" />
    </button>
  )
}

/** Buttons for users who cannot drag. The keyboard has the handle. */
function Steps(props: MoverProps) {
  const { t } = useTranslation()
  const { canMove, moveBy } = useMoves(props)
  const step = (by: -1 | 1, label: string, Icon: typeof IconChevronUp) => (
    <IconButton
      Icon={Icon}
      iconClass="icon-14"
      tabIndex={-1}
      className={styles.columnStep}
      label={label}
      blocked={!canMove(by)}
      onClick={() => moveBy(by)}
    />
  )
  return (
    <>
      {step(-1, t('sims.moveUp', { column: props.name }), IconChevronUp)}
      {step(1, t('sims.moveDown', { column: props.name }), IconChevronDown)}
    </>
  )
}
