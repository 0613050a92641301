import { useTranslation } from 'react-i18next'
import { formatMoney, formatPercent } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Stat, StatRow, Stats } from '#web/ui/stats.tsx'
import { NoValue } from '#web/ui/table.tsx'
import type { LastAdvice } from '../plans.api.ts'

/** What the advice saves of what the cycles cost, by currency. */
export function AdviceTotals({ advice }: { advice: LastAdvice['result'] }) {
  const { t } = useTranslation()
  const label = t('plans.optimise.totals')
  return (
    <Stats label={label}>
      {advice.totals.map((total) => (
        <StatRow key={total.currency} label={`${label}, ${total.currency}`}>
          {[
            <Saving key="saving" total={total} cycles={advice.cycles.length} />,
            <Invoiced key="invoiced" total={total} cycles={advice.cycles.length} />,
            <Stat key="today" label={t('plans.optimise.withToday')} note={t('plans.optimise.todayNote')}>
              <MoneyAmount amountMinor={total.todayMinor} currency={total.currency} />
            </Stat>,
            <Advised key="advised" total={total} />,
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

function Advised({ total: { advisedMinor, atMostMinor, currency } }: Pick<TotalProps, 'total'>) {
  const { t } = useTranslation()
  const amount = formatMoney(atMostMinor, currency)
  return (
    <Stat label={t('plans.optimise.withAdvice')} note={t('plans.optimise.adviceNote', { amount })}>
      <MoneyAmount amountMinor={advisedMinor} currency={currency} />
    </Stat>
  )
}

function Saving({ total: { todayMinor, advisedMinor, currency }, cycles }: TotalProps) {
  const { t } = useTranslation()
  const saved = todayMinor - advisedMinor
  const percent = formatPercent(todayMinor === 0 ? 0 : (saved / todayMinor) * 100)
  const amount = formatMoney(Math.round(saved / cycles), currency)
  return (
    <Stat label={t('plans.optimise.saving')} note={t('plans.optimise.savingNote', { percent, amount })}>
      <span className={saved > 0 ? 'text-active' : undefined}>
        <MoneyAmount amountMinor={saved} currency={currency} />
      </span>
    </Stat>
  )
}
