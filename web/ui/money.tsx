import { formatMoney } from '../lib/format.ts'

/** An amount in minor units with its currency's code small behind it: $46.312.480 CLP. */
export function Money({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  return (
    <span className="tabular-numbers no-wrap">
      {formatMoney(amountMinor, currency)}
      <span className="currency-code"> {currency}</span>
    </span>
  )
}
