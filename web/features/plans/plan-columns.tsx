import { IconCalendarEvent } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PlanSort } from '#contract/filter-values.ts'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { consumptionPercent, poolLevel } from '#domain/usage.ts'
import { formatDay, formatPercent } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useMedia, WIDE } from '#web/lib/use-media.ts'
import { POOL_TONES } from '#web/shared/plans/pool-bar.tsx'
import type { ListColumn } from '#web/ui/list/list.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { RowButton } from '#web/ui/row-action.tsx'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { useIncluded } from './plan-figures.ts'
import { PLAN_SORT_HEADS, POOLS_HASH } from './plan-search.ts'
import { PlanSims } from './plan-sims.tsx'
import type { PlanRow } from './plans.api.ts'
import styles from './plans.module.css'

/** The columns of the plans; figures are first sorted from the top. */
export function usePlanColumns(
  plans: readonly PlanRow[] | undefined,
  company: number | undefined,
  onPlan: (planId: number) => void,
): (ListColumn<PlanRow> | undefined)[] {
  const included = useIncluded()
  const isWide = useMedia(WIDE)
  const hasTypes = plans?.some(({ simType }) => simType !== plans[0]?.simType)
  const by = (sort: PlanSort) => {
    const { word, isText = false } = PLAN_SORT_HEADS[sort]
    return { head: sentence(PLAN_WORDS[word]), sort, fromTop: !isText, isNumber: !isText }
  }
  const foot = { phone: 'foot', isNamed: true } as const
  return [
    {
      id: 'plan',
      ...by('planName'),
      width: '18%',
      phone: 'head',
      isRowHead: true,
      cell: (plan) => <What plan={plan} onPlan={onPlan} />,
    },
    {
      id: 'provider',
      ...by('provider'),
      width: '11%',
      cell: ({ provider, simType }) => <TwoLines first={originLabel(provider)} second={hasTypes ? simType : undefined} />,
    },
    // as a share it takes less of a wide screen: a gap before figures must be crossed
    { id: 'data', ...by('data'), width: isWide ? '9%' : 144, ...foot, cell: ({ data }) => included.data(data) },
    { id: 'sms', ...by('sms'), width: 60, cell: ({ sms }) => included.sms(sms) },
    // most fleets have no minutes in any plan
    plans?.some(({ voice }) => voice > 0)
      ? { id: 'voice', ...by('voice'), width: 64, cell: ({ voice }) => included.voice(voice) }
      : undefined,
    {
      id: 'price',
      ...by('planPrice'),
      width: 124,
      ...foot,
      cell: ({ planPrice, currency }) => <MoneyAmount amountMinor={planPrice} currency={currency} />,
    },
    {
      id: 'active',
      ...by('totalActive'),
      width: 80,
      ...foot,
      cell: (plan) => <PlanSims plan={plan} company={company} isActive />,
    },
    { id: 'sims', ...by('totalSims'), width: 80, cell: (plan) => <PlanSims plan={plan} company={company} /> },
    { id: 'pool', head: sentence(PLAN_WORDS.pool), width: '18%', phone: 'line', cell: (plan) => <PoolCell plan={plan} /> },
    {
      id: 'total',
      ...by('totalPrice'),
      width: 158,
      phone: 'mark',
      className: 'medium',
      cell: ({ totalPrice, currency }) => <MoneyAmount amountMinor={totalPrice} currency={currency} />,
    },
  ]
}

function What({ plan, onPlan }: { plan: PlanRow; onPlan: (planId: number) => void }) {
  const { t } = useTranslation()
  const { planId, planName, planCode, provider, simType, nextFrom, offered } = plan
  return (
    <TwoLines
      first={<RowButton onOpen={() => onPlan(planId)}>{planName}</RowButton>}
      second={
        <>
          {offered ? planCode : t('plans.notOffered', { code: planCode })}
          <span className="only-on-phone">{` · ${originLabel(provider)} · ${simType}`}</span>
          {nextFrom ? (
            <span className={styles.next}>
              <IconCalendarEvent className="icon icon-14" aria-hidden="true" />
              {t('plans.changesOn', { day: formatDay(nextFrom) })}
            </span>
          ) : null}
        </>
      }
    />
  )
}

/** Sum of its pools, with the number of full ones, which leads to them: the sum may hide them. */
function PoolCell({ plan: { poolUsed, poolMb, pools, fullPools } }: { plan: PlanRow }) {
  const { t } = useTranslation()
  if (poolUsed === null || poolMb === null) return <NoValue />
  const percent = consumptionPercent(poolUsed, poolMb)
  const { tone } = POOL_TONES[poolLevel(percent)]
  const full = t('plans.fullPools', { count: fullPools, all: pools })
  return (
    <span className={styles.poolUse}>
      <span className={`row ${styles.apart}`}>
        <span className={`tabular-numbers ${tone === 'stop' ? 'text-stop medium' : ''}`}>{formatPercent(percent)}</span>
        {fullPools > 0 ? (
          <Link
            to="/plans"
            search={true}
            hash={POOLS_HASH}
            className="text-small text-stop underlined ellipsis"
            aria-label={t('plans.seePools', { full })}
          >
            {full}
          </Link>
        ) : (
          <span className="text-small text-tertiary ellipsis">{t('plans.pools', { count: pools })}</span>
        )}
      </span>
      <UsageBar percent={percent} tone={tone} thick isWhole />
    </span>
  )
}
