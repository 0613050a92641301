import { useTranslation } from 'react-i18next'
import type { CartData } from '#contract/requests/cart.calls.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import styles from './order-totals.module.css'

/** Costs of a request: once and each month, by currency. */
export function OrderTotals({ totals }: { totals: CartData['totals'] }) {
  const { t } = useTranslation()
  const rows = [
    ...totals.map(({ currency, onceMinor }) => ({
      id: `once ${currency}`,
      word: t('requests.once'),
      currency,
      minor: onceMinor,
    })),
    ...totals.map(({ currency, monthlyMinor }) => ({
      id: `monthly ${currency}`,
      word: t('requests.monthly'),
      currency,
      minor: monthlyMinor,
    })),
  ].filter(({ minor }) => minor > 0)
  return (
    <dl className={styles.totals} data-order-totals="">
      {rows.map(({ id, word, currency, minor }) => (
        <div key={id}>
          <dt className="text-secondary">{word}</dt>
          <dd className="semibold">
            <MoneyAmount amountMinor={minor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
