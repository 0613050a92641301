import { IconRouter, IconShoppingCartPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HYS_SEARCH } from '#contract/filter-values.ts'
import { HYS_SEARCH_LIMIT } from '#contract/hys/hys.calls.ts'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDate } from '#web/lib/format.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { List, type ListColumn, PageHead } from '#web/ui/list/list.tsx'
import { counted, countOf, type FilterOption, optionsOf, withValue } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import {
  type EditableField,
  fetchHys,
  type HysRow,
  hysCountQuery,
  hysFiltersQuery,
  hysListQuery,
  hysTypeCountsQuery,
} from './hys.api.ts'
import styles from './hys.module.css'
import { Editable, ProductCell, simCell } from './hys-cells.tsx'
import { type HysSearch, hysFilterOf, readHysSearch } from './hys-search.ts'
import { HysFigures } from './hys-totals.tsx'

/** Devices and services, the newest first; their fields are edited in place. */
export function HysPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/hys', select: readHysSearch })
  const navigate = useNavigate()
  const { data } = useQuery(hysFiltersQuery)
  const ofCompany = useCompanyFilter(search.company)
  const session = useSession()
  const mayOrder = holds(session, 'requests')
  const isPhone = useMedia(PHONE)
  const types = counted(
    withValue(optionsOf(data?.productTypes ?? [], productTypeLabel), search.type, productTypeLabel(search.type ?? '')),
    useQuery(hysTypeCountsQuery(hysFilterOf(search))).data?.counts,
  )
  const withoutImei = countOf(
    useQuery(hysTypeCountsQuery({ ...hysFilterOf(search), withoutImei: 'true' })).data?.counts,
    search.type,
  )
  return (
    <div className="page">
      <PageHead title={t('hys.title')} lead={t('hys.lead')}>
        <FileMenu ask={(format) => fetchHys(hysFilterOf(search), format)} />
        {mayOrder ? <OrderLink isPrimary /> : null}
      </PageHead>
      <HysFigures company={search.company} />
      <List
        id="hys"
        label={t('hys.list')}
        className={styles.list}
        minWidth={1200}
        data={usePages(hysListQuery(hysFilterOf(search)))}
        rowKey={({ hysId }) => hysId}
        search={search}
        onSearch={(next: HysSearch) => void navigate({ to: '/hys', search: next, replace: true })}
        text={{ key: 'search', hint: t('hys.searchHint'), minLength: HYS_SEARCH.least }}
        filters={[
          {
            kind: 'choice',
            key: 'type',
            label: sentence(HYS_WORDS.productType),
            ...types,
            options: types.options.toSorted(largestFirst),
            isFront: true,
          },
          { kind: 'flag', key: 'withoutImei', label: t('hys.withoutImei'), count: withoutImei },
          ofCompany,
        ]}
        none={{ Icon: IconRouter, title: t('hys.none'), hint: t('hys.noneHint'), action: mayOrder && <OrderLink isSmall /> }}
        columns={[
          {
            id: 'product',
            head: sentence(HYS_WORDS.product),
            width: '17%',
            phone: 'head',
            isRowHead: true,
            cell: (row) => <ProductCell row={row} isPhone={isPhone} />,
          },
          { id: 'icc', head: sentence(HYS_WORDS.icc), width: 212, cell: simCell },
          // 136 px of digits and 20 of the pencil beside them
          editable('imei', 176, isPhone, search.withoutImei ? styles.asked : undefined),
          editable('customField1', 140, isPhone),
          editable('customField2', 164, isPhone),
          ofCompany && {
            id: 'company',
            head: sentence(HYS_WORDS.company),
            phone: 'foot',
            className: 'text-secondary',
            title: ({ companyName }) => companyName,
            cell: ({ companyId, companyName }) => (
              <span className={companyId === session.clientId ? 'hide-on-phone' : undefined}>
                <CompanyName companyId={companyId} name={companyName} />
              </span>
            ),
          },
          {
            id: 'acquired',
            head: sentence(HYS_WORDS.acquired),
            width: 108,
            phone: 'foot',
            className: 'text-secondary tabular-numbers',
            cell: ({ acquiredAt }) => formatDate(acquiredAt),
          },
        ]}
      >
        <CappedNote search={search} />
      </List>
    </div>
  )
}

/** To the store. */
function OrderLink(style: { readonly isPrimary?: boolean; readonly isSmall?: boolean }) {
  const { t } = useTranslation()
  return (
    <ButtonLink to="/requests" search={{ tab: 'store' }} {...style}>
      <IconShoppingCartPlus className="icon" aria-hidden="true" />
      {t('hys.order')}
    </ButtonLink>
  )
}

const largestFirst = (a: FilterOption, b: FilterOption): number =>
  (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name)

const editable = (id: EditableField, width: number, isPhone: boolean, className?: string): ListColumn<HysRow> => ({
  id,
  head: sentence(HYS_WORDS[id]),
  phone: 'line',
  isNamed: true,
  className: classes(styles.edited, className),
  width,
  cell: (row) => <Editable row={row} field={id} isPhone={isPhone} />,
})

/** A search shows a limited number of results; this shows the total when there are more. */
function CappedNote({ search }: { search: HysSearch }) {
  const { t } = useTranslation()
  const { data } = useQuery(hysCountQuery(hysFilterOf(search)))
  const isCut = data !== undefined && data.count > HYS_SEARCH_LIMIT
  return (
    <p className={isCut ? `${styles.cut} text-secondary text-small` : 'visually-hidden'} role="status">
      {isCut ? t(data.isMore ? 'hys.cutMore' : 'hys.cut', { shown: HYS_SEARCH_LIMIT, count: data.count }) : ''}
    </p>
  )
}
