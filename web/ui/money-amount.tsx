import { formatMoney, formatSignedMoney } from '../lib/format.ts'

interface MoneyAmountProps {
  readonly amountMinor: number
  readonly currency: string
  /** a difference: more has a plus */
  readonly isSigned?: boolean
}

/** An amount in minor units, followed by its currency code in small: $46.312.480 CLP. */
export function MoneyAmount({ amountMinor, currency, isSigned = false }: MoneyAmountProps) {
  return (
    <span className="tabular-numbers no-wrap">
      {(isSigned ? formatSignedMoney : formatMoney)(amountMinor, currency)}
      <span className="currency-code"> {currency}</span>
    </span>
  )
}
