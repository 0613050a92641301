import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { NoValue } from '#web/ui/table.tsx'

/** What the advice changes of a cost: less of it is a saving. */
export function AdvisedDifference({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  if (amountMinor === 0) return <NoValue />
  return (
    <span className={amountMinor < 0 ? 'text-active' : undefined}>
      <MoneyAmount amountMinor={amountMinor} currency={currency} />
    </span>
  )
}
