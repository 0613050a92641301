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
import { type PlanAdvice, type PlanRow, planAdviceQuery } from './plans.api.ts'

interface PlanTotalsProps {
  readonly plans: readonly PlanRow[] | undefined
  readonly company: number | undefined
  readonly isFailed: boolean
}

/**
 * What the listed plans cost in a cycle, by currency, and their use: four figures, like the placeholder, so that the list
 * below does not shift. More only where there are more currencies.
 */
export function PlanTotals({ plans, company, isFailed }: PlanTotalsProps) {
  const { t } = useTranslation()
  const { data: advice, isPending } = useQuery(planAdviceQuery(company))
  if (!plans && isFailed) return null
  return (
    <Stats label={t('plans.totals')}>
      {plans && !isPending ? <StatRow label={t('plans.totals')}>{figuresOf(plans, company, advice)}</StatRow> : undefined}
    </Stats>
  )
}

/** The cost by currency first, then the others there is room for. Active SIMs are a note of the cost too: they give way to a saving. */
function figuresOf(plans: readonly PlanRow[], company: number | undefined, advice: PlanAdvice | undefined): ReactElement[] {
  const [first, ...others] = totalsOf(plans)
  if (!first) return [<NoCost key="cost" />, <ActiveSims key="active" plans={plans} />, <PoolUse key="pool" plans={plans} />]
  const costs = [
    <Cost key={first.currency} total={first} isOnly={others.length === 0} />,
    ...others.map((total) => <Cost key={total.currency} total={total} />),
  ]
  if (others.length >= 3) return costs
  const saving = advice && savingOf(advice, first.currency)
  if (others.length < 2)
    costs.push(saving ? <Saving key="saving" company={company} saving={saving} /> : <ActiveSims key="active" plans={plans} />)
  if (others.length < 1) costs.push(<CostOfOne key="each" total={first} />)
  return [...costs, <PoolUse key="pool" plans={plans} />]
}

interface CostProps {
  readonly total: CurrencyTotal
  readonly isOnly?: boolean
}

/** Among several, each by the name of its currency; the page's subtitle says that they are of a cycle. */
function Cost({ total: { currency, amountMinor, activeSims }, isOnly = false }: CostProps) {
  const { t } = useTranslation()
  const names = new Intl.DisplayNames(usePreference(language), { type: 'currency' })
  const name = names.of(currency) ?? currency
  const label = isOnly ? t('plans.perCycle') : capitalised(name)
  return (
    <Stat label={label} note={t('plans.activeSims', { count: activeSims })}>
      <MoneyAmount amountMinor={amountMinor} currency={currency} />
    </Stat>
  )
}

function NoCost() {
  const { t } = useTranslation()
  return (
    <Stat label={t('plans.perCycle')} note={t('plans.activeSims', { count: 0 })}>
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
function Saving({ company, saving: { companyName, amountMinor, currency } }: SavingProps) {
  const { t } = useTranslation()
  const note = t('plans.savingOf', { company: companyName })
  return (
    <StatLink
      to="/plans/optimise"
      search={{ company }}
      label={t('plans.possibleSaving')}
      note={
        <span className="ellipsis" title={note}>
          {note}
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

function PoolUse({ plans }: { plans: readonly PlanRow[] }) {
  const { t } = useTranslation()
  const pool = fullestPool(plans)
  return (
    <Stat label={t('plans.fullestPool')} note={pool?.planName ?? t('plans.noPool')} isBad={(pool?.percent ?? 0) > 100}>
      {pool ? formatPercent(pool.percent) : <NoValue />}
    </Stat>
  )
}
