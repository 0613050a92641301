import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { capitalised } from '#domain/plain-text.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Stat, StatLink, StatRow, Stats } from '#web/ui/stats.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { type AdvisedSaving, type CurrencyTotal, fullestPool, savingOf, totalsOf } from './plan-figures.ts'
import type { PlansSearch } from './plan-search.ts'
import { type PlanAdvice, type PlanRow, planAdviceQuery } from './plans.api.ts'

interface PlanTotalsProps {
  readonly plans: readonly PlanRow[] | undefined
  /** of the page */
  readonly search: PlansSearch
  readonly isFailed: boolean
}

/**
 * What the listed plans cost in a cycle, by currency, and their use: four figures, like the placeholder, so that the list
 * below does not shift. More only where there are more currencies.
 */
export function PlanTotals({ plans, search, isFailed }: PlanTotalsProps) {
  const { t } = useTranslation()
  const { data: advice, isPending } = useQuery(planAdviceQuery(search.company))
  if (!plans && isFailed) return null
  return (
    <Stats label={t('plans.totals')}>
      {plans && !isPending ? <StatRow label={t('plans.totals')}>{figuresOf(plans, search, advice)}</StatRow> : undefined}
    </Stats>
  )
}

/** The cost by currency first, then the others there is room for. Active SIMs give way to a saving, and are then a note of the cost. */
function figuresOf(plans: readonly PlanRow[], search: PlansSearch, advice: PlanAdvice | undefined): ReactElement[] {
  const totals = totalsOf(plans)
  const [first] = totals
  const active = <ActiveSims key="active" plans={plans} />
  const pool = <PoolUse key="pool" plans={plans} search={search} />
  if (!first) return [<NoCost key="cost" />, active, pool]
  const saving = advice && savingOf(advice, first.currency)
  const hasActive = totals.length <= 2 && !saving
  const costs = totals.map((total) => (
    <Cost key={total.currency} total={total} isOnly={totals.length === 1} besideActive={hasActive} />
  ))
  if (totals.length > 3) return costs
  if (hasActive) costs.push(active)
  else if (saving && totals.length <= 2) costs.push(<Saving key="saving" company={search.company} saving={saving} />)
  if (totals.length === 1) costs.push(<CostOfOne key="each" total={first} />)
  return [...costs, pool]
}

interface CostProps {
  readonly total: CurrencyTotal
  readonly isOnly: boolean
  /** the number of active SIMs is a figure of its own */
  readonly besideActive: boolean
}

/** Among several, each by the name of its currency; the page's subtitle says that they are of a cycle. */
function Cost({ total: { currency, amountMinor, activeSims, plans }, isOnly, besideActive }: CostProps) {
  const { t } = useTranslation()
  const names = new Intl.DisplayNames(usePreference(language), { type: 'currency' })
  const name = names.of(currency) ?? currency
  const label = isOnly ? t('plans.perCycle') : capitalised(name)
  const note = besideActive ? t('plans.inPlans', { count: plans }) : t('plans.activeSims', { count: activeSims })
  return (
    <Stat label={label} note={note}>
      <MoneyAmount amountMinor={amountMinor} currency={currency} />
    </Stat>
  )
}

function NoCost() {
  const { t } = useTranslation()
  return (
    <Stat label={t('plans.perCycle')} note={t('plans.inPlans', { count: 0 })}>
      <NoValue />
    </Stat>
  )
}

function ActiveSims({ plans }: { plans: readonly PlanRow[] }) {
  const { t } = useTranslation()
  const sum = (count: (plan: PlanRow) => number) => plans.reduce((total, plan) => total + count(plan), 0)
  return (
    <Stat label={t('plans.active')} note={t('plans.ofSims', { count: sum(({ totalSims }) => totalSims) })}>
      {formatNumber(sum(({ totalActive }) => totalActive))}
    </Stat>
  )
}

interface SavingProps {
  /** that the page is about */
  readonly company: number | undefined
  readonly saving: AdvisedSaving
}

/** Advice is of one company, also where the page shows several. */
function Saving({ company, saving: { companyName, amountMinor, currency, isRest } }: SavingProps) {
  const { t } = useTranslation()
  const note = t('plans.savingOf', { company: companyName })
  return (
    <StatLink
      to="/plans/optimise"
      search={{ company }}
      label={t(isRest ? 'plans.restSaving' : 'plans.possibleSaving')}
      note={
        <span className="ellipsis" title={note}>
          <span className="hide-on-phone">{note}</span>
          {/* a name is cut off there behind the words */}
          <span className="only-on-phone">{companyName}</span>
        </span>
      }
    >
      <MoneyAmount amountMinor={amountMinor} currency={currency} />
    </StatLink>
  )
}

function CostOfOne({ total: { currency, amountMinor, activeSims } }: { total: CurrencyTotal }) {
  const { t } = useTranslation()
  return (
    <Stat label={t('plans.costPerSim')} note={t('plans.average')}>
      <MoneyAmount amountMinor={Math.round(amountMinor / activeSims)} currency={currency} />
    </Stat>
  )
}

/** Leads to the plan of the pool. */
function PoolUse({ plans, search }: { plans: readonly PlanRow[]; search: PlansSearch }) {
  const { t } = useTranslation()
  const pool = fullestPool(plans)
  const label = t('plans.fullestPool')
  if (!pool) {
    return (
      <Stat label={label} note={t('plans.noPool')}>
        <NoValue />
      </Stat>
    )
  }
  return (
    <StatLink
      to="/plans"
      search={{ ...search, plan: pool.planId }}
      resetScroll={false}
      label={label}
      note={pool.planName}
      isBad={pool.percent > 100}
    >
      {formatPercent(pool.percent)}
    </StatLink>
  )
}
