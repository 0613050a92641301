import i18next from 'i18next'
import { formatMb, formatMoney } from '#web/lib/format.ts'
import type { PlanChoice } from './plan-choices.api.ts'

/**
 * A plan as an option of a field: 'IoT 250 MB · $1.640 CLP/mes', with its size where its name does not say it.
 * @param note such as that it is no longer on offer
 */
export function planText({ planName, data, planPrice, currency, pooled }: PlanChoice, note = ''): string {
  const { t } = i18next
  const size = pooled ? t('plans.poolOf', { size: formatMb(data) }) : formatMb(data)
  const price = t('plans.monthly', { price: formatMoney(planPrice, currency), currency })
  // the price before the size: where the field is narrow, the end is cut
  const unnamedSize = planName.includes(size) ? '' : size
  return [planName, price, unnamedSize, note].filter(Boolean).join(' · ')
}
