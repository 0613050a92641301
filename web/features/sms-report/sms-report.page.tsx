import { IconMessages, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { holds, useSession } from '#web/lib/session.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { SmsFilters } from './sms-filters.tsx'
import { fetchSmsReport, smsListQuery } from './sms-report.api.ts'
import { readSmsSearch, type SmsSearch } from './sms-search.ts'
import { SmsTable } from './sms-table.tsx'

/** All messages to and from the company's SIMs, newest first, live. */
export function SmsReportPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/sms-report', select: readSmsSearch })
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('smsReport.title')}</h1>
          <p className="text-secondary">{t('smsReport.lead')}</p>
        </div>
        <FileMenu ask={(format) => fetchSmsReport(search, format)} />
      </div>
      <Messages search={search} />
    </div>
  )
}

function Messages({ search }: { search: SmsSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = (next: SmsSearch) => void navigate({ to: '/sms-report', search: next, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(smsListQuery(search))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('smsReport.list')} line>
      <SmsFilters search={search} onChange={change} />
      {error && !rows ? (
        <ErrorState title={t('smsReport.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoMessages search={search} onClear={() => change({})} />
      ) : (
        <SmsTable rows={rows} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

function NoMessages({ search, onClear }: { search: SmsSearch; onClear: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  if (!isEmptySearch(search)) {
    return (
      <EmptyState
        Icon={IconSearch}
        title={t('smsReport.noneFound')}
        actions={
          <Button size="sm" onClick={onClear}>
            {t('smsReport.clear')}
          </Button>
        }
      />
    )
  }
  const toSims = (
    <Link className={`${buttonStyles.button} ${buttonStyles.small}`} to="/sims">
      {t('smsReport.toSims')}
    </Link>
  )
  return (
    <EmptyState Icon={IconMessages} title={t('smsReport.none')} actions={holds(session, 'sims') ? toSims : undefined}>
      {t('smsReport.noneHint')}
    </EmptyState>
  )
}
