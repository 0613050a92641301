import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { density, usePreference } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PHONE, TIGHT_BESIDE, useMedia } from '#web/lib/use-media.ts'
import { RowSpace } from '#web/ui/row-space.tsx'
import { useRowWindow } from '#web/ui/row-window.ts'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import tableStyles from '#web/ui/table.module.css'
import { isBesideControls } from '#web/ui/table.tsx'
import type { CompanyRow } from './companies.api.ts'
import styles from './companies.module.css'
import { CompanyCells } from './company-cells.tsx'
import { type TreeRow, treeKey } from './tree-rows.ts'

interface GridProps {
  readonly rows: readonly TreeRow[]
  /** tree rows; otherwise a flat list with parents */
  readonly isTree: boolean
  onToggle(companyId: number, isOpen: boolean): void
  onMore(parent: number): void
  onRetry(): void
  readonly beside: ListBeside
  /** renders the actions of a company */
  readonly actions: (company: CompanyRow, isActive: boolean) => ReactNode
}

/** ARIA role of a table with keyboard navigation. */
const TREE_GRID = { role: 'treegrid' } as const
/** px; CSS gets them as variables; those of the table are also --row-two-lines */
const ROW_HEIGHT = { compact: 48, comfortable: 56, phone: 96 } as const
const COLUMNS = 8

/** Companies, one a row. Only visible rows are rendered, so ten thousand are as fast as ten. */
export function CompanyGrid(props: GridProps) {
  const { rows, isTree, beside } = props
  const { t } = useTranslation()
  const rowDensity = usePreference(density)
  const height = ROW_HEIGHT[useMedia(PHONE) ? 'phone' : rowDensity]
  const isTight = useMedia(TIGHT_BESIDE) && beside.opened !== undefined
  const table = useRef<HTMLTableElement>(null)
  const top = useRef<HTMLTableSectionElement>(null)
  const { first, end, above, below } = useRowWindow({ top, count: rows.length, height })
  const { active, setActive, pressed } = useKeys(props, { table, top }, height)
  return (
    <table
      ref={table}
      className={classes(tableStyles.table, styles.tree, isTight && styles.tight)}
      {...TREE_GRID}
      aria-label={t('companies.list')}
      aria-rowcount={rows.length + 1}
      style={{ '--co-row': `${height}px` } as object}
      onKeyDown={pressed}
    >
      <Heads />
      <RowSpace ref={top} height={above} columns={COLUMNS} className={styles.space} />
      <tbody>
        {rows.slice(first, end).map((row, place) => {
          const at = first + place
          return (
            <GridRow
              key={keyOf(row)}
              {...props}
              row={row}
              at={at}
              isTree={isTree}
              isActive={at === active}
              onActive={setActive}
            />
          )
        })}
      </tbody>
      <RowSpace height={below} columns={COLUMNS} className={styles.space} />
    </table>
  )
}

/** A 'load more' row gets a new key once more has loaded. */
function keyOf(row: TreeRow): string {
  if (row.kind === 'company') return `c${row.company.companyId}`
  return `${row.kind}${row.parent}-${row.kind === 'more' ? row.shown : ''}`
}

interface Places {
  readonly table: RefObject<HTMLElement | null>
  readonly top: RefObject<HTMLElement | null>
}

/** Keyboard navigation of the tree: the target row is scrolled into view and rendered before it gets the focus. */
function useKeys({ rows, onToggle, beside }: GridProps, { table, top }: Places, height: number) {
  const [active, setActive] = useState(0)
  const [moved, setMoved] = useState(0)
  const at = Math.min(active, Math.max(0, rows.length - 1))
  const openAt = rows.findIndex((row) => row.kind === 'company' && row.company.companyId === beside.opened)
  useEffect(() => {
    if (openAt < 0) return
    setActive(openAt)
    reveal(top.current, openAt * height, height)
  }, [openAt, top, height])
  useEffect(() => {
    if (moved > 0) table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }, [moved, table])
  const move = (to: number) => {
    setActive(to)
    setMoved((before) => before + 1)
    reveal(top.current, to * height, height)
    const row = rows[to]
    // with a company open, the next one opens
    if (beside.opened !== undefined && row?.kind === 'company') beside.open(row.company.companyId)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && beside.opened !== undefined) beside.close()
    if (!(event.target instanceof HTMLTableRowElement)) return
    const row = rows[at]
    const to = event.key === 'Enter' && row?.kind === 'company' ? 'enter' : treeKey(event.key, rows, at)
    if (to === undefined || row === undefined) return
    event.preventDefault()
    if (typeof to === 'number') return move(to)
    if (row.kind !== 'company') return
    if (to === 'enter') beside.open(row.company.companyId)
    else onToggle(row.company.companyId, to === 'open')
  }
  return { active: at, setActive, pressed }
}

/** Height of the headers of page and table, px. */
const HEADS = 132

/** Scrolls the page so that a row is visible, rendered or not. */
function reveal(first: HTMLElement | null, offset: number, height: number): void {
  if (!first) return
  const top = first.getBoundingClientRect().top + offset
  if (top < HEADS) scrollBy({ top: top - HEADS })
  else if (top + height > innerHeight) scrollBy({ top: top + height - innerHeight + height })
}

const HEADS_SHOWN = [
  ['businessName', styles.name],
  ['tin', styles.taxId],
  ['country', styles.country],
  ['users', `${styles.users} numeric`],
  ['sims', `${styles.sims} numeric`],
  ['connected', `${styles.connected} numeric`],
  ['state', styles.state],
] as const

function Heads() {
  const { t } = useTranslation()
  return (
    <>
      <colgroup>
        {HEADS_SHOWN.map(([name, className]) => (
          <col key={name} className={className} />
        ))}
        <col className={styles.act} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {HEADS_SHOWN.map(([name, className]) => (
            <th key={name} scope="col" className={className}>
              {name === 'users' ? t('companies.ownUsers') : sentence(COMPANY_WORDS[name])}
            </th>
          ))}
          <th scope="col" className={styles.act}>
            <span className="visually-hidden">{t('companies.actions')}</span>
          </th>
        </tr>
      </thead>
    </>
  )
}

interface RowProps extends GridProps {
  readonly row: TreeRow
  readonly at: number
  readonly isActive: boolean
  onActive(at: number): void
}

function GridRow(props: RowProps) {
  const { row, at, isTree, isActive, onActive, onToggle, beside, actions } = props
  const place = {
    'aria-rowindex': at + 2,
    tabIndex: isActive ? 0 : -1,
    onFocus: () => onActive(at),
    ...(isTree ? { 'aria-level': row.level } : {}),
  }
  if (row.kind !== 'company') {
    return (
      <tr {...place} className={styles[row.kind]}>
        <td colSpan={COLUMNS} style={{ '--level': row.level } as object}>
          <PlaceholderRow {...props} />
        </td>
      </tr>
    )
  }
  const { company, level, isOpen } = row
  const isBranch = isTree && company.children > 0
  return (
    <tr
      {...place}
      className={styles.company}
      style={{ '--level': isTree ? level : 1 } as object}
      aria-current={company.companyId === beside.opened ? 'true' : undefined}
      onClick={(event) => isBesideControls(event) && beside.open(company.companyId)}
      {...(isBranch ? { 'aria-expanded': isOpen } : {})}
    >
      <CompanyCells
        company={company}
        isOpen={isBranch ? isOpen : undefined}
        showsAbove={!isTree}
        onToggle={() => onToggle(company.companyId, !isOpen)}
        onOpen={() => beside.open(company.companyId)}
      />
      <td className={styles.act}>{actions(company, isActive)}</td>
    </tr>
  )
}

/** A row in place of companies: loading, to be loaded when visible, or failed. */
function PlaceholderRow({ row, onMore, onRetry }: RowProps) {
  const { t } = useTranslation()
  const parent = row.kind === 'company' ? undefined : row.parent
  const isMore = row.kind === 'more'
  useEffect(() => {
    if (isMore && parent !== undefined) onMore(parent)
  }, [isMore, parent, onMore])
  if (row.kind !== 'failed') return <Skeleton width="38%" />
  return (
    <span className="row">
      <span className="text-stop">{t('companies.branchFailed')}</span>
      <button type="button" className="text-button underlined" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </span>
  )
}
