import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { dashboardQuery } from '#web/lib/dashboard-query.ts'
import { followCall } from '#web/lib/follow-events.ts'
import { useSession } from '#web/lib/session.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import cardStyles from '#web/ui/card.module.css'
import { LoadingLogo } from '#web/ui/loading-logo.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { BillingCard } from './billing-card.tsx'
import { Counters } from './counters.tsx'
import styles from './dashboard.module.css'
import { FleetUsageCards } from './fleet-usage-cards.tsx'
import { NeedsCard } from './needs-card.tsx'
import { OperatorStatusCard } from './operator-status-card.tsx'
import { OperatorsCard } from './operators-card.tsx'
import { TopPoolsCard } from './pools-card.tsx'
import { TopCard } from './top-card.tsx'

/** Health and cost of the fleet at a glance. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { userName } = useSession()
  const { data: newest, error, isFetching, refetch } = useQuery(dashboardQuery)
  // the cards render in chunks, between which the page stays responsive: in one, a phone was blocked for a quarter of a
  // second
  const data = useDeferredValue(newest)
  const hasCards = useDeferredValue(true, false)
  useLiveDashboard(data !== undefined)
  const refresh = () => void refetch()
  return (
    <div className={`page ${styles.dashboard}`}>
      <div className="page-head">
        <div className="grow">
          <h1>{t('dashboard.hello', { name: userName })}</h1>
          <p className="text-secondary">{t('dashboard.tagline')}</p>
        </div>
        {error && !newest ? null : <AsOf at={data?.asOf} usageAt={data?.usageAsOf} onRefresh={refresh} busy={isFetching} />}
      </div>
      {error && !newest ? (
        <section className={cardStyles.card}>
          <ErrorState title={t('dashboard.error')} error={error} onRetry={refresh} />
        </section>
      ) : (
        <>
          {data ? null : <LoadingLogo className={styles.dashboardLoading} />}
          <Counters data={data} />
          {hasCards && (
            <div className={styles.columns}>
              <NeedsCard data={data} />
              <FleetUsageCards now={data?.totalConnected} />
              <BillingCard data={data} />
              <OperatorStatusCard data={data} />
              <TopPoolsCard data={data} />
              <OperatorsCard data={data} />
              <TopCard data={data} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** Updates the dashboard from the event stream, once it has rendered. */
function useLiveDashboard(isRendered: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isRendered) return
    return followCall(streamDashboard, (data) => void client.setQueryData(dashboardQuery.queryKey, data))
  }, [isRendered, client])
}
