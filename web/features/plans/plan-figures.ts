import { useTranslation } from 'react-i18next'
import { planTotalMinor } from '#domain/plans.ts'
import { formatMb, formatNumber } from '#web/lib/format.ts'
import type { PlanRow } from './plans.api.ts'

export interface CurrencyTotal {
  readonly currency: string
  readonly amountMinor: number
  readonly activeSims: number
}

/** What plans cost together: amounts of different currencies are never added up. The most SIMs first. */
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

/** What a plan includes, in short: nothing is a dash. */
export function useIncluded(): { [K in keyof Included]: (value: number) => string } {
  const { t } = useTranslation()
  const orNone = (value: number, text: string) => (value === 0 ? '—' : text)
  return {
    data: (value) => orNone(value, formatMb(value)),
    sms: (value) => orNone(value, formatNumber(value)),
    voice: (value) => orNone(value, t('plans.minutes', { count: Math.round(value / 6) / 10 })),
  }
}
