import { useTranslation } from 'react-i18next'
import { formatMoney, formatPercent } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Stat, StatRow, Stats } from '#web/ui/stats.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { savingOf } from '../plan-figures.ts'
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
  const label = t('plans.optimise.totals')
  const savings = totals.map(({ currency }) => savingOf(advice, currency))
  // one word for all currencies, which share the head of a table
  const isRest = savings.some((saving) => saving?.isRest)
  return (
    <Stats label={label}>
      {totals.map((total, index) => (
        <StatRow key={total.currency} label={`${label}, ${total.currency}`}>
          {[
            isRest ? (
              <RestSaving key="saving" total={total} cycles={cycles} restMinor={savings[index]?.amountMinor ?? 0} />
            ) : (
              <Saving key="saving" total={total} cycles={cycles} />
            ),
            <Invoiced key="invoiced" total={total} cycles={cycles} />,
            <Stat key="today" label={t('plans.optimise.withToday')} note={t('plans.optimise.todayNote', { count: cycles })}>
              <MoneyAmount amountMinor={total.todayMinor} currency={total.currency} />
            </Stat>,
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
  const note = invoicedMinor === null ? t('plans.optimise.notInvoiced') : t('plans.optimise.ofCycles', { count: cycles })
  return (
    <Stat label={t('plans.optimise.invoiced')} note={note}>
      {invoicedMinor === null ? <NoValue /> : <MoneyAmount amountMinor={invoicedMinor} currency={currency} />}
    </Stat>
  )
}

function Advised({ total: { advisedMinor, atMostMinor, currency }, cycles }: TotalProps) {
  const { t } = useTranslation()
  const amount = formatMoney(atMostMinor, currency)
  return (
    <Stat label={t('plans.optimise.withAdvice')} note={t('plans.optimise.adviceNote', { amount, count: cycles })}>
      <MoneyAmount amountMinor={advisedMinor} currency={currency} />
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

function RestSaving({ total, cycles, restMinor }: TotalProps & { restMinor: number }) {
  const { t } = useTranslation()
  const { todayMinor, advisedMinor, currency } = total
  const amount = formatMoney(Math.round((todayMinor - advisedMinor) / cycles), currency)
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
