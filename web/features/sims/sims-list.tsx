import { IconAlertTriangle, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatMinute, formatTime } from '#web/lib/format.ts'
import { density, usePreference } from '#web/lib/preferences.ts'
import { useSession } from '#web/lib/session.ts'
import { PHONE, TIGHT_BESIDE, useMedia } from '#web/lib/use-media.ts'
import { UsageLate } from '#web/ui/as-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import { ActionBar } from './grid/action-bar.tsx'
import { useCellContext } from './grid/cell-context.tsx'
import { useColumns, withoutColumn } from './grid/column-state.ts'
import { shownColumns } from './grid/columns.tsx'
import { shownOwnFields } from './grid/own-fields.ts'
import { PasteDialog } from './grid/paste-dialog.tsx'
import { NOTHING } from './grid/selection.ts'
import { ROW_HEIGHT, SimGrid } from './grid/sim-grid.tsx'
import type { SimPages } from './grid/sim-pages.ts'
import { useGridActions } from './grid/use-grid-actions.ts'
import { useOwnFields } from './grid/use-own-fields.ts'
import { useSelection } from './grid/use-selection.ts'
import { createViewedRows, useViewedRows, type ViewedRows } from './grid/viewed-rows.ts'
import { isOfOneCompany, type ListState, listOrderOf } from './list-state.ts'
import { NothingFound } from './list-states.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { SilentOrigins } from './silent-origins.tsx'
import simsStyles from './sims.module.css'
import styles from './sims-list.module.css'
import type { SimsSlots } from './slots.ts'
import type { ChangeList } from './use-list-state.ts'
import type { SimList } from './use-sim-list.ts'

interface SimsListProps extends Pick<SimsSlots, 'SelectionOperations'> {
  readonly list: SimList
  readonly state: ListState
  readonly change: ChangeList
  readonly cursor: number | undefined
  setCursor: React.Dispatch<React.SetStateAction<number | undefined>>
  /** for administrators */
  readonly onImport: (() => void) | undefined
}

/** The list: bars, filters, grid and foot. */
export function SimsList({ list, state, change, cursor, setCursor, onImport, SelectionOperations }: SimsListProps) {
  const { t } = useTranslation()
  const { pages, facets, rowCount, isCapped, isCounted } = list
  const isPhone = useMedia(PHONE)
  const rowDensity = usePreference(density)
  const columns = useColumns()
  const isTight = useMedia(TIGHT_BESIDE) && state.open !== undefined
  // beside an open SIM the company, often the same in each row, leaves its room to the session and the last signal
  const shown = isTight ? { ...columns, state: withoutColumn(columns.state, 'companyId') } : columns
  const context = useCellContext({
    showsTags: columns.state.some(({ id, hidden }) => id === 'tags' && !hidden),
    showsCompany: useSession().worksIn !== 'only' && !isOfOneCompany(state.filter),
  })
  const [selection, select] = useSelection(JSON.stringify(state.filter))
  const [seen] = useState(createViewedRows)
  const hasFailed = pages.error !== undefined && !pages.hasRows
  const grid = { pages, cursor, setCursor, total: rowCount }
  const actions = useGridActions({ ...grid, state, change, selection, select, isCapped, isCounted })
  const own = useOwnFields({ ...grid, shown: isPhone ? [] : shownOwnFields(columns.state) })
  const onFilter = (filter: ListState['filter']) => {
    setCursor(undefined)
    change({ filter })
  }
  const selectionContext = {
    selection,
    total: rowCount,
    isCapped,
    order: listOrderOf(state),
    columns: shownColumns(columns.state).map(({ id }) => id),
  }
  return (
    <section className={simsStyles.pane} aria-label={t('sims.title')}>
      <ListToolbar {...{ list, state, columns, isPhone, onImport }} onChange={change} />
      <div className={simsStyles.chipsBar}>
        <FilterChips filter={state.filter} facets={facets} onChange={onFilter} />
      </div>
      <div className={styles.place}>
        {isCapped ? <CappedBanner total={rowCount} /> : null}
        {pages.error !== undefined && pages.hasRows ? <RowsFailed pages={pages} /> : null}
        {hasFailed ? (
          <ErrorState isWhole title={t('sims.failed')} error={pages.error} onRetry={() => pages.retry()} />
        ) : list.isEmpty ? (
          <NothingFound filter={state.filter} onImport={onImport} onFilter={onFilter} />
        ) : (
          <SimGrid
            {...{ pages, rowCount, context, selection, cursor, actions, seen }}
            columns={shown}
            layout={isPhone ? 'cards' : 'table'}
            rowHeight={ROW_HEIGHT[isPhone ? 'cards' : rowDensity]}
            sort={state.sort}
            descending={state.descending}
            isCapped={isCapped}
            isCounted={isCounted}
            openIcc={state.open}
            active={own.active}
            edited={own.edited}
            own={own.actions}
          />
        )}
      </div>
      <ListFoot list={list} seen={hasFailed ? undefined : seen}>
        {isTight ? null : <SilentOrigins filter={state.filter} {...{ facets, isCounted, onFilter }} />}
      </ListFoot>
      <PasteDialog pages={pages} pasted={own.pasted} onClose={own.closePasted} save={own.save} />
      <ActionBar
        {...selectionContext}
        {...{ SelectionOperations, isCounted }}
        onSelectAll={actions.selectAll}
        onClear={() => select(NOTHING)}
      />
    </section>
  )
}

/** Explains a capped list, above its rows. */
function CappedBanner({ total }: { total: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.capped} role="status">
      <IconInfoCircle className="icon" aria-hidden="true" />
      <span className="grow">
        <span className="semibold">{t('sims.cappedTitle', { count: total })}</span> {t('sims.cappedHint', { count: total })}
      </span>
    </div>
  )
}

/** Some rows failed to load: the loaded ones stay, with a retry above them. */
function RowsFailed({ pages }: { pages: SimPages }) {
  const { t } = useTranslation()
  const { error } = pages
  return (
    <div className={styles.failed} role="alert">
      <IconAlertTriangle className="icon icon-stop" aria-hidden="true" />
      <span className="grow">
        {t('sims.failed')}. {error instanceof Error ? error.message : String(error)}
        {error instanceof CallError && error.requestId ? ` (${t('common.requestId', { id: error.requestId })})` : null}
      </span>
      <Button size="sm" onClick={() => pages.retry()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

interface ListFootProps {
  readonly list: SimList
  /** undefined without rows */
  readonly seen: ViewedRows | undefined
  /** beside the visible rows */
  readonly children: ReactNode
}

/** Count, visible rows, and time. */
function ListFoot({ list: { facets, rowCount, isEmpty, isCapped, fleet }, seen, children }: ListFootProps) {
  const { t } = useTranslation()
  // undefined while they are counted
  const count = facets || isEmpty ? rowCount : undefined
  const asOf = facets?.asOf
  return (
    <div className={simsStyles.foot}>
      {count === undefined ? null : (
        <span className="ellipsis">{isCapped ? t('sims.cappedCount', { count }) : countText(count, fleet, t)}</span>
      )}
      {count && seen ? <RowRange seen={seen} /> : null}
      {children}
      <span className="grow" />
      <UsageLate usageAt={facets?.usageAsOf} at={asOf} />
      {asOf ? (
        <span className="row no-wrap">
          <IconClock className="icon icon-14" aria-hidden="true" />
          <span className="hide-on-phone">{t('sims.asOf', { moment: formatMinute(asOf) })}</span>
          {/* beside the count there is room for the time alone */}
          <span className="only-on-phone">{t('sims.asOf', { moment: formatTime(asOf) })}</span>
        </span>
      ) : null}
    </div>
  )
}

function RowRange({ seen }: { seen: ViewedRows }) {
  const { t } = useTranslation()
  const { first, last } = useViewedRows(seen)
  if (last < first) return null
  return <span className="hide-on-phone no-wrap">{t('sims.rows', { first: first + 1, last: last + 1 })}</span>
}

/** @param total SIMs without any filter */
function countText(count: number, total: number | undefined, t: TFunction): string {
  return total === undefined || total === count ? t('sims.count', { count }) : t('sims.countOf', { count, total })
}
