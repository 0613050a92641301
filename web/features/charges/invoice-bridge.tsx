import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { BRIDGE_EFFECTS, invoiceBridge } from '#domain/rating/invoice-bridge.ts'
import { formatMoney, formatNumber, formatPercent, formatSignedMoney, percentOf } from '#web/lib/format.ts'
import { fullMonth, simsWith } from './charge-words.ts'
import { type Charge, chargeQuery } from './charges.api.ts'
import styles from './invoice-bridge.module.css'

/** Why a document's total differs from that of the cycle before. */
export function InvoiceBridge({ charge }: { charge: Charge }) {
  const { t } = useTranslation()
  const { data: previous } = useQuery({ ...chargeQuery(charge.previousId ?? 0), enabled: charge.previousId !== null })
  if (!previous) return null
  const effects = invoiceBridge(previous.concepts, charge.concepts)
  const shown = BRIDGE_EFFECTS.filter((effect) => effects[effect] !== 0)
  const difference = charge.total - previous.total
  const month = fullMonth(previous.billingMonth)
  const least = Math.min(0, ...shown.map((effect) => effects[effect]))
  const range = Math.max(0, ...shown.map((effect) => effects[effect])) - least
  return (
    <section className={styles.bridge} aria-label={t('charges.bridge.title', { month })}>
      <h3>
        {difference === 0
          ? t('charges.bridge.same', { month })
          : t(difference > 0 ? 'charges.bridge.more' : 'charges.bridge.less', {
              month,
              amount: formatMoney(Math.abs(difference), charge.currency),
              share: shareText(difference, previous.total),
            })}
      </h3>
      <ul style={{ '--zero': -least / range } as CSSProperties}>
        {shown.map((effect) => (
          <li key={effect}>
            <span>{t(`charges.bridge.effect.${effect}`)}</span>
            <span className={styles.track} aria-hidden="true">
              <span
                className={effects[effect] > 0 ? styles.more : styles.less}
                style={{ '--share': Math.abs(effects[effect]) / range } as CSSProperties}
              />
            </span>
            <span className="tabular-numbers">{formatSignedMoney(effects[effect], charge.currency)}</span>
            {effect === 'sims' ? (
              <span className="text-small text-tertiary">
                {t('charges.bridge.simsChange', {
                  from: formatNumber(simsWith('price', previous)),
                  to: formatNumber(simsWith('price', charge)),
                })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Of the total before: ' (+1,6 %)'; '' for a share that rounds to nothing. */
function shareText(difference: number, total: number): string {
  const percent = percentOf(Math.abs(difference), Math.abs(total))
  return percent < 0.05 ? '' : ` (${difference > 0 ? '+' : '−'}${formatPercent(percent, 1)})`
}
