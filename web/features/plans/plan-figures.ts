import { useTranslation } from 'react-i18next'
import { planTotalMinor } from '#domain/plans.ts'
import { formatMb, formatNumber } from '#web/lib/format.ts'
import type { PlanRow } from './plans.api.ts'

export interface CurrencyTotal {
  readonly currency: string
  readonly amountMinor: number
  readonly activeSims: number
}

/**
 * Total cost of plans by currency, the currency with the most SIMs first. Amounts of different currencies are never
 * added.
 */
export function totalsOf(plans: readonly Pick<PlanRow, 'currency' | 'totalActive' | 'planPrice'>[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>()
  for (const { currency, totalActive, planPrice } of plans) {
    if (totalActive === 0) continue
    const { amountMinor, activeSims } = totals.get(currency) ?? { amountMinor: 0, activeSims: 0 }
    const added = planTotalMinor(totalActive, planPrice)
    totals.set(currency, { currency, amountMinor: amountMinor + added, activeSims: activeSims + totalActive })
  }
  return [...totals.values()].toSorted((a, b) => b.activeSims - a.activeSims || a.currency.localeCompare(b.currency))
}

interface Included {
  /** MB */
  readonly data: number
  readonly sms: number
  /** seconds */
  readonly voice: number
}

/** Allowances of a plan, in short; none is a dash. */
export function useIncluded(): { [K in keyof Included]: (value: number) => string } {
  const { t } = useTranslation()
  const orNone = (value: number, text: string) => (value === 0 ? '—' : text)
  return {
    data: (value) => orNone(value, formatMb(value)),
    sms: (value) => orNone(value, formatNumber(value)),
    voice: (value) => orNone(value, t('plans.minutes', { count: Math.round(value / 6) / 10 })),
  }
}
