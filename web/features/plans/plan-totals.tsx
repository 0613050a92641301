import { useTranslation } from 'react-i18next'
import cardStyles from '#web/ui/card.module.css'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type CurrencyTotal, totalsOf } from './plan-figures.ts'
import type { PlanRow } from './plans.api.ts'
import styles from './plans.module.css'

/** Cost of the listed plans in a cycle, by currency; hidden without any. */
export function PlanTotals({ plans, isFailed }: { plans: readonly PlanRow[] | undefined; isFailed: boolean }) {
  const { t } = useTranslation()
  if (!plans && isFailed) return null
  const totals = plans ? totalsOf(plans) : undefined
  if (totals?.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${styles.totals}`} aria-label={t('plans.totals')} aria-busy={!plans}>
      {totals ? (
        totals.map((total) => <Total key={total.currency} total={total} />)
      ) : (
        <div>
          <span className="text-secondary">{t('plans.totals')}</span>
          <span className={styles.figure}>
            <Skeleton width={160} height={20} />
          </span>
          <span className="text-tertiary text-small">
            <Skeleton width={120} />
          </span>
        </div>
      )}
    </section>
  )
}

function Total({ total: { currency, amountMinor, activeSims } }: { total: CurrencyTotal }) {
  const { t } = useTranslation()
  return (
    <div>
      <span className="text-secondary">{t('plans.totalIn', { currency })}</span>
      <span className={styles.figure}>
        <MoneyAmount amountMinor={amountMinor} currency={currency} />
      </span>
      <span className="text-tertiary text-small tabular-numbers">{t('plans.activeSims', { count: activeSims })}</span>
    </div>
  )
}
