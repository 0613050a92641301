import { useLocalStorage } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { type Order, orderOfParam, type SortParam, sortParam } from '#web/lib/define-search.ts'
import { Button } from '../button.tsx'
import cardStyles from '../card.module.css'
import { LoadMore } from '../load-more.tsx'
import { SortHead, sortedAs } from '../sort-head.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { Table, type TableColumn } from '../table.tsx'
import { FilterChips } from './filter-chips.tsx'
import styles from './list.module.css'
import { isSet, keysOf, type ListFilter, type ListSearch } from './list-filter.ts'
import type { ListRows } from './list-rows.ts'
import { SearchField } from './search-field.tsx'
import { ViewMenu } from './view-menu.tsx'

export interface ListColumn<Row, Sort extends string = string> extends Omit<TableColumn<Row>, 'head' | 'sorted'> {
  readonly head: string
  /** only for screen readers */
  readonly isHeadHidden?: boolean
  /** what the server orders by */
  readonly sort?: Sort
  /** the first press sorts descending, as for figures */
  readonly fromTop?: boolean
}

/** The list's own search: a parameter of the address. */
interface TextSearch {
  readonly key: string
  readonly label?: string
  readonly hint: string
  readonly minLength?: number
}

interface ListProps<Row, Sort extends string> {
  /** key of what the browser stores of it */
  readonly id: string
  readonly label: string
  /** the label is shown as a heading, on a page with other parts */
  readonly hasTitle?: boolean
  /** what can be done, at the right */
  readonly tools?: ReactNode
  readonly data: ListRows<Row>
  readonly columns: readonly (ListColumn<Row, Sort> | undefined)[]
  readonly rowKey: (row: Row, index: number) => string | number
  readonly rowClass?: (row: Row) => string | undefined
  readonly filters?: readonly (ListFilter | undefined)[]
  readonly text?: TextSearch
  /** the address: filters, search, and the order in `sort` */
  readonly search?: ListSearch
  onSearch?(search: ListSearch): void
  /** the order without one in the address */
  readonly order?: Order<Sort>
  /** what is shown of a list without any row */
  readonly none: { readonly Icon: Icon; readonly title: string; readonly hint?: ReactNode; readonly action?: ReactNode }
  /** number of placeholder rows */
  readonly waiting?: number
  /** px; in less it scrolls sideways, but not on a phone */
  readonly minWidth?: number
  /** class of the table */
  readonly className?: string | undefined
  /** between filters and rows */
  readonly children?: ReactNode
}

/** A list of the server's rows: filters, search and order in the address, columns, pages, and what is shown without rows. */
export function List<Row, Sort extends string = string>(props: ListProps<Row, Sort>) {
  const { t } = useTranslation()
  const { label, hasTitle = false, tools, data, text, none, children } = props
  const { search, set, filters, clear, isFiltered } = useAddress(props)
  const { columns, menu } = useColumns(props, search, set)
  const { rows, error, retry, more, isLoadingMore = false } = data
  return (
    <section className={cardStyles.card} aria-label={label}>
      <div className={styles.bar}>
        {hasTitle ? <h2>{label}</h2> : null}
        {filters.length > 0 ? <FilterChips filters={filters} search={search} onSet={set} /> : null}
        <span className={styles.gap} />
        {text ? (
          <SearchField
            {...text}
            label={text.label ?? t('list.search')}
            text={String(search[text.key] ?? '')}
            onText={(typed) => set({ [text.key]: typed || undefined })}
          />
        ) : null}
        {tools}
        {menu}
      </div>
      {children}
      {error && !rows ? (
        <ErrorState isWhole title={t('list.failed')} error={error} onRetry={retry} />
      ) : rows?.length !== 0 ? (
        <Rows {...props} columns={columns} />
      ) : isFiltered ? (
        <EmptyState isWhole Icon={IconSearch} title={t('list.noneFound')} actions={<ClearButton onClear={clear} />} />
      ) : (
        <EmptyState isWhole Icon={none.Icon} title={none.title} actions={none.action}>
          {none.hint}
        </EmptyState>
      )}
      {more ? <LoadMore isBusy={isLoadingMore} onMore={more} /> : null}
    </section>
  )
}

type AddressProps = Pick<ListProps<unknown, never>, 'search' | 'onSearch' | 'filters' | 'text'>

/** The filters of the address, and what changes it. */
function useAddress({ search = {}, onSearch, filters: given = [], text }: AddressProps) {
  const filters = given.filter((filter) => filter !== undefined)
  const keys = [...filters.flatMap(keysOf), ...(text ? [text.key] : [])]
  const set = (change: ListSearch) => onSearch?.({ ...search, ...change })
  return {
    search,
    set,
    filters,
    clear: () => set(Object.fromEntries(keys.map((key) => [key, undefined]))),
    isFiltered: filters.some((filter) => isSet(filter, search)) || (text !== undefined && search[text.key] !== undefined),
  }
}

/** The columns that are shown, with heads that sort, and the menu that chooses them. */
function useColumns<Row, Sort extends string>(
  { id, columns: given, order: usual }: ListProps<Row, Sort>,
  { sort }: ListSearch,
  set: (change: ListSearch) => void,
) {
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `enlace.hidden.${id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const all = given.filter((column) => column !== undefined)
  const order = usual && orderOfParam(sort as SortParam<Sort> | undefined, usual)
  const reorder = (next: Order<Sort>) => usual && set({ sort: sortParam(next, usual) })
  const headOf = ({ head, isHeadHidden, sort: name, fromTop = false }: ListColumn<Row, Sort>): ReactNode =>
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
    .filter(({ id: column }) => !hidden.includes(column))
    .map((column): TableColumn<Row> => {
      const sorted = column.sort && order ? sortedAs(column.sort, order) : undefined
      return { ...column, head: headOf(column), sorted }
    })
  const menu = <ViewMenu columns={all} hidden={hidden} order={order} onHidden={setHidden} onOrder={reorder} />
  return { columns, menu }
}

function Rows<Row>({
  label,
  data: { rows },
  columns,
  rowKey,
  rowClass,
  waiting = 12,
  minWidth,
  className,
}: Omit<ListProps<Row, never>, 'columns' | 'order'> & { readonly columns: readonly TableColumn<Row>[] }) {
  return (
    <div className={styles.scroll} style={{ '--least': `${minWidth ?? 0}px` } as object}>
      <Table {...{ label, rows, columns, rowKey, waiting, className }} {...(rowClass ? { rowClass } : {})} />
    </div>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <Button size="sm" onClick={onClear}>
      {t('list.clear')}
    </Button>
  )
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
    <div className={classes('page-head', className)}>
      <div className="grow">
        <h1>{title}</h1>
        {lead ? <p className="text-secondary">{lead}</p> : null}
      </div>
      {children ? <div className="row">{children}</div> : null}
    </div>
  )
}
