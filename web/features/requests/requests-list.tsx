import { IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isEmptySearch } from '#web/lib/define-search.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { RequestFilters } from './request-filters.tsx'
import type { RequestSearch } from './request-search.ts'
import { fetchRequests, requestsQuery } from './requests.api.ts'
import { RequestsTable } from './requests-table.tsx'

interface ListProps {
  readonly search: RequestSearch
  onSearch(search: RequestSearch): void
}

/** Requests, newest first. */
export function RequestsList({ search, onSearch }: ListProps) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(requestsQuery(search))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('requests.list')} line actions={<FileMenu ask={(format) => fetchRequests(search, format)} />}>
      <RequestFilters search={search} onChange={onSearch} />
      {error && !rows ? (
        <ErrorState title={t('requests.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoRequests search={search} onClear={() => onSearch({})} />
      ) : (
        <RequestsTable rows={rows} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

function NoRequests({ search, onClear }: { search: RequestSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (isEmptySearch(search)) {
    const toStore = (
      <Link className={`${buttonStyles.button} ${buttonStyles.small}`} to="/requests" search={{ tab: 'store' }}>
        {t('requests.toStore')}
      </Link>
    )
    return (
      <EmptyState Icon={IconShoppingCart} title={t('requests.none')} actions={toStore}>
        {t('requests.noneHint')}
      </EmptyState>
    )
  }
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('requests.clear')}
    </Button>
  )
  return <EmptyState Icon={IconSearch} title={t('requests.noneFound')} actions={clear} />
}
