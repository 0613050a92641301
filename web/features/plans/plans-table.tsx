import { IconCalendarEvent } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PlanSort } from '#contract/filter-values.ts'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { consumptionPercent, poolLevel } from '#domain/usage.ts'
import type { Order } from '#web/lib/define-search.ts'
import { formatDate, formatNumber, formatPercent } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { POOL_TONES } from '#web/shared/plans/pool-bar.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { SortHead, sortedAs } from '#web/ui/sort-head.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { useIncluded } from './plan-figures.ts'
import { PLAN_SORT_HEADS } from './plan-search.ts'
import type { PlanRow } from './plans.api.ts'
import styles from './plans.module.css'

interface TableProps {
  /** undefined while they load */
  readonly plans: readonly PlanRow[] | undefined
  /** filter */
  readonly company: number | undefined
  readonly order: Order<PlanSort>
  onOrder(order: Order<PlanSort>): void
  onPlan(planId: number): void
}

/** Plans, one a row; cards on a phone. */
export function PlansTable({ plans, ...props }: TableProps) {
  const { t } = useTranslation()
  const columns = useColumns(props)
  return (
    <Table label={t('plans.list')} className={styles.list} rows={plans} rowKey={({ planId }) => planId} columns={columns} />
  )
}

type Sorted = Pick<TableColumn<PlanRow>, 'head' | 'sorted'>

function useColumns({ company, order, onOrder, onPlan }: Omit<TableProps, 'plans'>): TableColumn<PlanRow>[] {
  const { t } = useTranslation()
  const included = useIncluded()
  const by = (name: PlanSort): Sorted => {
    const { word, isText = false } = PLAN_SORT_HEADS[name]
    return {
      head: (
        <SortHead name={name} order={order} fromTop={!isText} onOrder={onOrder}>
          {sentence(PLAN_WORDS[word])}
        </SortHead>
      ),
      sorted: sortedAs(name, order),
    }
  }
  const number = { isNumber: true }
  return [
    {
      id: 'plan',
      ...by('planName'),
      className: styles.what,
      isRowHead: true,
      cell: (plan) => <What plan={plan} onPlan={onPlan} />,
    },
    { id: 'provider', ...by('provider'), className: styles.from, cell: (plan) => <From plan={plan} /> },
    {
      id: 'data',
      ...by('data'),
      ...number,
      className: `${styles.data} tabular-numbers`,
      cell: ({ data }) => included.data(data),
    },
    { id: 'sms', ...by('sms'), ...number, className: `${styles.sms} tabular-numbers`, cell: ({ sms }) => included.sms(sms) },
    {
      id: 'voice',
      ...by('voice'),
      ...number,
      className: `${styles.voice} tabular-numbers`,
      cell: ({ voice }) => included.voice(voice),
    },
    {
      id: 'price',
      ...by('planPrice'),
      ...number,
      className: styles.price,
      cell: ({ planPrice, currency }) => <MoneyAmount amountMinor={planPrice} currency={currency} />,
    },
    {
      id: 'active',
      ...by('totalActive'),
      ...number,
      className: `${styles.active} tabular-numbers`,
      cell: (plan) => (
        <>
          <Sims plan={plan} company={company} isActive />
          <span className="only-on-phone text-tertiary"> {t('plans.activeWord')}</span>
        </>
      ),
    },
    {
      id: 'sims',
      ...by('totalSims'),
      ...number,
      className: `${styles.sims} tabular-numbers`,
      cell: (plan) => <Sims plan={plan} company={company} />,
    },
    { id: 'pool', head: sentence(PLAN_WORDS.pool), className: styles.pool, cell: (plan) => <PoolCell plan={plan} /> },
    {
      id: 'total',
      ...by('totalPrice'),
      ...number,
      className: `${styles.total} medium`,
      cell: ({ totalPrice, currency }) => <MoneyAmount amountMinor={totalPrice} currency={currency} />,
    },
  ]
}

function What({ plan, onPlan }: { plan: PlanRow } & Pick<TableProps, 'onPlan'>) {
  const { t } = useTranslation()
  const { planId, planName, planCode, nextFrom, offered } = plan
  return (
    <>
      <button
        type="button"
        className={`${styles.open} medium ellipsis`}
        aria-haspopup="dialog"
        title={planName}
        onClick={() => onPlan(planId)}
      >
        {planName}
      </button>
      <span className={`${styles.line} text-tertiary text-small ellipsis`}>
        {offered ? planCode : t('plans.notOffered', { code: planCode })}
        {nextFrom ? (
          <span className={styles.next}>
            <IconCalendarEvent className="icon icon-14" aria-hidden="true" />
            {t('plans.changesOn', { day: formatDate(`${nextFrom}T12:00:00Z`, 'UTC') })}
          </span>
        ) : null}
      </span>
    </>
  )
}

function From({ plan: { provider, simType } }: { plan: PlanRow }) {
  return (
    <>
      <span className={`${styles.line} ellipsis`}>{originLabel(provider)}</span>
      <span className={`${styles.line} text-tertiary text-small ellipsis`}>{simType}</span>
    </>
  )
}

interface SimsProps {
  readonly plan: PlanRow
  readonly company: number | undefined
  readonly isActive?: boolean
}

/** Their number, as a link for those who may see the list. */
function Sims({ plan: { planCode, planName, totalActive, totalSims }, company, isActive = false }: SimsProps) {
  const { t } = useTranslation()
  const canSee = holds(useSession(), 'sims')
  const count = isActive ? totalActive : totalSims
  if (!canSee || count === 0) return formatNumber(count)
  const filter: SimFilter = {
    planCodes: [planCode],
    ...(isActive ? { administrativeStatusIds: [ADMINISTRATIVE_STATUS.active] } : {}),
    ...(company === undefined ? {} : { companyIds: [company] }),
  }
  const label = t(isActive ? 'plans.seeActive' : 'plans.seeSims', { count, plan: planName })
  return (
    <Link to="/sims" search={simsSearch(filter)} className="underlined" aria-label={label}>
      {formatNumber(count)}
    </Link>
  )
}

/** Sum of its pools, with the number of full ones: the sum may hide them. */
function PoolCell({ plan: { poolUsed, poolMb, pools, fullPools } }: { plan: PlanRow }) {
  const { t } = useTranslation()
  if (poolUsed === null || poolMb === null) return <span className="text-tertiary">—</span>
  const percent = consumptionPercent(poolUsed, poolMb)
  const { tone, word } = POOL_TONES[poolLevel(percent)]
  const caption =
    pools === 1
      ? t(word)
      : fullPools > 0
        ? t('plans.fullPools', { count: fullPools, all: pools })
        : t('plans.pools', { count: pools })
  return (
    <span className={styles.poolUse}>
      <span className={`row ${styles.apart}`}>
        <span className={`tabular-numbers ${tone === 'stop' ? 'text-stop medium' : ''}`}>{formatPercent(percent)}</span>
        <span className="text-tertiary text-small ellipsis">{caption}</span>
      </span>
      <UsageBar percent={percent} tone={tone} thick />
    </span>
  )
}
