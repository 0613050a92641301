import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GRANT_SENTENCES } from '#contract/users/user-messages.ts'
import type { UserRights } from '#domain/user-rights.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { RowSpace } from '#web/ui/row-space.tsx'
import { useRowWindow } from '#web/ui/row-window.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import tableStyles from '#web/ui/table.module.css'
import {
  type Editor,
  type Edits,
  editsWith,
  type GridCell,
  gridMove,
  type RightName,
  toggledEdits,
  without,
} from './permit-edits.ts'
import { type PermitHead, usePermitHeads } from './permit-heads.ts'
import styles from './permits.module.css'
import { PermitsCards } from './permits-cards.tsx'
import { PERMIT_HEAD_ROWS, PermitsRow } from './permits-row.tsx'
import { rightsOfSession } from './user-rights.ts'
import { type PermitColumn, type PermitRow, useSavePermit } from './users.api.ts'

interface GridProps {
  /** undefined while they load */
  readonly columns: readonly PermitColumn[] | undefined
  readonly rows: readonly PermitRow[] | undefined
  /** matching users, loaded or not */
  readonly total: number
  /** the last loaded rows are visible */
  onEnd(): void
}

/** ARIA role of a table with keyboard navigation. */
const GRID = { role: 'grid' } as const
/** px; CSS gets it as a variable */
const ROW_HEIGHT = 48

function useEditor(): Editor {
  const session = useSession()
  // only users of the root company can manage the portal
  return {
    email: session.userEmail,
    rights: rightsOfSession(session),
    rootCompanyId: holds(session, 'wholePortal') ? session.clientId : 0,
  }
}

/** Unsaved ticks, and the save of a row. */
function useEdits() {
  const [edits, setEdits] = useState<Edits>(new Map())
  const { mutate, isPending, variables } = useSavePermit()
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map())
  const toggle = (row: PermitRow, name: RightName) => setEdits((before) => toggledEdits(before, row, name))
  const choose = (row: PermitRow, rights: UserRights) => setEdits((before) => editsWith(before, row, rights))
  const drop = (userId: number) => {
    setEdits((before) => without(before, userId))
    setFailed((before) => new Map([...before].filter(([id]) => id !== userId)))
  }
  const save = (row: PermitRow) => {
    const edit = edits.get(row.userId)
    if (!edit || isPending) return
    const { permits, canHibernate, isAdmin } = edit.rights
    const body = { userId: row.userId, permits: [...permits], updatedAt: edit.updatedAt }
    mutate(
      { ...body, canHibernate: canHibernate ? '1' : '0', admin: isAdmin ? '1' : '0' },
      {
        onSuccess: ({ message }) => {
          drop(row.userId)
          toasts.success(message)
        },
        onError: (error) => setFailed((before) => new Map(before).set(row.userId, error.message)),
      },
    )
  }
  const saving = isPending ? variables.userId : undefined
  return { edits, failed, saving, onToggle: toggle, onChoose: choose, onDrop: drop, onSave: save }
}

/** Users and their rights: on a phone as cards. What is not saved stays when the screen is turned. */
export function PermitsGrid({ columns, ...list }: GridProps) {
  const rights = { heads: usePermitHeads(columns), editor: useEditor(), ...useEdits() }
  return useMedia(PHONE) ? <PermitsCards rows={list.rows} {...rights} /> : <Grid {...list} {...rights} />
}

type RightsProps = ReturnType<typeof useEdits> & { readonly heads: readonly PermitHead[]; readonly editor: Editor }

/** A grid of checkboxes: arrows move, Space toggles, Enter saves the row, Escape reverts it. */
function Grid({ rows, total, onEnd, ...rights }: Omit<GridProps, 'columns'> & RightsProps) {
  const { t } = useTranslation()
  const { heads, onDrop, onSave } = rights
  const scroller = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLTableSectionElement>(null)
  const count = rows?.length ?? 0
  const { first, end, above, below } = useRowWindow({ top, scroller, count, height: ROW_HEIGHT })
  const keys = useKeys({ scroller, rows: count, columns: heads.length })
  useEffect(() => {
    if (count > 0 && end >= count) onEnd()
  })
  const act = (event: KeyboardEvent) => {
    const row = rows?.[keys.active.row]
    // a select has its own keys
    if (!row || event.target instanceof HTMLSelectElement || keys.pressed(event)) return
    if (event.key === 'Enter') onSave(row)
    else if (event.key === 'Escape') onDrop(row.userId)
    else return
    event.preventDefault()
  }
  // most of its boxes can't be ticked: the reason is also there without pointing at one
  const note = heads.some(({ name }) => name === 'admin') ? sentence(GRANT_SENTENCES.notAtRoot) : undefined
  return (
    <>
      <div className={styles.scroll} ref={scroller} style={{ '--pm-row': `${ROW_HEIGHT}px` } as object}>
        <table
          className={`${tableStyles.table} ${styles.permits}`}
          {...GRID}
          aria-label={t('users.matrix.list')}
          aria-rowcount={total + PERMIT_HEAD_ROWS}
          aria-colcount={heads.length + 2}
          aria-busy={rows ? undefined : true}
          onKeyDown={act}
        >
          <Heads heads={heads} />
          <RowSpace ref={top} height={above} columns={heads.length + 2} />
          <tbody>
            {rows ? null : <SkeletonRows rows={8} columns={['who', 'role', ...heads.map(() => 'box')]} />}
            {rows?.slice(first, end).map((row, index) => (
              <PermitsRow
                key={row.userId}
                {...rights}
                row={row}
                at={first + index}
                failure={rights.failed.get(row.userId)}
                isSaving={rights.saving === row.userId}
                active={keys.active.row === first + index ? keys.active.column : undefined}
                onFocus={keys.setActive}
              />
            ))}
          </tbody>
          <RowSpace height={below} columns={heads.length + 2} />
        </table>
      </div>
      {note ? <p className={`${styles.note} text-small text-tertiary`}>{note}.</p> : null}
    </>
  )
}

/** Two rows: rights below what they are about. */
function Heads({ heads }: { heads: readonly PermitHead[] }) {
  const { t } = useTranslation()
  return (
    <>
      <colgroup>
        <col className={styles.who} />
        <col className={styles.role} />
        {heads.map(({ name }) => (
          <col key={name} className={styles.box} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" rowSpan={PERMIT_HEAD_ROWS} className={styles.who}>
            {t('users.user')}
          </th>
          <th scope="col" rowSpan={PERMIT_HEAD_ROWS} className={styles.role}>
            {t('users.roles.label')}
          </th>
          {heads.map(({ subject, span }) =>
            span === undefined ? null : (
              <th key={subject} scope="colgroup" colSpan={span} className={`${styles.subject} ${styles.first}`}>
                {t(`users.subjects.${subject}`)}
              </th>
            ),
          )}
        </tr>
        <tr aria-rowindex={2}>
          {heads.map(({ name, title, span }) => (
            <th key={name} scope="col" className={classes(styles.box, span !== undefined && styles.first)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

interface Size {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: number
  readonly columns: number
}

/** The tab stop of the grid, and its keys. A row is scrolled into view, and so rendered, before it gets the focus. */
function useKeys({ scroller, rows, columns }: Size) {
  const [active, setActive] = useState<GridCell>({ row: 0, column: 0 })
  const [moved, setMoved] = useState(0)
  const at: GridCell = { row: Math.min(active.row, Math.max(0, rows - 1)), column: Math.min(active.column, columns - 1) }
  useEffect(() => {
    if (moved > 0) scroller.current?.querySelector<HTMLElement>('input[tabindex="0"]')?.focus({ preventScroll: true })
  }, [moved, scroller])
  const pressed = (event: KeyboardEvent): boolean => {
    if (!(event.target instanceof HTMLInputElement)) return false
    const to = gridMove(event, at, { rows, columns })
    if (!to) return false
    event.preventDefault()
    setActive(to)
    setMoved((before) => before + 1)
    reveal(scroller.current, to.row)
    return true
  }
  return { active: at, setActive, pressed }
}

/** Scrolls a row between the head and the lower edge. */
function reveal(scroller: HTMLElement | null, row: number): void {
  const head = scroller?.querySelector('thead')?.getBoundingClientRect().height ?? 0
  if (!scroller) return
  const top = row * ROW_HEIGHT
  const lowest = top + ROW_HEIGHT + head - scroller.clientHeight
  if (scroller.scrollTop > top) scroller.scrollTop = top
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest
}
