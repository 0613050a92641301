import { IconDeviceSim } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMsisdn } from '#domain/identifiers.ts'
import { providersQuery } from '#web/features/plans/plans.api.ts'
import { formatDate } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { SimStatus } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import { type RequestData, type RequestSim, requestSimsQuery } from './requests.api.ts'

/** The SIMs with which a request was filled. */
export function RequestSims({ request: { requestId, lines } }: { request: RequestData }) {
  const { t } = useTranslation()
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
        <SimsTable rows={rows} />
      )}
      {hasNextPage ? (
        <div className="rq-more">
          <Button size="sm" blocked={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('requests.more')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function SimsTable({ rows }: { rows: readonly RequestSim[] | undefined }) {
  const { t } = useTranslation()
  const { data: origins } = useQuery(providersQuery)
  const originOf = (id: number) => origins?.find(({ providerId }) => providerId === id)?.providerName ?? String(id)
  return (
    <Table
      label={t('requests.sims')}
      className="rq-sims"
      rows={rows}
      rowKey={({ requestSimId }) => requestSimId}
      columns={[
        { id: 'icc', head: t('requests.icc'), className: 'icc-of', isRowHead: true, cell: (row) => <SimIcc row={row} /> },
        {
          id: 'msisdn',
          head: t('requests.msisdn'),
          className: 'msisdn tn',
          cell: ({ msisdn }) => formatMsisdn(msisdn) || '—',
        },
        {
          id: 'origin',
          head: t('requests.origin'),
          className: 'origin hide-m',
          cell: ({ providerId }) => originOf(providerId),
        },
        {
          id: 'type',
          head: t('requests.planType'),
          className: 'type hide-m',
          cell: ({ planTypeName }) => planTypeName,
        },
        {
          id: 'plan',
          head: t('requests.plan'),
          className: 'plan',
          title: ({ planName, planCode }) => `${planName} (${planCode})`,
          cell: ({ planName }) => planName,
        },
        { id: 'code', head: t('requests.planCode'), className: 'code t2 hide-m', cell: ({ planCode }) => planCode },
        {
          id: 'activated',
          head: t('requests.activated'),
          className: 'activated t2 tn hide-m',
          cell: ({ activationDate }) => (activationDate ? formatDate(activationDate) : '—'),
        },
        { id: 'status', head: t('requests.status'), className: 'status', cell: (row) => <StatusOf row={row} /> },
      ]}
    />
  )
}

function SimIcc({ row: { icc, status } }: { row: RequestSim }) {
  const session = useSession()
  if (status === null || !holds(session, 'sims')) return <Icc value={icc} />
  return (
    <Link to="/sims/$icc" params={{ icc }}>
      <Icc value={icc} />
    </Link>
  )
}

function StatusOf({ row: { status } }: { row: RequestSim }) {
  const { t } = useTranslation()
  return status === null ? <span className="t3">{t('requests.moved')}</span> : <SimStatus status={status} />
}
