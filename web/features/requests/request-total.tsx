import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { RequestTotal } from '#domain/requests.ts'
import { formatMoney } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import styles from './request.module.css'
import type { RequestRow } from './requests.api.ts'

interface Part {
  readonly isMonthly: boolean
  readonly minor: number
  readonly currency: string
}

/** What is paid each month, then what is paid once, by currency. */
function partsOf({ totals }: RequestRow): Part[] {
  const all: RequestTotal[] = totals ? JSON.parse(totals) : []
  return [
    ...all.map(({ currency, monthlyMinor }) => ({ isMonthly: true, minor: monthlyMinor, currency })),
    ...all.map(({ currency, onceMinor }) => ({ isMonthly: false, minor: onceMinor, currency })),
  ].filter(({ minor }) => minor > 0)
}

/** All that is paid, as a tooltip. */
export const requestTotalText = (row: RequestRow): string =>
  partsOf(row)
    .map(({ isMonthly, minor, currency }) => {
      const amount = `${formatMoney(minor, currency)} ${currency}`
      return isMonthly ? `${amount} ${i18next.t('requests.perMonth')}` : `${i18next.t('requests.hardware')} ${amount}`
    })
    .join(', ')

/** What is paid, an amount on each line. */
export function TotalCell({ row }: { row: RequestRow }) {
  const [first, ...others] = partsOf(row)
  if (!first) return <NoValue />
  return (
    <div className={styles.lines}>
      <TwoLines
        first={<Amount part={first} />}
        second={
          others.length === 0
            ? null
            : others.map((part) => (
                <span key={`${part.isMonthly} ${part.currency}`} className="block">
                  <Amount part={part} />
                </span>
              ))
        }
      />
    </div>
  )
}

function Amount({ part: { isMonthly, minor, currency } }: { part: Part }) {
  const { t } = useTranslation()
  const amount = <MoneyAmount amountMinor={minor} currency={currency} />
  if (!isMonthly)
    return (
      <>
        {t('requests.hardware')} {amount}
      </>
    )
  return (
    <>
      {amount} {t('requests.perMonth')}
    </>
  )
}
