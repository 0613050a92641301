import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { auditLogQuery, fetchAudit } from './audit.api.ts'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, readAuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'

/** The audit log, newest first. */
export function AuditPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/audit', select: readAuditSearch })
  const isAdmin = holds(useSession(), 'admin')
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('audit.title')}</h1>
          <p className="text-secondary">{t(isAdmin ? 'audit.leadAdmin' : 'audit.lead')}</p>
        </div>
        <FileMenu ask={(format) => fetchAudit(search, format)} />
      </div>
      <Log search={search} />
    </div>
  )
}

function Log({ search }: { search: AuditSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = (next: AuditSearch) => void navigate({ to: '/audit', search: next, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditLogQuery(search))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('audit.list')} line>
      <AuditFilters search={search} onChange={change} />
      {error && !rows ? (
        <ErrorState title={t('audit.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <Nothing isFiltered={!isEmptySearch(search)} onClear={() => change({})} />
      ) : (
        <AuditTable rows={rows} onOnly={(only) => change({ ...search, ...only })} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('audit.clear')}
    </Button>
  )
  if (isFiltered) return <EmptyState Icon={IconSearch} title={t('audit.noneFound')} actions={clear} />
  return (
    <EmptyState Icon={IconHistory} title={t('audit.none')}>
      {t('audit.noneHint')}
    </EmptyState>
  )
}
