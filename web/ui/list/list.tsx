import { useLocalStorage } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withinSentence } from '#domain/plain-text.ts'
import { classes } from '#web/lib/classes.ts'
import { type Order, orderOfParam, type SortParam, sortParam } from '#web/lib/define-search.ts'
import { TIGHT_BESIDE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '../button.tsx'
import cardStyles from '../card.module.css'
import { LoadMore } from '../load-more.tsx'
import { SortHead, sortedAs } from '../sort-head.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { type Beside, Table, type TableColumn } from '../table.tsx'
import styles from './list.module.css'
import { isSet, type ListFilter, type ListSearch, parametersOf } from './list-filter.ts'
import { ListFilters } from './list-filters.tsx'
import type { ListRows } from './list-rows.ts'
import { ListViewMenu } from './list-view-menu.tsx'
import { SearchField } from './search-field.tsx'

export interface ListColumn<Row> extends Omit<TableColumn<Row>, 'head' | 'sorted'> {
  readonly head: string
  /** only for screen readers */
  readonly isHeadHidden?: boolean
  /** what the server orders by */
  readonly sort?: string
  /** left out while a panel beside the list leaves little room */
  readonly isSpare?: boolean
  /** the first press sorts descending, as for figures */
  readonly fromTop?: boolean
}

/** The list's own search: a parameter of the address. */
interface TextSearch {
  readonly key: string
  readonly label?: string
  /** the fields that are searched: 'Nombre, plan o empresa' */
  readonly hint: string
  readonly minLength?: number
}

interface FrameProps<Row> {
  readonly label: string
  /** the label is shown as a heading, on a page with other parts */
  readonly hasTitle?: boolean
  /** without a row only its heading is left, with what is said of that beside it */
  readonly isPart?: boolean
  /** unit or count, after the heading */
  readonly about?: ReactNode
  /** what can be done, at the right */
  readonly tools?: ReactNode
  readonly data: ListRows<Row>
  readonly filters?: readonly (ListFilter | undefined)[]
  readonly text?: TextSearch
  /** the address: filters, search, and the order in `sort` */
  readonly search?: ListSearch
  onSearch?(search: ListSearch): void
  /** what is shown of a list without any row */
  readonly none?: { readonly Icon: Icon; readonly title: string; readonly hint?: ReactNode; readonly action?: ReactNode }
  readonly className?: string | undefined
  readonly children: ReactNode
}

interface ListProps<Row> extends Omit<FrameProps<Row>, 'className' | 'children'> {
  /** key of what the browser stores of it */
  readonly id: string
  readonly columns: readonly (ListColumn<Row> | undefined)[]
  readonly rowKey: (row: Row, index: number) => string | number
  readonly rowClass?: (row: Row) => string | undefined
  /** heading over neighbours, such as their day; the rows are ordered by it */
  readonly groupOf?: ((row: Row) => string) | undefined
  /** the order without one in the address */
  readonly order?: Order<string>
  /** number of placeholder rows */
  readonly waiting?: number
  /** px; in less it scrolls sideways, but not on a phone */
  readonly minWidth?: number
  /** class of the table */
  readonly className?: string | undefined
  /** what opens a row beside the list */
  readonly beside?: Beside
  /** class of what scrolls around it */
  readonly scrollClass?: string | undefined
  /** between filters and rows */
  readonly children?: ReactNode
}

/** A list of the server's rows: filters, search and order in the address, columns, pages, and what is shown without rows. */
export function List<Row>(props: ListProps<Row>) {
  const {
    label,
    data,
    tools,
    rowKey,
    rowClass,
    groupOf,
    waiting = 12,
    minWidth = 0,
    beside,
    className,
    scrollClass,
    children,
    ...frame
  } = props
  const isTight = useMedia(TIGHT_BESIDE) && beside?.opened !== undefined
  const { columns, menu } = useColumns(props, isTight)
  const table = { label, columns, rowKey, rowClass, groupOf, waiting, className, beside, rows: data.rows }
  return (
    <ListFrame {...frame} label={label} data={data} tools={tools} view={menu} note={children}>
      <div className={classes(styles.scroll, scrollClass)} style={{ '--least': `${isTight ? 0 : minWidth}px` } as object}>
        <Table {...table} />
      </div>
    </ListFrame>
  )
}

/** Filters and search over rows of any form, and what is shown without rows. */
export function ListFrame<Row>(props: FrameProps<Row> & { readonly view?: ReactNode; readonly note?: ReactNode }) {
  const { t } = useTranslation()
  const { label, hasTitle = false, isPart = false, about, tools, view, data, text, none, className, note, children } = props
  const { search, set, filters, clear, isFiltered, onlyText } = useAddress(props)
  const { rows, error, retry, more, isLoadingMore = false } = data
  const isTitled = hasTitle || (filters.length === 0 && !text)
  // nothing to find or to arrange; a search stays, which may have the focus while the rows of its text are awaited
  const canWiden = filters.some((filter) => filter.kind === 'flag' && filter.isWider)
  const isBare = none !== undefined && !text && !canWiden && !isFiltered && rows?.length === 0
  return (
    <section className={classes(cardStyles.card, className)} aria-label={label}>
      <div className={styles.bar}>
        {isTitled ? <h2>{label}</h2> : null}
        {isBare && isPart ? (
          <p className={`${styles.about} text-secondary`}>
            {none.title}. {none.hint}
          </p>
        ) : null}
        {about ? <span className={`${styles.about} text-small text-tertiary`}>{about}</span> : null}
        {filters.length > 0 && !isBare ? <ListFilters filters={filters} search={search} onSet={set} /> : null}
        {text ? (
          <SearchField
            {...text}
            label={text.label ?? t('list.search')}
            text={String(search[text.key] ?? '')}
            onText={(typed) => set({ [text.key]: typed || undefined })}
          />
        ) : null}
        {tools}
        {isBare ? null : view}
      </div>
      {note}
      {error && !rows ? (
        <ErrorState isWhole title={t('list.failed')} error={error} onRetry={retry} />
      ) : rows?.length !== 0 ? (
        children
      ) : isBare && isPart ? null : isFiltered || !none ? (
        <EmptyState
          isWhole
          Icon={IconSearch}
          title={onlyText === undefined ? t('list.noneFound') : t('list.noneWith', { text: onlyText })}
          actions={
            <Button size="sm" onClick={clear}>
              {t(onlyText === undefined ? 'list.clear' : 'list.clearText')}
            </Button>
          }
        >
          {text && search[text.key] !== undefined ? t('list.searchedIn', { fields: withinSentence(text.hint) }) : null}
        </EmptyState>
      ) : (
        <EmptyState isWhole Icon={none.Icon} title={none.title} actions={none.action}>
          {none.hint}
        </EmptyState>
      )}
      {more ? <LoadMore isBusy={isLoadingMore} onMore={more} /> : null}
    </section>
  )
}

type AddressProps = Pick<FrameProps<unknown>, 'search' | 'onSearch' | 'filters' | 'text'>

/** The filters of the address, and what changes it. */
function useAddress({ search = {}, onSearch, filters: given = [], text }: AddressProps) {
  const filters = given.filter((filter) => filter !== undefined)
  const keys = filters.flatMap((filter) => [...parametersOf(filter), ...(filter.clears ?? [])]).concat(text ? text.key : [])
  const set = (change: ListSearch) => onSearch?.({ ...search, ...change })
  const hasFilter = filters.some((filter) => isSet(filter, search))
  const typed = text && search[text.key]
  return {
    search,
    set,
    filters,
    clear: () => set(Object.fromEntries(keys.map((key) => [key, undefined]))),
    isFiltered: hasFilter || typed !== undefined,
    /** what is searched, where no filter narrows it further */
    onlyText: hasFilter ? undefined : typed,
  }
}

/** The columns that are shown, with heads that sort, and the menu that chooses them. */
function useColumns<Row>(props: ListProps<Row>, isTight: boolean) {
  const { id, columns: given, order: usual } = props
  const { search, set } = useAddress(props)
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `enlace.hidden.${id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const all = given.filter((column) => column !== undefined)
  const order = usual && orderOfParam(search.sort as SortParam<string> | undefined, usual)
  const reorder = (next: Order<string>) => usual && set({ sort: sortParam(next, usual) })
  const headOf = ({ head, isHeadHidden, sort: name, fromTop = false }: ListColumn<Row>): ReactNode =>
    isHeadHidden ? (
      <span className="visually-hidden">{head}</span>
    ) : name && order ? (
      <SortHead name={name} order={order} fromTop={fromTop} onOrder={reorder}>
        {head}
      </SortHead>
    ) : (
      head
    )
  const columns = all
    .filter(({ id: column, isSpare = false }) => !hidden.includes(column) && !(isTight && isSpare))
    .map((column): TableColumn<Row> => {
      const sorted = column.sort && order ? sortedAs(column.sort, order) : undefined
      return { ...column, name: column.name ?? column.head, head: headOf(column), sorted }
    })
  const menu = <ListViewMenu columns={all} hidden={hidden} order={order} onHidden={setHidden} onOrder={reorder} />
  return { columns, menu }
}

interface HeadProps {
  readonly title: string
  readonly lead?: ReactNode
  /** what can be done, at the right */
  readonly children?: ReactNode
  readonly className?: string | undefined
}

/** The head of a page: its title, what it is for, and what can be done. */
export function PageHead({ title, lead, children, className }: HeadProps) {
  return (
    <div className={classes('page-head', styles.pageHead, className)}>
      <div className="grow">
        <h1>{title}</h1>
        {lead ? <p className="text-secondary">{lead}</p> : null}
      </div>
      {children ? <div className="row">{children}</div> : null}
    </div>
  )
}
