import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { AskedBy } from './asked-by.tsx'
import styles from './request.module.css'
import { RequestActions } from './request-actions.tsx'
import { deliveryFacts } from './request-facts.tsx'
import { RequestLines } from './request-lines.tsx'
import { RequestSims } from './request-sims.tsx'
import { RequestSteps } from './request-steps.tsx'
import { RequestStatus } from './request-style.tsx'
import { type RequestData, requestDetailQuery } from './requests.api.ts'

/** A request: items, state, actions, and its SIMs. */
export function RequestPage() {
  const { t } = useTranslation()
  const { requestId: given } = useParams({ from: '/app/requests/$requestId' })
  const requestId = Number(given)
  const { data, error, refetch } = useQuery(requestDetailQuery(requestId))
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <Breadcrumb
            label={t('requests.crumbs')}
            back={[
              <Link key="list" to="/requests">
                {t('requests.title')}
              </Link>,
            ]}
            here={t('requests.number', { id: requestId })}
          />
          <div className={styles.title}>
            <h1>{t('requests.number', { id: requestId })}</h1>
            {data ? <RequestStatus key={requestId} state={data.status} filled /> : null}
          </div>
          {data ? <AskedBy request={data} /> : error ? null : <Skeleton width={220} />}
        </div>
        {data ? <RequestActions request={data} /> : null}
      </div>
      {error && !data ? (
        <div className={cardStyles.card}>
          <ErrorState title={t('requests.failedOne')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? <Body request={data} /> : null}
    </div>
  )
}

function Body({ request }: { request: RequestData }) {
  const hasSims = request.lines.some(({ assigned }) => assigned > 0)
  return (
    <div className={styles.body}>
      <RequestLines request={request} />
      <div className={styles.side}>
        <RequestSteps request={request} />
        <Delivery request={request} />
      </div>
      {hasSims ? <RequestSims request={request} /> : null}
    </div>
  )
}

/** Delivery address and carrier. */
function Delivery({ request }: { request: RequestData }) {
  const { t } = useTranslation()
  const facts = deliveryFacts(request, t)
  if (facts.length === 0) return null
  return (
    <Card title={t('requests.delivery')} line>
      <Facts className={`${styles.delivery} ${styles.asTyped}`} names="above" facts={facts} />
    </Card>
  )
}
