import { useTranslation } from 'react-i18next'
import { formatMoney, formatPercent } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Stat, StatRow, Stats } from '#web/ui/stats.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { movedSaving, savingOf } from '../plan-figures.ts'
import type { LastAdvice, PlanAdvice } from '../plans.api.ts'

interface AdviceTotalsProps {
  readonly advice: PlanAdvice
  /** of the last one */
  readonly result: LastAdvice['result']
}

/** What the advice saves of what the cycles cost, by currency; once SIMs have followed it, what is left to save. */
export function AdviceTotals({ advice, result }: AdviceTotalsProps) {
  const { t } = useTranslation()
  const { totals } = result
  const cycles = result.cycles.length
  const label = t('plans.perCycle')
  const savings = totals.map(({ currency }) => savingOf(advice, currency))
  // also where nothing is left to save
  const isRest = advice.followed.some(({ adviceId }) => adviceId === advice.last?.adviceId)
  return (
    <Stats label={label}>
      {totals.map((total, index) => (
        <StatRow key={total.currency} label={`${label}, ${total.currency}`}>
          {[
            isRest ? (
              <RestSaving
                key="saving"
                currency={total.currency}
                allMinor={Math.round(movedSaving(result, total.currency) / cycles)}
                restMinor={savings[index]?.amountMinor ?? 0}
              />
            ) : (
              <Saving key="saving" total={total} cycles={cycles} />
            ),
            <Invoiced key="invoiced" total={total} cycles={cycles} />,
            <Today key="today" total={total} cycles={cycles} />,
            <Advised key="advised" total={total} cycles={cycles} />,
          ]}
        </StatRow>
      ))}
    </Stats>
  )
}

interface TotalProps {
  readonly total: LastAdvice['result']['totals'][number]
  readonly cycles: number
}

function Invoiced({ total: { invoicedMinor, currency }, cycles }: TotalProps) {
  const { t } = useTranslation()
  if (invoicedMinor === null)
    return (
      <Stat label={t('plans.optimise.invoiced')} note={t('plans.optimise.notInvoiced')}>
        <NoValue />
      </Stat>
    )
  const amount = formatMoney(invoicedMinor, currency)
  return (
    <Stat label={t('plans.optimise.invoiced')} note={t('plans.optimise.ofCycles', { amount, count: cycles })}>
      <MoneyAmount amountMinor={Math.round(invoicedMinor / cycles)} currency={currency} />
    </Stat>
  )
}

function Today({ total: { todayMinor, currency }, cycles }: TotalProps) {
  const { t } = useTranslation()
  const amount = formatMoney(todayMinor, currency)
  return (
    <Stat label={t('plans.optimise.withToday')} note={t('plans.optimise.todayNote', { amount, count: cycles })}>
      <MoneyAmount amountMinor={Math.round(todayMinor / cycles)} currency={currency} />
    </Stat>
  )
}

function Advised({ total: { advisedMinor, atMostMinor, currency }, cycles }: TotalProps) {
  const { t } = useTranslation()
  const [amount, atMost] = [formatMoney(advisedMinor, currency), formatMoney(atMostMinor, currency)]
  return (
    <Stat label={t('plans.optimise.withAdvice')} note={t('plans.optimise.adviceNote', { amount, atMost, count: cycles })}>
      <MoneyAmount amountMinor={Math.round(advisedMinor / cycles)} currency={currency} />
    </Stat>
  )
}

function Saving({ total: { todayMinor, advisedMinor, currency }, cycles }: TotalProps) {
  const { t } = useTranslation()
  const saved = todayMinor - advisedMinor
  const percent = formatPercent(todayMinor === 0 ? 0 : (saved / todayMinor) * 100)
  const amount = formatMoney(saved, currency)
  return (
    <Stat label={t('plans.optimise.saving')} note={t('plans.optimise.savingNote', { percent, amount, count: cycles })}>
      <Saved amountMinor={Math.round(saved / cycles)} currency={currency} />
    </Stat>
  )
}

interface RestProps {
  readonly currency: string
  /** for a cycle, what moves save that are not ordered, and what all do */
  readonly restMinor: number
  readonly allMinor: number
}

function RestSaving({ currency, restMinor, allMinor }: RestProps) {
  const { t } = useTranslation()
  const amount = formatMoney(allMinor, currency)
  return (
    <Stat label={t('plans.optimise.restSaving')} note={t('plans.optimise.restNote', { amount })}>
      <Saved amountMinor={restMinor} currency={currency} />
    </Stat>
  )
}

const Saved = (amount: { amountMinor: number; currency: string }) => (
  <span className={amount.amountMinor > 0 ? 'text-active' : undefined}>
    <MoneyAmount {...amount} />
  </span>
)
