import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import poolBarStyles from '#web/shared/plans/pool-bar.module.css'
import { PoolBar } from '#web/shared/plans/pool-bar.tsx'
import { AsOf } from '#web/ui/as-of.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowButton } from '#web/ui/row-action.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Pool, poolsQuery } from './plans.api.ts'
import styles from './plans.module.css'

/** Pools that are shown at first, and with each press of 'more'. */
const STEP = 12
const MOST = 500

interface PoolsCardProps {
  /** filter */
  readonly company: number | undefined
  readonly isShown: boolean
  onPlan(planId: number): void
}

/** Pools of running cycles, the fullest first; hidden without any. */
export function PoolsCard({ company, isShown, onPlan }: PoolsCardProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch, isFetching } = useQuery(poolsQuery(company, limit))
  if (!isShown) return null
  if (error && !data) {
    return (
      <Card title={t('plans.poolsTitle')} line className={styles.poolsCard}>
        <ErrorState title={t('plans.poolsFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (!data || data.total === 0) return null
  const asOf = <AsOf at={data.asOf} usageAt={data.usageAsOf} onRefresh={() => void refetch()} busy={isFetching} />
  return (
    <Card title={t('plans.poolsTitle')} about={t('plans.poolsAbout')} line className={styles.poolsCard} actions={asOf}>
      <ul className={poolBarStyles.pools}>
        {data.pools.map((pool) => (
          <PoolItem key={`${pool.planId} ${pool.company}`} pool={pool} onPlan={onPlan} />
        ))}
      </ul>
      {data.total > data.pools.length && limit < MOST ? (
        <LoadMore isBusy={isFetching} onMore={() => setLimit(Math.min(MOST, limit * 4))}>
          {t('plans.morePools', { count: data.total - data.pools.length })}
        </LoadMore>
      ) : null}
    </Card>
  )
}

function PoolItem({ pool, onPlan }: { pool: Pool } & Pick<PoolsCardProps, 'onPlan'>) {
  const { planId, planName, companyName, percent, usedBytes, poolMb } = pool
  return (
    <PoolBar percent={percent} usedBytes={usedBytes} poolMb={poolMb}>
      <span className={styles.poolName}>
        <RowButton onOpen={() => onPlan(planId)}>{planName}</RowButton>
        <span className="text-tertiary text-small ellipsis" title={companyName}>
          {companyName}
        </span>
      </span>
    </PoolBar>
  )
}
