import { IconListDetails, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmptySearch } from '#web/lib/define-search.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useLiveOperations } from './live-operations.ts'
import { MassDialog, type MassRequest } from './mass-dialog.tsx'
import { OperationFilters } from './operation-filters.tsx'
import { type OperationsSearch, readOperationsSearch } from './operation-search.ts'
import { operationsQuery } from './operations.api.ts'
import styles from './operations.module.css'
import { OperationsTable } from './operations-table.tsx'

/** All of the company's operations, newest first, live. */
export function OperationsPage() {
  const { t } = useTranslation()
  const [request, setRequest] = useState<MassRequest>()
  useLiveOperations()
  return (
    <div className={`page ${styles.page}`}>
      <div className="page-head">
        <div className="grow">
          <h1>{t('operations.title')}</h1>
          <p className="text-secondary">{t('operations.lead')}</p>
        </div>
        <Button variant="primary" onClick={() => setRequest({ kind: 'restart', count: 0 })}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('operations.new')}
        </Button>
      </div>
      <OperationsList />
      <MassDialog request={request} onClose={() => setRequest(undefined)} />
    </div>
  )
}

function OperationsList() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/operations', select: readOperationsSearch })
  const navigate = useNavigate()
  const change = (next: OperationsSearch) => void navigate({ to: '/operations', search: next, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(operationsQuery(search))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('operations.list')} line>
      <OperationFilters search={search} onChange={change} />
      {error && !rows ? (
        <ErrorState title={t('operations.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoOperations search={search} onClear={() => change({})} />
      ) : (
        <OperationsTable rows={rows} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

function NoOperations({ search, onClear }: { search: OperationsSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (isEmptySearch(search)) {
    return (
      <EmptyState
        Icon={IconListDetails}
        title={t('operations.none')}
        actions={
          <Link className={`${buttonStyles.button} ${buttonStyles.small}`} to="/sims">
            {t('operations.toSims')}
          </Link>
        }
      >
        {t('operations.noneHint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={IconSearch}
      title={t('operations.noneFound')}
      actions={
        <Button size="sm" onClick={onClear}>
          {t('operations.clear')}
        </Button>
      }
    />
  )
}
