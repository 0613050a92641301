import { IconDatabase } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { lastDayOf } from '#domain/days.ts'
import { formatDay } from '#web/lib/format.ts'
import poolBarStyles from '#web/shared/plans/pool-bar.module.css'
import { PoolBar } from '#web/shared/plans/pool-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import styles from './dashboard.module.css'
import { poolLink } from './need-link.ts'
import { SimsLink } from './sims-link.tsx'

type Pool = DashboardData['poolPlan'][number]

function PoolRow({ pool: { planName, planCode, companyId, total, usedBytes, poolMb } }: { pool: Pool }) {
  return (
    <PoolBar percent={total} usedBytes={usedBytes} poolMb={poolMb}>
      <SimsLink search={poolLink(planCode, companyId).search} className={`medium ${poolBarStyles.link}`}>
        {planName}
      </SimsLink>
    </PoolBar>
  )
}

function cycleDays(cycle: DashboardData['cycle']): { from: string; to: string } {
  const { start } = cycle
  const last = lastDayOf(cycle)
  const isOneMonth = start.slice(0, 7) === last.slice(0, 7)
  return {
    from: isOneMonth ? String(Number(start.slice(8, 10))) : `${formatDay(start)} `,
    to: `${isOneMonth ? '' : ' '}${formatDay(last)}`,
  }
}

/** Pools that are shown at first; a button shows the rest. */
const SHOWN_AT_FIRST = 4

export function TopPoolsCard({ data }: { data: Pick<DashboardData, 'poolPlan' | 'cycle'> | undefined }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const count = data?.poolPlan.length ?? 0
  const about = data ? (
    <span className="text-small text-tertiary no-wrap">{t('dashboard.cyclePeriod', cycleDays(data.cycle))}</span>
  ) : undefined
  return (
    <Card className={`${styles.threeColumns} ${styles.column}`} title={t('dashboard.pools')} actions={about}>
      {data?.poolPlan.length === 0 ? (
        <EmptyState Icon={IconDatabase} title={t('dashboard.poolsEmpty')}>
          {t('dashboard.poolsEmptyText')}
        </EmptyState>
      ) : (
        <ul className={poolBarStyles.pools} aria-busy={!data}>
          {data
            ? data.poolPlan
                .slice(0, all ? count : SHOWN_AT_FIRST)
                .map((pool) => <PoolRow key={`${pool.planCode}${pool.planName}`} pool={pool} />)
            : [70, 55, 63, 74].map((width) => (
                <li key={width} className={poolBarStyles.poolSkeleton}>
                  <Skeleton width={`${width}%`} />
                  <Skeleton width="100%" height={6} />
                  <Skeleton width="40%" />
                </li>
              ))}
        </ul>
      )}
      {data ? null : (
        <div className={`${styles.more} ${styles.moreSkeleton}`}>
          <Skeleton width={52} />
        </div>
      )}
      {count > SHOWN_AT_FIRST ? (
        <div className={styles.more}>
          <Button variant="ghost" size="sm" className="text-small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('dashboard.fewer') : t('dashboard.poolsAll', { count })}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
