import { IconArrowBackUp } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserRights } from '#domain/user-rights.ts'
import { classes } from '#web/lib/classes.ts'
import { useHasCompanies } from '#web/shared/companies/company-choices.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import {
  canNeverHold,
  disabledReason,
  type Editor,
  type Edits,
  type GridCell,
  holdsRight,
  type RightName,
  rightsOfPermitRow,
  shownRights,
} from './permit-edits.ts'
import type { PermitHead } from './permit-heads.ts'
import styles from './permits.module.css'
import { RoleSelect } from './role-select.tsx'
import { StateBefore, userNameOf } from './user-cells.tsx'
import type { PermitRow } from './users.api.ts'

export interface PermitsRowProps {
  readonly row: PermitRow
  readonly at: number
  readonly heads: readonly PermitHead[]
  readonly editor: Editor
  readonly edits: Edits
  /** why its last save failed */
  readonly failure: string | undefined
  readonly isSaving: boolean
  /** the column of its tab stop; undefined when that is in another row */
  readonly active: number | undefined
  onFocus(place: GridCell): void
  onToggle(row: PermitRow, name: RightName): void
  /** all rights at once */
  onChoose(row: PermitRow, rights: UserRights): void
  onSave(row: PermitRow): void
  onDrop(userId: number): void
}

/** Rows of heads over the first user. */
export const PERMIT_HEAD_ROWS = 2

/** A user with their role and a checkbox for each right. The role is a tab stop in the row that has the grid's. */
export function PermitsRow(props: PermitsRowProps) {
  const { row, at, heads, editor, edits, failure, active, onFocus, onChoose } = props
  const isChanged = edits.has(row.userId)
  const hasCompanies = useHasCompanies() ?? true
  return (
    <tr aria-rowindex={at + PERMIT_HEAD_ROWS + 1} className={isChanged ? styles.changed : undefined}>
      <th scope="row" className={styles.who}>
        <span className="row">
          <span className="grow">
            <span
              className={classes('block medium ellipsis', row.state !== 'active' && 'text-secondary')}
              title={userNameOf(row)}
            >
              {userNameOf(row)}
            </span>
            {failure ? (
              <span className="block text-stop text-small ellipsis" role="alert" title={failure}>
                {failure}
              </span>
            ) : (
              // both would not fit
              <span className="block text-tertiary text-small ellipsis" title={`${row.userEmail} · ${row.companyName}`}>
                <StateBefore state={row.state} />
                {hasCompanies ? row.companyName : row.userEmail}
              </span>
            )}
          </span>
          {isChanged ? <Save {...props} failure={undefined} /> : null}
        </span>
      </th>
      <td className={styles.role}>
        <RoleSelect
          row={row}
          editor={editor}
          edits={edits}
          tabIndex={active === undefined ? -1 : 0}
          onFocus={() => onFocus({ row: at, column: active ?? 0 })}
          onChoose={onChoose}
        />
      </td>
      {heads.map((head, column) => (
        <Box key={head.name} {...props} head={head} column={column} />
      ))}
    </tr>
  )
}

interface BoxProps extends PermitsRowProps {
  readonly head: PermitsRowProps['heads'][number]
  readonly column: number
}

function Box({ row, at, head, column, editor, edits, active, onFocus, onToggle }: BoxProps) {
  const { t } = useTranslation()
  const id = useId()
  const block = disabledReason(row, head.name, editor)
  const isOn = holdsRight(shownRights(row, edits), head.name)
  const isNew = isOn !== holdsRight(rightsOfPermitRow(row), head.name)
  return (
    <td
      className={classes(
        styles.box,
        head.span !== undefined && styles.first,
        isNew && styles.new,
        !isOn && canNeverHold(row, head.name, editor) && styles.never,
      )}
      title={block}
    >
      <Checkbox
        checked={isOn}
        aria-label={t('users.matrix.boxOf', { right: head.title, name: userNameOf(row) })}
        aria-disabled={block ? true : undefined}
        aria-describedby={block ? id : undefined}
        tabIndex={active === column ? 0 : -1}
        onFocus={() => onFocus({ row: at, column })}
        onChange={() => {
          if (!block) onToggle(row, head.name)
        }}
      />
      {block ? (
        <span id={id} className="visually-hidden">
          {block}
        </span>
      ) : null}
    </td>
  )
}

type SaveProps = Pick<PermitsRowProps, 'row' | 'failure' | 'isSaving' | 'onSave' | 'onDrop'>

export function Save({ row, failure, isSaving, onSave, onDrop }: SaveProps) {
  const { t } = useTranslation()
  const name = userNameOf(row)
  return (
    <span className={styles.save}>
      {failure ? (
        <span className="text-stop text-small ellipsis" role="alert" title={failure}>
          {failure}
        </span>
      ) : null}
      <RowAction Icon={IconArrowBackUp} label={t('users.matrix.undoOf', { name })} onAct={() => onDrop(row.userId)} />
      <Button
        size="sm"
        blocked={isSaving}
        aria-busy={isSaving}
        aria-label={t('users.matrix.saveOf', { name })}
        onClick={() => onSave(row)}
      >
        {t('common.save')}
      </Button>
    </span>
  )
}
