import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { PermitsGrid } from './permits-grid.tsx'
import { type PermitFilter, permitsQuery } from './users.api.ts'
import styles from './users.module.css'
import { readPermitsSearch } from './users-search.ts'

/**
 * The rights of each user: a row of checkboxes, saved row by row. The address: /users/permissions?search=ana&company=4
 */
export function PermitsPage() {
  const { t } = useTranslation()
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('users.matrix.title')}</h1>
          <p className="text-secondary">{t('users.matrix.lead')}</p>
        </div>
        <div className={`${styles.tools} row`}>
          <Link className={buttonStyles.button} to="/users">
            {t('users.matrix.back')}
          </Link>
        </div>
      </div>
      <Matrix />
    </div>
  )
}

function Matrix() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = useSearch({ from: '/app/users/permissions', select: readPermitsSearch })
  const change = (search: PermitFilter) => void navigate({ to: '/users/permissions', search, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(permitsQuery(filter))
  const rows = data?.pages.flatMap((page) => page.rows)
  const total = data?.pages[0]?.total ?? 0
  const clear = (
    <Button size="sm" onClick={() => change({})}>
      {t('users.clear')}
    </Button>
  )
  return (
    <Card title={t('users.matrix.list')} about={rows ? t('users.matrix.count', { count: total }) : undefined} line>
      <FilterBar>
        <ListSearchField
          text={filter.search ?? ''}
          label={t('users.search')}
          hint={t('users.searchHint')}
          onText={(text) => change({ ...filter, search: text })}
        />
        <CompanyFilterField company={filter.company} onCompany={(company) => change({ ...filter, company })} />
      </FilterBar>
      {error && !rows ? (
        <ErrorState title={t('users.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState Icon={IconSearch} title={t('users.noneFound')} actions={clear} />
      ) : (
        <PermitsGrid
          columns={data?.pages[0]?.columns}
          rows={rows}
          total={total}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
          }}
        />
      )}
    </Card>
  )
}
