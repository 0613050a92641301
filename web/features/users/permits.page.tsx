import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { ListFrame, PageHead } from '#web/ui/list/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PermitsGrid } from './permits-grid.tsx'
import { fetchUsers, type PermitFilter, permitsQuery } from './users.api.ts'
import { readPermitsSearch } from './users-search.ts'
import { UsersTabs } from './users-tabs.tsx'

/**
 * The rights of each user: a row of checkboxes, saved row by row. The address: /users/permissions?search=ana&company=4
 */
export function PermitsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = useSearch({ from: '/app/users/permissions', select: readPermitsSearch })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(permitsQuery(filter))
  const rows = data?.pages.flatMap((page) => page.rows)
  const isPhone = useMedia(PHONE)
  const total = data?.pages[0]?.total ?? 0
  return (
    <div className="page">
      <PageHead title={t('users.matrix.title')} lead={t('users.matrix.lead')}>
        <FileMenu ask={(format) => fetchUsers(filter, format)} />
      </PageHead>
      <UsersTabs chosen="permissions" search={filter}>
        <ListFrame
          label={t('users.matrix.list')}
          about={isPhone ? undefined : rows ? t('users.matrix.count', { count: total }) : <Skeleton width={72} />}
          data={{
            rows,
            error,
            retry: () => void refetch(),
            // the grid loads them by itself
            more: isPhone && hasNextPage ? () => void fetchNextPage() : undefined,
            isLoadingMore: isFetchingNextPage,
          }}
          search={{ ...filter }}
          onSearch={(search: PermitFilter) => void navigate({ to: '/users/permissions', search, replace: true })}
          text={{ key: 'search', hint: t('users.searchHint') }}
          filters={[useCompanyFilter(filter.company)]}
        >
          <PermitsGrid
            columns={data?.pages[0]?.columns}
            rows={rows}
            total={total}
            onEnd={() => {
              if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
            }}
          />
        </ListFrame>
      </UsersTabs>
    </div>
  )
}
