import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { RequestTotal } from '#domain/requests.ts'
import { formatMoney } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { NoValue } from '#web/ui/table.tsx'
import styles from './request.module.css'
import type { RequestRow } from './requests.api.ts'

interface Part {
  readonly kind: 'oneTime' | 'perMonth'
  readonly minor: number
  readonly currency: string
}

/** What is paid once, then what is paid each month, by currency. */
function partsOf({ totals }: RequestRow): Part[] {
  const all: RequestTotal[] = totals ? JSON.parse(totals) : []
  return [
    ...all.map(({ currency, onceMinor }): Part => ({ kind: 'oneTime', minor: onceMinor, currency })),
    ...all.map(({ currency, monthlyMinor }): Part => ({ kind: 'perMonth', minor: monthlyMinor, currency })),
  ].filter(({ minor }) => minor > 0)
}

/** All that is paid, as a tooltip. */
export const requestTotalText = (row: RequestRow): string =>
  partsOf(row)
    .map(({ kind, minor, currency }) => `${i18next.t(`requests.${kind}`)} ${formatMoney(minor, currency)} ${currency}`)
    .join(', ')

/** What is paid, an amount on each line: their digits end at one line. */
export function TotalCell({ row }: { row: RequestRow }) {
  const { t } = useTranslation()
  const parts = partsOf(row)
  if (parts.length === 0) return <NoValue />
  return (
    <div className={`${styles.lines} ${styles.amounts}`}>
      {parts.map(({ kind, minor, currency }) => (
        <div key={`${kind} ${currency}`}>
          <span className="text-tertiary text-small">{t(`requests.${kind}`)}</span>{' '}
          <MoneyAmount amountMinor={minor} currency={currency} />
        </div>
      ))}
    </div>
  )
}
