import { useTranslation } from 'react-i18next'
import type { CartData } from '#contract/requests/cart.calls.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import styles from './order-totals.module.css'

/** Costs of a request: once and each month, by currency. */
export function OrderTotals({ totals }: { totals: CartData['totals'] }) {
  const { t } = useTranslation()
  const amounts = (key: 'onceMinor' | 'monthlyMinor') =>
    totals.map(({ currency, [key]: minor }) => ({ currency, minor })).filter(({ minor }) => minor > 0)
  const rows = [
    { word: t('requests.once'), parts: amounts('onceMinor') },
    { word: t('requests.monthly'), parts: amounts('monthlyMinor') },
  ].filter(({ parts }) => parts.length > 0)
  return (
    <dl className={styles.totals} data-order-totals="">
      {rows.map(({ word, parts }) => (
        <div key={word}>
          <dt className="text-secondary">{word}</dt>
          {parts.map(({ currency, minor }) => (
            <dd key={currency} className="semibold">
              <MoneyAmount amountMinor={minor} currency={currency} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
