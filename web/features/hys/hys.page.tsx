import { IconRouter, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HYS_SEARCH } from '#contract/filter-values.ts'
import { HYS_SEARCH_LIMIT } from '#contract/hys/hys.calls.ts'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { fetchHys, hysCountQuery, hysFiltersQuery, hysListQuery } from './hys.api.ts'
import styles from './hys.module.css'
import { type HysSearch, hysFilterOf, readHysSearch } from './hys-search.ts'
import { HysTable } from './hys-table.tsx'

/** Devices and services, the newest first; their fields are edited in place. */
export function HysPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/hys', select: readHysSearch })
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('hys.title')}</h1>
          <p className="text-secondary">{t('hys.lead')}</p>
        </div>
        <FileMenu ask={(format) => fetchHys(hysFilterOf(search), format)} />
      </div>
      <Items search={search} />
    </div>
  )
}

function Items({ search }: { search: HysSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = (next: HysSearch) => void navigate({ to: '/hys', search: next, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    hysListQuery(hysFilterOf(search)),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('hys.list')} line>
      <Filters search={search} onChange={change} />
      <CappedNote search={search} />
      {error && !rows ? (
        <ErrorState title={t('hys.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoItems search={search} onClear={() => change({})} />
      ) : (
        <HysTable rows={rows} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

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

function Filters({ search, onChange }: { search: HysSearch; onChange: (search: HysSearch) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(hysFiltersQuery)
  const types = data?.productTypes ?? []
  const hasType = search.type === undefined || types.includes(search.type)
  return (
    <FilterBar>
      <CompanyFilterField company={search.company} onCompany={(company) => onChange({ ...search, company })} />
      <FilterSelect
        label={sentence(HYS_WORDS.productType)}
        all={t('hys.allTypes')}
        values={hasType ? types : [search.type, ...types]}
        value={search.type}
        wordOf={(type) => type}
        onValue={(type) => onChange({ ...search, type })}
      />
      <ListSearchField
        text={search.search ?? ''}
        label={t('hys.search')}
        hint={t('hys.searchHint')}
        minLength={HYS_SEARCH.least}
        onText={(text) => onChange({ ...search, search: text })}
      />
    </FilterBar>
  )
}

function NoItems({ search, onClear }: { search: HysSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (isEmptySearch(search)) {
    return (
      <EmptyState Icon={IconRouter} title={t('hys.none')}>
        {t('hys.noneHint')}
      </EmptyState>
    )
  }
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('hys.clear')}
    </Button>
  )
  return <EmptyState Icon={IconSearch} title={t('hys.noneFound')} actions={clear} />
}
