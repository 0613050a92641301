import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import cardStyles from '#web/ui/card.module.css'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { ScrollArea } from '#web/ui/scroll-area.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { type CurrencyTotal, totalsOf } from './plan-figures.ts'
import type { PlanRow } from './plans.api.ts'
import styles from './plans.module.css'

/** Cost of the listed plans in a cycle, by currency: one row however many there are, so that the list below does not shift. */
export function PlanTotals({ plans, isFailed }: { plans: readonly PlanRow[] | undefined; isFailed: boolean }) {
  const { t } = useTranslation()
  if (!plans && isFailed) return null
  const totals = plans ? totalsOf(plans) : undefined
  return (
    <section className={classes(cardStyles.card, styles.totalsCard)} aria-label={t('plans.totals')} aria-busy={!plans}>
      <ScrollArea label={t('plans.totals')} className={styles.totals}>
        {totals?.length ? (
          totals.map((total) => <Total key={total.currency} total={total} />)
        ) : (
          <div>
            <span className="text-secondary">{t('plans.totals')}</span>
            <span className={styles.figure}>{totals ? <NoValue /> : <Skeleton width={160} height={20} />}</span>
            <span className="text-tertiary text-small">
              {totals ? t('plans.activeSims', { count: 0 }) : <Skeleton width={120} />}
            </span>
          </div>
        )}
      </ScrollArea>
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
