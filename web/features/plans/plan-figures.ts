import { useTranslation } from 'react-i18next'
import { planTotalMinor } from '#domain/plans.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { formatMb, formatNumber } from '#web/lib/format.ts'
import type { AdvisedPlan, LastAdvice, PlanAdvice, PlanRow } from './plans.api.ts'

type Costed = Pick<PlanRow, 'currency' | 'totalActive' | 'totalSims' | 'planPrice'>

export interface CurrencyTotal {
  readonly currency: string
  readonly amountMinor: number
  readonly activeSims: number
  readonly sims: number
  /** plans with active SIMs */
  readonly plans: number
}

/**
 * Total cost of plans by currency, the currency with the most SIMs first. Amounts of different currencies are never
 * added.
 */
export function totalsOf(plans: readonly Costed[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>()
  for (const { currency, totalActive, totalSims, planPrice } of plans) {
    if (totalActive === 0) continue
    const before = totals.get(currency) ?? { amountMinor: 0, activeSims: 0, sims: 0, plans: 0 }
    totals.set(currency, {
      currency,
      amountMinor: before.amountMinor + planTotalMinor(totalActive, planPrice),
      activeSims: before.activeSims + totalActive,
      sims: before.sims + totalSims,
      plans: before.plans + 1,
    })
  }
  return [...totals.values()].toSorted((a, b) => b.activeSims - a.activeSims || a.currency.localeCompare(b.currency))
}

type Pooled = Pick<PlanRow, 'planId' | 'planName' | 'poolUsed' | 'poolMb'>

interface UsedPool extends Pick<PlanRow, 'planId' | 'planName'> {
  readonly percent: number
}

/** The plan whose pools are used most, with its percent; undefined without any. */
export function fullestPool(plans: readonly Pooled[]): UsedPool | undefined {
  return plans
    .flatMap(({ planId, planName, poolUsed, poolMb }) =>
      poolUsed === null || poolMb === null ? [] : [{ planId, planName, percent: consumptionPercent(poolUsed, poolMb) }],
    )
    .toSorted((a, b) => b.percent - a.percent)[0]
}

export interface AdvisedSaving {
  readonly companyName: string
  /** for a cycle, on average */
  readonly amountMinor: number
  readonly currency: string
  /** SIMs have followed a part of it */
  readonly isRest: boolean
}

/** What the last advice of a company would save in a currency; once SIMs have followed it, what the other moves would. */
export function savingOf(
  { companyName, last, followed }: Pick<PlanAdvice, 'companyName' | 'last' | 'followed'>,
  currency: string,
): AdvisedSaving | undefined {
  if (!last) return undefined
  const { adviceId, result } = last
  const isRest = followed.some((one) => one.adviceId === adviceId)
  const savedMinor = isRest ? restOf(result, currency) : wholeOf(result, currency)
  const amountMinor = Math.round(savedMinor / result.cycles.length)
  return amountMinor > 0 ? { companyName, amountMinor, currency, isRest } : undefined
}

type AdviceResult = LastAdvice['result']

const wholeOf = ({ totals }: AdviceResult, currency: string): number =>
  totals
    .filter((total) => total.currency === currency)
    .reduce((sum, { todayMinor, advisedMinor }) => sum + todayMinor - advisedMinor, 0)

type Moves = Pick<AdviceResult, 'moves' | 'plans'>

const restOf = ({ moves, plans }: Moves, currency: string): number =>
  movedSaving({ moves: moves.filter(({ operation }) => !operation), plans }, currency)

/** Of moves in all cycles, without the overage of pools, which belongs to all moves together. */
export const movedSaving = ({ moves, plans }: Moves, currency: string): number =>
  moves
    .filter(({ planCode }) => currencyIn(plans, planCode) === currency)
    .reduce((sum, { savedMinor = 0 }) => sum + savedMinor, 0)

/**
 * What all moves together save of the pools' overage in a cycle, by currency; negative where they add to it, and none where
 * it is 0. With the moves it is all that the advice saves.
 */
export function overageSavings(result: AdviceResult): { readonly currency: string; readonly amountMinor: number }[] {
  // an advice of an earlier version has no amounts of its moves
  if (result.moves.some(({ savedMinor }) => savedMinor === undefined)) return []
  return result.totals
    .map(({ currency }) => ({
      currency,
      amountMinor: Math.round((wholeOf(result, currency) - movedSaving(result, currency)) / result.cycles.length),
    }))
    .filter(({ amountMinor }) => amountMinor !== 0)
}

export const currencyIn = (plans: readonly AdvisedPlan[], code: string): string =>
  plans.find(({ planCode }) => planCode === code)?.currency ?? ''

/** Allowances of a plan, in short: data from MB, voice from seconds; none is a dash. */
export function useIncluded(): Record<'data' | 'sms' | 'voice', (value: number) => string> {
  const { t } = useTranslation()
  const orNone = (value: number, text: string) => (value === 0 ? '—' : text)
  return {
    data: (value) => orNone(value, formatMb(value)),
    sms: (value) => orNone(value, formatNumber(value)),
    voice: (value) => orNone(value, t('plans.minutes', { count: Math.round(value / 6) / 10 })),
  }
}
