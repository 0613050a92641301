import { IconBook2, IconCoins, IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import poolBarStyles from '#web/shared/plans/pool-bar.module.css'
import { PoolBar } from '#web/shared/plans/pool-bar.tsx'
import { AsOf } from '#web/ui/as-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { useRows } from '#web/ui/list/list-rows.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowButton } from '#web/ui/row-action.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { CatalogueDialog } from './catalogue-dialog.tsx'
import { NewPlanDialog } from './new-plan.tsx'
import { usePlanColumns } from './plan-columns.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import {
  DEFAULT_PLAN_ORDER,
  type PlansSearch,
  POOLS_HASH,
  planOrderOf,
  planQueryOf,
  planSortOf,
  readPlansSearch,
} from './plan-search.ts'
import { PlanTotals } from './plan-totals.tsx'
import { fetchPlans, type Pool, plansQuery, poolsQuery } from './plans.api.ts'
import styles from './plans.module.css'

/** Changes a part of the address. */
function useChangeSearch(search: PlansSearch): (change: PlansSearch) => void {
  const navigate = useNavigate()
  return (change) => void navigate({ to: '/plans', search: { ...search, ...change }, replace: true })
}

/** The user's plans with cost and SIMs. The address: /plans?company=4&search=telemetria&sort=planPrice&plan=12 */
export function PlansPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/plans', select: readPlansSearch })
  const change = useChangeSearch(search)
  const data = useRows(plansQuery(planQueryOf(search)), (plans) => plans)
  const isAdmin = holds(useSession(), 'wholePortal')
  const [open, setOpen] = useState<'catalogue' | 'new'>()
  const close = () => setOpen(undefined)
  const openCatalogue = () => setOpen('catalogue')
  const optimise = { to: '/plans/optimise', search: { company: search.company } } as const
  // with a fourth button they take two lines there
  const foldedOnPhone = isAdmin ? 'hide-on-phone' : undefined
  return (
    <div className="page">
      <PageHead title={t('plans.title')} lead={t(isAdmin ? 'plans.leadAdmin' : 'plans.lead')}>
        <FileMenu ask={(format) => fetchPlans(planQueryOf(search), format)} />
        <Button aria-haspopup="dialog" className={foldedOnPhone} onClick={openCatalogue}>
          {t('plans.catalogue.title')}
        </Button>
        <ButtonLink {...optimise} isPrimary={!isAdmin} className={foldedOnPhone}>
          {t('plans.optimise.title')}
        </ButtonLink>
        {isAdmin ? (
          <>
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen('new')}>
              <IconPlus className="icon" aria-hidden="true" />
              {t('plans.new.open')}
            </Button>
            <span className="only-on-phone">
              <RowMenu
                label={t('plans.more')}
                isFramed
                size="md"
                items={[
                  { text: t('plans.catalogue.title'), Icon: IconBook2, onAct: openCatalogue },
                  { text: t('plans.optimise.title'), Icon: IconCoins, link: optimise },
                ]}
              />
            </span>
          </>
        ) : null}
      </PageHead>
      <PlanTotals plans={data.rows} search={search} isFailed={data.error !== null} />
      <List
        id="plans"
        label={t('plans.list')}
        minWidth={1080}
        waiting={6}
        data={data}
        rowKey={({ planId }) => planId}
        search={{ ...search, descending: undefined, sort: planSortOf(planOrderOf(search)).sort }}
        onSearch={(next: PlansSearch) => change(next)}
        text={{ key: 'search', hint: t('plans.searchHint') }}
        order={DEFAULT_PLAN_ORDER}
        filters={[useCompanyFilter(search.company)]}
        none={{ Icon: IconFileInvoice, title: t('plans.none'), hint: t('plans.noneHint') }}
        columns={usePlanColumns(data.rows, search.company, (plan) => change({ plan }))}
      />
      {/* not before the list has its height: it would shift */}
      <PoolsCard
        isShown={data.rows !== undefined || data.error !== null}
        company={search.company}
        onPlan={(plan) => change({ plan })}
      />
      {search.plan === undefined ? null : <PlanDialog planId={search.plan} onClose={() => change({ plan: undefined })} />}
      {open === 'catalogue' ? <CatalogueDialog onClose={close} /> : null}
      {open === 'new' ? <NewPlanDialog onClose={close} /> : null}
    </div>
  )
}

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
function PoolsCard({ company, isShown, onPlan }: PoolsCardProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(STEP)
  const isAsked = useLocation({ select: ({ hash }) => hash === POOLS_HASH })
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
    <div id={POOLS_HASH} tabIndex={-1} className={styles.pools} ref={isAsked ? show : undefined}>
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
    </div>
  )
}

/** The keys go on from there. */
function show(pools: HTMLElement | null): void {
  pools?.focus({ preventScroll: true })
  pools?.scrollIntoView()
}

function PoolItem({ pool, onPlan }: { pool: Pool } & Pick<PoolsCardProps, 'onPlan'>) {
  const { planId, planName, companyName, percent, usedBytes, poolMb } = pool
  return (
    <PoolBar percent={percent} usedBytes={usedBytes} poolMb={poolMb}>
      <span className={styles.poolName}>
        <RowButton onOpen={() => onPlan(planId)}>{planName}</RowButton>
        <span className="block text-tertiary text-small ellipsis" title={companyName}>
          {companyName}
        </span>
      </span>
    </PoolBar>
  )
}
