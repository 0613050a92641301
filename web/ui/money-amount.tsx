import { formatMoney } from '../lib/format.ts'

/** An amount in minor units, followed by its currency code in small: $46.312.480 CLP. */
export function MoneyAmount({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  return (
    <span className="tabular-numbers no-wrap">
      {formatMoney(amountMinor, currency)}
      <span className="currency-code"> {currency}</span>
    </span>
  )
}
