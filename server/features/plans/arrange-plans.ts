import type { CallInput } from '#contract/call.ts'
import type { PlanSort } from '#contract/filter-values.ts'
import type { RowOf } from '#contract/list-codec.ts'
import type { getPlans, planList } from '#contract/plans/plans.calls.ts'
import { LANGUAGES, type Language } from '#domain/languages.ts'
import { originName } from '#domain/origins.ts'

export type PlanListRow = RowOf<typeof planList>
export type PlanListQuery = CallInput<typeof getPlans>['query']

/** A text without case and accents, so that 'telemetria' finds 'Telemetría'. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Matches the origin's name in either language: files and links are shared. */
const matchesText = ({ planName, planCode, provider, simType }: PlanListRow, searched: string): boolean =>
  [planName, planCode, provider, ...LANGUAGES.map((language) => originName(provider, language)), simType].some((text) =>
    plain(text).includes(searched),
  )

const MONEY: readonly PlanSort[] = ['planPrice', 'totalPrice']

function compare(a: PlanListRow, b: PlanListRow, sort: PlanSort, language: Language): number {
  const keyOf = (plan: PlanListRow) => (sort === 'provider' ? originName(plan.provider, language) : plan[sort])
  const [left, right] = [keyOf(a), keyOf(b)]
  return typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right), 'es')
}

/**
 * The plans that match a text, sorted. There are some hundred plans, so this costs less than SQL. Amounts of different currencies
 * cannot be compared: each currency is sorted by itself.
 */
export function arrangePlans(
  rows: readonly PlanListRow[],
  { search, sort = 'totalActive', descending }: PlanListQuery,
  language: Language,
): PlanListRow[] {
  const searched = plain(search ?? '')
  const sign = (descending ?? (sort === 'totalActive' ? 'true' : 'false')) === 'true' ? -1 : 1
  return rows
    .filter((plan) => searched === '' || matchesText(plan, searched))
    .toSorted(
      (a, b) =>
        (MONEY.includes(sort) ? a.currency.localeCompare(b.currency) : 0) ||
        sign * compare(a, b, sort, language) ||
        a.planName.localeCompare(b.planName, 'es') ||
        a.planId - b.planId,
    )
}
