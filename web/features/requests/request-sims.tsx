import { IconDeviceSim } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { RequestSimsTable } from './request-sims-table.tsx'
import { type RequestData, requestSimsQuery } from './requests.api.ts'
import { UnassignDialog } from './unassign-dialog.tsx'

/** The assigned SIMs of a request. */
export function RequestSims({ request }: { request: RequestData }) {
  const { t } = useTranslation()
  const { requestId, lines } = request
  const [unassigning, setUnassigning] = useState<string>()
  const assigned = lines.reduce((sum, line) => sum + line.assigned, 0)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(requestSimsQuery(requestId))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('requests.sims')} about={assigned > 0 ? String(assigned) : undefined} line>
      {error && !rows ? (
        <ErrorState title={t('requests.simsFailed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState Icon={IconDeviceSim} title={t('requests.simsNone')}>
          {t('requests.simsNoneHint')}
        </EmptyState>
      ) : (
        <RequestSimsTable rows={rows} request={request} onUnassign={setUnassigning} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      {unassigning ? (
        <UnassignDialog requestId={requestId} icc={unassigning} onClose={() => setUnassigning(undefined)} />
      ) : null}
    </Card>
  )
}
