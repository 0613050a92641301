import { IconBellCheck, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmptySearch } from '#web/lib/define-search.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { fetchNotices, type NoticeRow, noticesQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import { useLiveAlarms } from './live-alarms.ts'
import { NoticeFilters } from './notice-filters.tsx'
import { type NoticesSearch, readNoticesSearch } from './notice-search.ts'
import { NoticesTable } from './notices-table.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

/** Notices of alarms, newest first, live. */
export function NoticesPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/alarm-notified', select: readNoticesSearch })
  useLiveAlarms()
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('alarms.notices.title')}</h1>
          <p className="text-secondary">{t('alarms.notices.lead')}</p>
        </div>
        <div className={`${styles.tools} row`}>
          <Link className={buttonStyles.button} to="/alarm">
            {t('alarms.notices.setAlarms')}
          </Link>
          <FileMenu ask={(format) => fetchNotices(search, format)} />
        </div>
      </div>
      <Notices search={search} />
    </div>
  )
}

function Notices({ search }: { search: NoticesSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [restoring, setRestoring] = useState<NoticeRow>()
  const change = (next: NoticesSearch) => void navigate({ to: '/alarm-notified', search: next, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(noticesQuery(search))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('alarms.notices.list')} line>
      <NoticeFilters search={search} onChange={change} />
      {error && !rows ? (
        <ErrorState title={t('alarms.notices.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoNotices search={search} onClear={() => change({})} />
      ) : (
        <NoticesTable rows={rows} onRestore={setRestoring} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      {restoring ? <RestoreDialog notice={restoring} onClose={() => setRestoring(undefined)} /> : null}
    </Card>
  )
}

function NoNotices({ search, onClear }: { search: NoticesSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (isEmptySearch(search)) {
    const toAlarms = (
      <Link className={`${buttonStyles.button} ${buttonStyles.small}`} to="/alarm">
        {t('alarms.notices.setAlarms')}
      </Link>
    )
    return (
      <EmptyState Icon={IconBellCheck} title={t('alarms.notices.none')} actions={toAlarms}>
        {t('alarms.notices.noneHint')}
      </EmptyState>
    )
  }
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('alarms.notices.clear')}
    </Button>
  )
  return <EmptyState Icon={IconSearch} title={t('alarms.notices.noneFound')} actions={clear} />
}
