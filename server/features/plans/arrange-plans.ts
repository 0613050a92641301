import type { PlanSort } from '#contract/filter-values.ts'
import { LANGUAGES, type Language } from '#domain/languages.ts'
import { originName } from '#domain/origins.ts'
import type { PlanQuery, PlanRow } from './plans.queries.ts'

/** A text without case and accents, so that 'telemetria' finds 'Telemetría'. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Its origin by the name of either language: files and links are passed on. */
const holds = ({ planName, planCode, provider, simType }: PlanRow, wanted: string): boolean =>
  [planName, planCode, provider, ...LANGUAGES.map((language) => originName(provider, language)), simType].some((text) =>
    plain(text).includes(wanted),
  )

const MONEY: readonly PlanSort[] = ['planPrice', 'totalPrice']

function compare(a: PlanRow, b: PlanRow, sort: PlanSort, language: Language): number {
  const keyOf = (plan: PlanRow) => (sort === 'provider' ? originName(plan.provider, language) : plan[sort])
  const [left, right] = [keyOf(a), keyOf(b)]
  return typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right), 'es')
}

/**
 * The plans that hold a text, in order. There are some hundred plans, so this costs less than asking for it. Amounts of different
 * currencies can not be compared: each currency stands by itself.
 */
export function arrangePlans(
  rows: readonly PlanRow[],
  { search, sort = 'totalActive', descending }: PlanQuery,
  language: Language,
): PlanRow[] {
  const wanted = plain(search ?? '')
  const sign = (descending ?? (sort === 'totalActive' ? 'true' : 'false')) === 'true' ? -1 : 1
  return rows
    .filter((plan) => wanted === '' || holds(plan, wanted))
    .toSorted(
      (a, b) =>
        (MONEY.includes(sort) ? a.currency.localeCompare(b.currency) : 0) ||
        sign * compare(a, b, sort, language) ||
        a.planName.localeCompare(b.planName, 'es') ||
        a.planId - b.planId,
    )
}
